namespace S7OpcBridge.Web.Maps;

/// <summary>
/// Which files the page may show and change: the texts that make up the map, and new ones in its folder. Users, passwords, certificates and all else that the
/// bridge's user could read stay closed.
/// </summary>
/// <param name="map">The map.</param>
internal sealed class MapFiles(MapCommands map)
{
    private static readonly string[] Kinds = [".yaml", ".yml", ".csv", ".tsv", ".db", ".scl", ".awl", ".udt"];

    private const int LongestName = 200;

    /// <summary>The texts, the map first.</summary>
    public IReadOnlyList<string> Texts => [.. map.Texts().Prepend(map.Path).Distinct().Where(IsText)];

    /// <summary>True for a text that makes up the map.</summary>
    public bool Has(string file) => Texts.Contains(file);

    /// <summary>True for a file that a text may be put into: one of the map, or a new one in its folder or below.</summary>
    public bool MayWrite(string file) => Has(file) || IsNew(file);

    /// <summary>
    /// What a candidate may be read from: what the maps on disk look for already, and files of a map's kinds in its folder. Otherwise somebody who may edit the
    /// map could have findings tell what is in any file that the bridge can read.
    /// </summary>
    public Func<string, bool> Readable()
    {
        var known = map.Files().Select(Path.GetFullPath).ToHashSet();
        var folder = Folder;
        return path => known.Contains(path) || (IsBelow(path, folder) && IsText(path));
    }

    private string Folder => Path.GetDirectoryName(Path.GetFullPath(map.Path))!;

    private bool IsText(string file) => file == map.Path || Kinds.Contains(Path.GetExtension(file).ToLowerInvariant());

    // As the loader would name it: the folder of the map as it was given, then plain names.
    private bool IsNew(string file)
    {
        var folder = Path.GetDirectoryName(map.Path) ?? "";
        if (file.Length > folder.Length + LongestName || !file.StartsWith(folder, StringComparison.Ordinal) || !IsText(file))
            return false;
        var parts = file[folder.Length..].TrimStart('/').Split('/');
        return parts.All(static part =>
                part.Length > 0 && part[0] != '.' && part.All(static sign => !char.IsControl(sign) && !@"\:*?""<>|".Contains(sign))
            )
            && IsBelow(Path.GetFullPath(file), Folder)
            && !Path.Exists(file)
            && Directory.Exists(Path.GetDirectoryName(Path.GetFullPath(file)));
    }

    private static bool IsBelow(string path, string folder) =>
        path.StartsWith(
            folder.EndsWith(Path.DirectorySeparatorChar) ? folder : folder + Path.DirectorySeparatorChar,
            StringComparison.Ordinal
        );
}
