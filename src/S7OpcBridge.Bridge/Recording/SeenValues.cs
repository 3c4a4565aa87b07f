using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Recording;

/// <summary>
/// The last SourceTimestamp of each tag in a cluster: another node sends all its values again when a connection between nodes was away, and none of them may be
/// recorded twice.
/// </summary>
internal sealed class SeenValues
{
    private Seen[] _tags = [];

    /// <summary>Takes a value.</summary>
    /// <param name="sample">The value.</param>
    /// <param name="gap">Number of the last gap of its PLC.</param>
    /// <param name="isFirst">True: it is the first one of its tag since that gap.</param>
    /// <returns>True: it has come before, since that gap.</returns>
    public bool Has(in TagSample sample, int gap, out bool isFirst)
    {
        if (sample.Tag >= _tags.Length)
            Array.Resize(ref _tags, Math.Max(sample.Tag + 1, Math.Max(64, _tags.Length * 2)));
        ref var seen = ref _tags[sample.Tag];
        isFirst = seen.Gap != gap;
        var has = !isFirst && seen.SourceTicks == sample.SourceTicks;
        seen = new Seen(sample.SourceTicks, gap);
        return has;
    }

    private readonly record struct Seen(long SourceTicks, int Gap);
}
