using System.Diagnostics;

namespace S7OpcBridge.OpcUa.Channel.Transport.Loop;

/// <summary>
/// A client's share of the <see cref="SocketLoop"/>. What requests are brief is known beforehand as a rule (<c>BriefRequest</c>); who asks for something that is not all the
/// same, loses the loop for a while. A turn takes 10 µs as a rule. That the machine was busy elsewhere for some milliseconds is no client's fault, and is forgiven.
/// </summary>
internal sealed class LoopShare
{
    /// <summary>Waits on the pool, before it is tried on the loop again.</summary>
    public const int Penance = 256;

    /// <summary>What a turn may take, and by how much all of them together may exceed that, in ticks of the clock.</summary>
    public static readonly long PerTurn = Stopwatch.Frequency / 4000, Credit = Stopwatch.Frequency / 100;

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

    /// <summary>A turn on the loop took so many ticks of the clock.</summary>
    public void Charge(long ticks)
    {
        _exceeded = Math.Max(0, _exceeded + ticks - PerTurn);
        if (_exceeded < Credit)
            return;
        _exceeded = 0;
        _off = Penance;
    }
}
