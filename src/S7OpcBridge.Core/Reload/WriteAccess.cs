namespace S7OpcBridge.Core.Reload;

/// <summary>Finds what a new map lets clients write that they could not write before.</summary>
internal static class WriteAccess
{
    public static IEnumerable<string> Widened(TagMap before, TagMap after, IReadOnlyList<TagPair> tags)
    {
        foreach (var plc in after.Plcs)
        {
            if (MapDiff.IsThere(before, plc.Index) && !before.Plcs[plc.Index].Writes && plc is { Writes: true, IsGone: false })
                yield return $"{plc.Name} accepts writes now.";
            if (MapDiff.IsThere(before, plc.Index) && !plc.IsGone && before.Plcs[plc.Index].Rights != plc.Rights)
                yield return $"{plc.Name}: what roles may do with its tags has changed.";
        }
        foreach (var (name, was, now) in tags)
        {
            if (now is null || !IsWritable(after, now))
                continue;
            if (was is null)
                yield return $"{name} is new and may be written.";
            else if (!was.Access.HasFlag(TagAccess.Write))
                yield return $"{name} may be written now.";
            else if (IsWider(was.Details?.Limits, now.Details?.Limits))
                yield return $"{name} accepts values now that its limits refused before.";
            else if (was.Details?.States is not null && !Equals(was.Details.States, now.Details?.States))
                yield return $"{name} accepts other states now.";
            else if (was.Address != now.Address || was.Symbol != now.Symbol)
                yield return $"{name} writes to {now.Place} now instead of {was.Place}.";
        }
    }

    private static bool IsWritable(TagMap map, Tag tag) => tag.Access.HasFlag(TagAccess.Write) && map.Plcs[tag.Plc].Writes;

    private static bool IsWider(TagRange? before, TagRange? after) =>
        before is { } was && (after is not { } now || now.Low < was.Low || now.High > was.High);
}
