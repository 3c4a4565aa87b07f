namespace S7OpcBridge.OpcUa.Channel.Reverse;

/// <summary>How long to wait before the next dial. One loop.</summary>
/// <param name="first">Pause after the first failure; also how long a connection must have stood to count as good.</param>
/// <param name="jitter">A random number from 0 to 1.</param>
internal sealed class RedialPause(TimeSpan first, Func<double> jitter)
{
    /// <summary>Dials one after the other without a pause, for a client that opens channel after channel.</summary>
    public const int MostAtOnce = 5;

    private const double Factor = 1.5,
        Shortest = 0.8;

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    private TimeSpan? _longer;
    private int _atOnce;

    /// <summary>After the client has opened a channel: none, except for a client that does so again and again.</summary>
    /// <param name="waited">How long the connection was there before.</param>
    public TimeSpan AfterChannel(TimeSpan waited)
    {
        _longer = null;
        if (waited >= first)
            _atOnce = 0;
        if (++_atOnce <= MostAtOnce)
            return TimeSpan.Zero;
        _atOnce = 0;
        return Jittered(first);
    }

    /// <summary>After a dial that failed, or a connection that ended before the client had a channel.</summary>
    /// <param name="waited">How long the connection was there; zero if it was not made.</param>
    public TimeSpan AfterFailure(TimeSpan waited)
    {
        // A client that holds connections for a while and then lets them go is there: it need not be given more rest each time.
        if (waited >= first)
            _longer = null;
        var pause = _longer ?? first;
        _longer = pause * Factor < Longest ? pause * Factor : Longest;
        return Jittered(pause);
    }

    // Never longer than the pause itself, so that the documented times are upper limits.
    private TimeSpan Jittered(TimeSpan pause) => pause * (Shortest + (1 - Shortest) * jitter());
}
