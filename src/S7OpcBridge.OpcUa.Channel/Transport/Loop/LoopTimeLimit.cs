using System.Diagnostics;

namespace S7OpcBridge.OpcUa.Channel.Transport.Loop;

/// <summary>
/// Limits the time that a client may take on the <see cref="SocketLoop"/>. <c>BriefRequest</c> selects brief requests by type and size; a client whose requests
/// take long nevertheless is served on the thread pool for a while. A turn mostly takes 10 µs. A few turns of some milliseconds, as on a busy machine, are
/// tolerated.
/// </summary>
internal sealed class LoopTimeLimit
{
    /// <summary>Turns on the thread pool before the loop is tried again.</summary>
    public const int BackoffTurns = 256;

    /// <summary>Time that a turn may take, and by how much all turns together may exceed that, in ticks of the clock.</summary>
    public static readonly long PerTurn = Stopwatch.Frequency / 4000,
        Credit = Stopwatch.Frequency / 100;

    private long _exceeded;
    private volatile int _off;

    /// <summary>True: the next turn may be on the loop.</summary>
    public bool TryTake()
    {
        if (_off == 0)
            return true;
        _off--;
        return false;
    }

    /// <summary>Counts a turn on the loop, in ticks of the clock.</summary>
    public void Charge(long ticks)
    {
        _exceeded = Math.Max(0, _exceeded + ticks - PerTurn);
        if (_exceeded < Credit)
            return;
        _exceeded = 0;
        _off = BackoffTurns;
    }
}
