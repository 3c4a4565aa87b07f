using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Chunks;

/// <summary>A value with its place in its series.</summary>
internal readonly record struct StoredValue(long Time, long Sequence, Variant Value, StatusCode Status)
{
    /// <summary>Orders by time, then by arrival.</summary>
    public static int Compare(in StoredValue left, in StoredValue right) =>
        left.Time != right.Time ? left.Time.CompareTo(right.Time) : left.Sequence.CompareTo(right.Sequence);
}
