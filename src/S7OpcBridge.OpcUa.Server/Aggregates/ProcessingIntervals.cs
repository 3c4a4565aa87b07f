namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>The intervals of a ReadProcessed, in the direction of the request.</summary>
/// <param name="start">Where the first one begins, OPC UA ticks.</param>
/// <param name="end">Where the last one ends; before the start: backward.</param>
/// <param name="length">Ticks of one; 0: one from start to end.</param>
internal sealed class ProcessingIntervals(long start, long end, long length)
{
    private readonly long _length = length <= 0 ? Math.Abs(end - start) : length;

    /// <summary>True if later intervals come first.</summary>
    public bool IsBackward => end < start;

    /// <summary>How many there are.</summary>
    public long Count => (Math.Abs(end - start) - 1) / _length + 1;

    /// <summary>The interval at a place in the order of the request.</summary>
    public TimeInterval this[long index]
    {
        get
        {
            var (first, room) = (index * _length, Math.Abs(end - start));
            var isShort = room - first < _length;
            var last = isShort ? room : first + _length;
            return IsBackward
                ? new TimeInterval(start - last, start - first, isShort)
                : new TimeInterval(start + first, start + last, isShort);
        }
    }
}
