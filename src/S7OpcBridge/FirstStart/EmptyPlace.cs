using S7OpcBridge.Map;

namespace S7OpcBridge.FirstStart;

/// <summary>Tells whether a path is a place for a first start: nothing lies there that could have been meant, and a map can be written.</summary>
internal static class EmptyPlace
{
    private const string MapName = "bridge.yaml";

    /// <summary>Full path of the map to make; null: something lies there, or nothing can be written there.</summary>
    /// <param name="path">What <c>run</c> was given: a map, or a folder.</param>
    public static string? Find(string path)
    {
        try
        {
            var map = Path.GetFullPath(Directory.Exists(path) ? Path.Combine(path, MapName) : path);
            // A link that leads nowhere is something, too: what it leads to may be mounted later.
            if (File.Exists(map) || Directory.Exists(map) || new FileInfo(map).LinkTarget is not null)
                return null;
            var folder = Path.GetDirectoryName(map);
            // Where the folder is missing, or other maps lie, the path is mistyped; that of the default map is made in an empty folder.
            if (!Directory.Exists(folder))
                folder = path == BridgeMap.DefaultPath ? Path.GetDirectoryName(folder)! : null;
            if (folder is null || Directory.EnumerateFiles(folder).Any(IsYaml))
                return null;
            return WrittenPlace.FaultOfFolder(folder) is null ? map : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return null;
        }
    }

    private static bool IsYaml(string file) => Path.GetExtension(file).ToLowerInvariant() is ".yaml" or ".yml";
}
