using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map;

/// <summary>Where the users are that a map means. The map may have faults: its users file may be the one that is still missing.</summary>
/// <param name="File">The users file; null: the map names none.</param>
/// <param name="AreInMap">True: the users stand in the map itself.</param>
public sealed record UsersLocation(string? File, bool AreInMap)
{
    /// <summary>The place that a file names: a map its users file, a users file itself.</summary>
    /// <param name="path">A map or a users file.</param>
    /// <param name="findings">Gets what is wrong with it.</param>
    /// <returns>The place; null: the file cannot be read, and the findings say why.</returns>
    public static UsersLocation? In(string path, FindingList findings)
    {
        var file = findings.Open(path);
        if (TextFiles.Read(path, new SourceLocation(file, 1, 1), findings) is not { } text)
            return null;
        if (text.Trim().Length == 0)
            return new UsersLocation(path, AreInMap: false);
        var (map, ofMap) = (new RawMap(), new FindingList());
        UsersLocation? found = null;
        YamlFile.Read(file, text, ofMap, yaml =>
        {
            if (yaml.AtSequence || UsersReader.IsDocument(yaml))
                found = new UsersLocation(path, AreInMap: false);
            else
                new MapReader(map, ofMap).Read(yaml);
        });
        return found ?? new UsersLocation(map.Server.Settings.UsersFile, map.Server.Settings.Users.Count > 0);
    }
}
