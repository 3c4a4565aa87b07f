using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>
/// Which tags to watch: a PLC, and names as people write them. <c>Motor/Speed</c> and <c>Line1/Motor/Speed</c> are a tag, <c>Motor</c> is all below it,
/// <c>*</c> stands for anything: <c>*/Speed</c>. In any case; nothing said: all.
/// </summary>
internal sealed class WatchFilter(string? plc, IReadOnlyList<string> patterns)
{
    /// <summary>The tags, in the order of the map.</summary>
    public IReadOnlyList<Tag> Select(TagMap map) =>
        [.. map.Listed.Where(tag => (plc is null || map.Plcs[tag.Plc].Name == plc) && (patterns.Count == 0 || patterns.Any(pattern => Fits(pattern, map.Plcs[tag.Plc].Name, tag.Name))))];

    private static bool Fits(string pattern, string plc, string tag) => FitsOne(pattern, tag) || FitsOne(pattern, $"{plc}/{tag}");

    private static bool FitsOne(string pattern, string name) => pattern.Contains('*')
        ? System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(pattern, name)
        : name.Equals(pattern, StringComparison.OrdinalIgnoreCase) || name.StartsWith(pattern + "/", StringComparison.OrdinalIgnoreCase);
}
