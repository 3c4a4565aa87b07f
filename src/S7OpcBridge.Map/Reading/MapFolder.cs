namespace S7OpcBridge.Map;

/// <summary>The map files of a folder that a map includes.</summary>
public static class MapFolder
{
    /// <summary>
    /// The YAML files directly in a folder, ordered by name. Names that begin with a dot are left out: editors and Kubernetes keep their own files there.
    /// </summary>
    /// <param name="path">The folder.</param>
    /// <returns>Paths that begin with that of the folder.</returns>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it.</exception>
    public static IReadOnlyList<string> FilesOf(string path) =>
        [.. Directory.EnumerateFiles(path).Where(IsMap).Order(StringComparer.Ordinal)];

    /// <summary>True for the name of such a file.</summary>
    public static bool IsMap(string file) =>
        Path.GetFileName(file)[0] != '.' && Path.GetExtension(file).ToLowerInvariant() is ".yaml" or ".yml";
}
