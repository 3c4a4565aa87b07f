namespace S7OpcBridge.Simulation.Loop;

/// <summary>One direction of a connection. Segments are cut and delayed as the conditions is; none overtakes another.</summary>
/// <param name="stalledUntil">Until when nothing arrives.</param>
/// <param name="arrived">Takes the bytes of a segment; none: the sender has closed.</param>
internal sealed class Pipe(SimulatedLoop loop, Random random, NetworkConditions conditions, Func<long> stalledUntil, Action<byte[]> arrived)
{
    private readonly Queue<(long Due, byte[] Bytes)> _underWay = new();
    private long _last;
    private bool _isScheduled,
        _isBroken;

    /// <summary>Bytes that may be sent now.</summary>
    public int Room => Math.Max(0, conditions.Window - UnderWay);

    private int UnderWay { get; set; }

    public void Send(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var length = Math.Min(bytes.Length, 1 + random.Next(conditions.LongestSegment));
            Enqueue(bytes[..length].ToArray());
            bytes = bytes[length..];
        }
    }

    /// <summary>Says that nothing more comes.</summary>
    public void End() => Enqueue([]);

    /// <summary>Loses what is under way, and all that comes.</summary>
    public void Break()
    {
        _isBroken = true;
        _underWay.Clear();
        UnderWay = 0;
    }

    private void Enqueue(byte[] bytes)
    {
        if (_isBroken)
            return;
        var (shortest, longest) = conditions.Delay;
        _last = Math.Max(_last, loop.Now + random.NextInt64(shortest, longest + 1));
        UnderWay += bytes.Length;
        _underWay.Enqueue((_last, bytes));
        Schedule();
    }

    private void Schedule()
    {
        if (_isScheduled || !_underWay.TryPeek(out var next))
            return;
        _isScheduled = true;
        loop.At(Math.Max(next.Due, stalledUntil()), Deliver);
    }

    private void Deliver()
    {
        _isScheduled = false;
        if (_underWay.TryPeek(out var next) && next.Due <= loop.Now && stalledUntil() <= loop.Now)
        {
            _underWay.Dequeue();
            UnderWay -= next.Bytes.Length;
            arrived(next.Bytes);
            // Who waited for room may send.
            loop.LookAgain();
        }
        Schedule();
    }
}
