using System.Globalization;

namespace S7OpcBridge.Core.Reload;

/// <summary>A tag of one name before and after; null where it does not exist.</summary>
internal readonly record struct TagPair(string Name, Tag? Before, Tag? After)
{
    /// <summary>All tags of two maps by name: those of the new map in its order, then the removed ones.</summary>
    public static List<TagPair> All(TagMap before, TagMap after)
    {
        var old = before.Listed.ToDictionary(tag => (tag.Plc, tag.Path));
        var pairs = new List<TagPair>(after.Listed.Length);
        foreach (var tag in after.Listed)
        {
            old.Remove((tag.Plc, tag.Path), out var was);
            if (was != tag)
                pairs.Add(new TagPair($"{after.Plcs[tag.Plc].Name}/{tag.Path}", was, tag));
        }
        foreach (var tag in before.Listed)
        {
            if (old.ContainsKey((tag.Plc, tag.Path)))
                pairs.Add(new TagPair($"{before.Plcs[tag.Plc].Name}/{tag.Path}", tag, null));
        }
        return pairs;
    }

    /// <summary>The differences in words; empty: none that is visible to clients.</summary>
    public string Difference(TagMap before, TagMap after)
    {
        if (Before is not { } old || After is not { } now)
            return "";
        var (was, becomes) = (old.Details ?? new TagDetails(), now.Details ?? new TagDetails());
        var words = new List<string>();
        Compare("address", old.Address, now.Address);
        Compare("symbol", old.Symbol, now.Symbol);
        Compare("type", old.Type, now.Type);
        Compare("scan", before.ScanGroups[old.ScanGroup].Name, after.ScanGroups[now.ScanGroup].Name);
        Compare("access", old.Access, now.Access);
        Compare("unit", was.Unit, becomes.Unit);
        Compare("range", was.Range, becomes.Range);
        Compare("limits", was.Limits, becomes.Limits);
        Compare("deadband", was.Deadband, becomes.Deadband);
        Compare("nodeId", was.NodeId, becomes.NodeId);
        Compare("description", was.Description, becomes.Description);
        if (!Equals(was.States, becomes.States))
            words.Add("states");
        if (was.Scale != becomes.Scale)
            words.Add("scale");
        if (was.History != becomes.History)
            words.Add("history");
        if (!Equals(was.Alarms, becomes.Alarms))
            words.Add("alarms");
        if (words.Count == 0 && was with { Snapshot = 0 } != becomes with { Snapshot = 0 })
            words.Add("how it is read");
        return string.Join("; ", words);

        void Compare<T>(string what, T a, T b)
        {
            if (!Equals(a, b))
                words.Add($"{what} {Text(a)} → {Text(b)}");
        }
    }

    private static string Text<T>(T value) =>
        value switch
        {
            null => "none",
            TagRange range => string.Create(CultureInfo.InvariantCulture, $"{range.Low}..{range.High}"),
            IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
            _ => $"{value}",
        };
}
