using System.Globalization;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Amounts of memory as written in maps: <c>64MB</c>, <c>1.5GB</c>. A kilobyte has 1024 bytes, as in containers and .NET.</summary>
internal static class YamlBytes
{
    private static readonly (string Unit, double Bytes)[] Units =
    [
        ("KB", 1 << 10),
        ("MB", 1 << 20),
        ("GB", 1 << 30),
        ("Ki", 1 << 10),
        ("Mi", 1 << 20),
        ("Gi", 1 << 30),
    ];

    /// <summary>An amount between two bounds; null after a finding.</summary>
    public static long? Bytes(this YamlReader yaml, long min, long max, string what = "an amount of memory")
    {
        if (yaml.Peek is { } text && TryParse(text, out var bytes) && bytes >= min && bytes <= max)
        {
            yaml.Next();
            return bytes;
        }
        yaml.RefuseNode($"{what} from {Format(min)} to {Format(max)}, such as 64MB or 1GB");
        return null;
    }

    /// <summary>Formats an amount as <see cref="Bytes"/> reads it.</summary>
    public static string Format(long bytes) =>
        bytes >= 1 << 30
            ? string.Create(CultureInfo.InvariantCulture, $"{bytes / (double)(1 << 30):0.#}GB")
            : string.Create(CultureInfo.InvariantCulture, $"{bytes / (double)(1 << 20):0.#}MB");

    private static bool TryParse(string text, out long bytes)
    {
        foreach (var (unit, factor) in Units)
        {
            if (!text.EndsWith(unit, StringComparison.OrdinalIgnoreCase))
                continue;
            var isNumber = double.TryParse(
                text[..^unit.Length].TrimEnd(),
                NumberStyles.AllowDecimalPoint,
                CultureInfo.InvariantCulture,
                out var number
            );
            bytes = isNumber && number < 1 << 20 ? (long)(number * factor) : 0;
            return isNumber && bytes > 0;
        }
        bytes = 0;
        return false;
    }
}
