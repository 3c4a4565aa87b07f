using S7OpcBridge.Map.Yaml;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.RawConfig.Words;

/// <summary>Reads and checks the names of code pages.</summary>
internal static class Encodings
{
    /// <summary>The name as written, where it names a supported code page; null after a finding.</summary>
    public static string? Read(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.Text("a code page such as windows-1252") is not { } name)
            return null;
        if (S7TextEncodings.TryFind(name, out _, out var error))
            return name;
        yaml.Findings.Error(spot, error);
        return null;
    }
}
