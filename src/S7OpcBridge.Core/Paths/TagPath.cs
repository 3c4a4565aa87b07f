namespace S7OpcBridge.Core;

/// <summary>
/// The path of a tag below its PLC, split before the last level. Many tags share a folder, and many share a last level (Speed, Running), so a map stores each
/// of these texts once.
/// </summary>
/// <param name="Folder">All levels but the last, separated by <c>/</c>; empty for a tag right below its PLC.</param>
/// <param name="Leaf">The last level of the path.</param>
public readonly record struct TagPath(string Folder, string Leaf)
{
    /// <summary>Splits a path before its last level.</summary>
    public static implicit operator TagPath(string path) =>
        path.LastIndexOf('/') is >= 0 and var slash ? new TagPath(path[..slash], path[(slash + 1)..]) : new TagPath("", path);

    /// <summary>The full path; a new string at each call where there is a folder.</summary>
    public override string ToString() => Folder.Length == 0 ? Leaf : $"{Folder}/{Leaf}";
}
