using System.Globalization;
using System.Security;

namespace S7OpcBridge.NodesetTool;

/// <summary>Status codes as constants, and their names.</summary>
internal static class StatusCodesFile
{
    public static string Write(string csv)
    {
        var codes = File.ReadLines(csv).Where(line => line.Length > 0).Select(Parse).ToList();
        var text = MessageFiles
            .Head()
            .Append("\n/// <summary>The status codes of OPC 10000-6, A.2.</summary>\npublic static class StatusCodes\n{\n");
        foreach (var (name, value, meaning) in codes)
            text.Append($"    /// <summary>{SecurityElement.Escape(meaning)}</summary>\n    public const uint {name} = 0x{value:X8};\n\n");
        text.Append("    /// <summary>The name of a code without its info bits, or the number where the standard has none.</summary>\n")
            .Append("    public static string NameOf(StatusCode code) => (code.Value & 0xFFFF0000) switch\n    {\n");
        foreach (var (name, _, _) in codes.DistinctBy(c => c.Value))
            text.Append($"        {name} => nameof({name}),\n");
        return text.Append("        _ => code.Value.ToString(\"X8\"),\n    };\n}\n").ToString();
    }

    private static (string Name, uint Value, string Meaning) Parse(string line)
    {
        var parts = line.Split(',', 3);
        var value = uint.Parse(parts[1].AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return (parts[0], value, parts[2].Trim('"').Replace("\"\"", "\"", StringComparison.Ordinal));
    }
}
