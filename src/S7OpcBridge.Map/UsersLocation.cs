using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map;

/// <summary>Where the users of a map are kept. Also works for a map with errors, because its users file may still be missing.</summary>
/// <param name="File">The users file; null: the map names none.</param>
/// <param name="AreInMap">True: the users are listed in the map itself.</param>
public sealed record UsersLocation(string? File, bool AreInMap)
{
    /// <summary>The location for a given file: the users file of a map, or the file itself where it is a users file.</summary>
    /// <param name="path">A map or a users file.</param>
    /// <param name="findings">Receives the findings.</param>
    /// <returns>The location; null: the file cannot be read, see the findings.</returns>
    public static UsersLocation? In(string path, FindingList findings)
    {
        var file = findings.Open(path);
        if (TextFiles.Read(path, new SourceLocation(file, 1, 1), findings) is not { } text)
            return null;
        if (text.Trim().Length == 0)
            return new UsersLocation(path, AreInMap: false);
        var (map, ofMap) = (new RawMap(), new FindingList());
        UsersLocation? found = null;
        YamlFile.Read(
            file,
            text,
            ofMap,
            yaml =>
            {
                if (yaml.AtSequence || UsersReader.IsDocument(yaml))
                    found = new UsersLocation(path, AreInMap: false);
                else
                    new MapReader(map, ofMap).Read(yaml);
            }
        );
        return found ?? new UsersLocation(map.Server.Settings.UsersFile, map.Server.Settings.Users.Count > 0);
    }
}
