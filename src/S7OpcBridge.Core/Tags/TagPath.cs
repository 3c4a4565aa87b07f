namespace S7OpcBridge.Core;

/// <summary>
/// The path of a tag below its PLC, cut before the last level. The folder is that of many tags and the last level a word that many tags end with (Speed, Running),
/// so a map that keeps each of them once needs no text per tag.
/// </summary>
/// <param name="Folder">All levels but the last, separated by <c>/</c>; empty for a tag right below its PLC.</param>
/// <param name="Leaf">The last level.</param>
public readonly record struct TagPath(string Folder, string Leaf)
{
    /// <summary>Cuts a path.</summary>
    public static implicit operator TagPath(string path) =>
        path.LastIndexOf('/') is >= 0 and var slash ? new TagPath(path[..slash], path[(slash + 1)..]) : new TagPath("", path);

    /// <summary>The path as it is written; a new text each time where there is a folder.</summary>
    public override string ToString() => Folder.Length == 0 ? Leaf : $"{Folder}/{Leaf}";
}
