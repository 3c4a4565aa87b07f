using System.Text;

namespace S7OpcBridge;

/// <summary>Code pages of texts, by the names that people use.</summary>
internal static class Encodings
{
    private static readonly Dictionary<string, string> Synonyms = new(StringComparer.OrdinalIgnoreCase)
    {
        ["latin-1"] = "iso-8859-1",
        ["latin1"] = "iso-8859-1",
        ["utf8"] = "utf-8",
        ["gbk"] = "gb2312",
    };

    static Encodings() => Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);

    /// <summary>The name by which .NET finds the code page.</summary>
    public static string? Read(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.Text("a code page such as windows-1252") is not { } name)
            return null;
        try
        {
            var encoding = Encoding.GetEncoding(Synonyms.GetValueOrDefault(name, name));
            if (encoding.GetByteCount("A") == 1)
                return encoding.WebName;
        }
        catch (ArgumentException)
        {
            // Falls through to the finding: unknown and unusable names read the same to the user.
        }
        yaml.Findings.Error(spot, $"'{name}' is no code page for S7 texts; use windows-1252, latin-1, utf-8, gbk or another name that has one byte per Latin letter");
        return null;
    }
}
