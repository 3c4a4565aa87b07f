namespace S7OpcBridge;

/// <summary>Loads a map: read every file, look everything up, check everything; all findings, or a map that holds.</summary>
internal static class MapLoader
{
    /// <summary>Loads the map at a path.</summary>
    /// <param name="path">As the user gave it; findings name it this way.</param>
    /// <param name="findings">Takes errors and warnings.</param>
    /// <returns>The map, or null where there are errors.</returns>
    public static BridgeMap? Load(string path, FindingList findings)
    {
        var draft = new MapDraft();
        var file = findings.Open(path);
        if (TextFiles.Read(path, new SourceSpot(file, 1, 1), findings) is not { } text)
            return null;
        var reader = new MapReader(draft, findings);
        YamlFile.Read(file, text, findings, reader.Read);
        return new MapCompiler(draft, findings, reader.Sources).Compile(file);
    }
}
