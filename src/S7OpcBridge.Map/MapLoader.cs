using S7OpcBridge.Map.Compiling;
using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map;

/// <summary>Loads a map: reads every file, resolves and checks everything, and returns either a map or all findings.</summary>
public static class MapLoader
{
    /// <summary>Loads the map at a path.</summary>
    /// <param name="path">Path as the user gave it; findings repeat it in this form.</param>
    /// <param name="findings">Receives errors and warnings.</param>
    /// <returns>The map, or null where there are errors.</returns>
    public static BridgeMap? Load(string path, FindingList findings)
    {
        var draft = new RawMap();
        var file = findings.Open(path);
        if (TextFiles.Read(path, new SourceLocation(file, 1, 1), findings) is not { } text)
            return null;
        var reader = new MapReader(draft, findings);
        YamlFile.Read(file, text, findings, reader.Read);
        return new MapCompiler(draft, findings, reader.Sources).Compile(file);
    }
}
