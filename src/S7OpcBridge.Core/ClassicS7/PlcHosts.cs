using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// The one or two addresses of a PLC. Of two, the one that answered last is tried first, then the other. The other one comes first after a connection on which
/// nothing was read, and after one whose CPU stopped.
/// </summary>
internal sealed class PlcHosts(S7ConnectionOptions options)
{
    // A pair of which both stand in STOP is not worth a broken link every few seconds.
    private static readonly TimeSpan FirstRest = TimeSpan.FromSeconds(10), LongestRest = TimeSpan.FromMinutes(5);

    private readonly string[] _hosts = options.Second is { } second ? [options.Host, second] : [options.Host];
    private int _preferred;
    private long _mayLeaveAt = long.MinValue;
    private TimeSpan _rest = FirstRest;

    /// <summary>The address that is tried first, or that took the connection.</summary>
    public string Preferred => _hosts[Volatile.Read(ref _preferred)];

    /// <summary>Connects to the first that takes the connection.</summary>
    /// <exception cref="S7Exception">None does; the message tells of both.</exception>
    public async Task<S7Connection> ConnectAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var other = _hosts.Length > 1 ? _hosts[1 - _preferred] : null;
        var connection = await S7Connection.ConnectAsync(options with { Host = Preferred, Second = other }, time, cancellationToken).ConfigureAwait(false);
        if (connection.Host != Preferred)
            Swap();
        return connection;
    }

    /// <summary>A connection is over; one on which no cycle was ever answered speaks for the other address.</summary>
    public void Ended(bool haveRead)
    {
        if (!haveRead)
            Swap();
    }

    /// <summary>The CPU told its state. True: it stands, and the other address is worth a try; seldom while neither runs.</summary>
    /// <param name="stopped">It does not run its program.</param>
    /// <param name="now">Steady ticks.</param>
    public bool IsToLeave(bool stopped, long now)
    {
        if (!stopped)
            (_rest, _mayLeaveAt) = (FirstRest, long.MinValue);
        if (!stopped || _hosts.Length == 1 || now < _mayLeaveAt)
            return false;
        Swap();
        _mayLeaveAt = now + _rest.Ticks;
        _rest = _rest * 2 < LongestRest ? _rest * 2 : LongestRest;
        return true;
    }

    private void Swap() => Volatile.Write(ref _preferred, _hosts.Length - 1 - _preferred);
}
