using S7OpcBridge.Map.Compiling;
using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map;

/// <summary>Loads a map: read every file, look everything up, check everything; all findings, or a map that holds.</summary>
public static class MapLoader
{
    /// <summary>Loads the map at a path.</summary>
    /// <param name="path">As the user gave it; findings name it this way.</param>
    /// <param name="findings">Takes errors and warnings.</param>
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
