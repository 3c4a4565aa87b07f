using S7OpcBridge.Core;

namespace S7OpcBridge.Watch;

/// <summary>
/// Selects the tags to watch by PLC and name patterns. <c>Motor/Speed</c> and <c>Line1/Motor/Speed</c> select a tag, <c>Motor</c> everything below it, and
/// <c>*</c> stands for anything: <c>*/Speed</c>. Case is ignored; no pattern selects all.
/// </summary>
internal sealed class WatchFilter(string? plc, IReadOnlyList<string> patterns)
{
    /// <summary>The selected tags in the order of the map.</summary>
    public IReadOnlyList<Tag> Select(TagMap map) =>
        [
            .. map.Listed.Where(tag =>
                IsOf(map.Plcs[tag.Plc]) && (patterns.Count == 0 || patterns.Any(pattern => Fits(pattern, map.Plcs[tag.Plc].Name, tag.Name)))
            ),
        ];

    /// <summary>The symbols below which there may be selected tags; only the CPU knows.</summary>
    public IReadOnlyList<SymbolEntry> MaySelect(TagMap map) =>
        [
            .. map.Symbols.Where(entry =>
                IsOf(map.Plcs[entry.Plc])
                && (patterns.Count == 0 || patterns.Any(pattern => MayFit(pattern, map.Plcs[entry.Plc].Name, entry.Path)))
            ),
        ];

    private bool IsOf(PlcDefinition each) => plc is null || each.Name == plc;

    private static bool MayFit(string pattern, string plc, string entry) =>
        pattern.Contains('*') || Fits(pattern, plc, entry) || IsBelow(pattern, entry) || IsBelow(pattern, $"{plc}/{entry}");

    private static bool IsBelow(string pattern, string entry) =>
        pattern.StartsWith(entry, StringComparison.OrdinalIgnoreCase) && pattern.AsSpan(entry.Length) is ['/' or '[', ..];

    private static bool Fits(string pattern, string plc, string tag) => FitsOne(pattern, tag) || FitsOne(pattern, $"{plc}/{tag}");

    private static bool FitsOne(string pattern, string name) =>
        pattern.Contains('*')
            ? System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(pattern, name)
            : name.Equals(pattern, StringComparison.OrdinalIgnoreCase)
                || name.StartsWith(pattern + "/", StringComparison.OrdinalIgnoreCase);
}
