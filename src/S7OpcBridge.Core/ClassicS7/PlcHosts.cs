using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// The one or two addresses of a PLC. Of two, the one that answered last is tried first. The order changes after a connection on which no cycle was answered,
/// and after a connection whose CPU went to STOP.
/// </summary>
internal sealed class PlcHosts(S7ConnectionOptions options)
{
    // Pause between changes of address while both CPUs of a pair are in STOP, so that the connection is not closed every few seconds.
    private static readonly TimeSpan FirstRest = TimeSpan.FromSeconds(10),
        LongestRest = TimeSpan.FromMinutes(5);

    private readonly string[] _hosts = options.Second is { } second ? [options.Host, second] : [options.Host];
    private int _preferred;
    private long _mayLeaveAt = long.MinValue;
    private TimeSpan _rest = FirstRest;

    /// <summary>The address that is tried first, or that accepted the current connection.</summary>
    public string Preferred => _hosts[Volatile.Read(ref _preferred)];

    /// <summary>Connects to the first address that accepts the connection.</summary>
    /// <exception cref="S7Exception">No address accepts it; the message gives the reason of each.</exception>
    public async Task<S7Connection> ConnectAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var other = _hosts.Length > 1 ? _hosts[1 - _preferred] : null;
        // The bridge sends from the shared thread, which must not look for the answers of one PLC while others wait.
        var where = options with
        {
            Host = Preferred,
            Second = other,
            SpinTime = TimeSpan.Zero,
        };
        var connection = await S7Connection.ConnectAsync(where, time, cancellationToken).ConfigureAwait(false);
        if (connection.Host != Preferred)
            Swap();
        return connection;
    }

    /// <summary>Called when a connection has ended. After a connection without an answered cycle the other address is tried first.</summary>
    public void Ended(bool haveRead)
    {
        if (!haveRead)
            Swap();
    }

    /// <summary>
    /// Called when the CPU has reported its state. Returns true where the CPU is in STOP and the other address is to be tried; the pause between two changes
    /// grows while neither CPU runs.
    /// </summary>
    /// <param name="stopped">True: the CPU is in STOP.</param>
    /// <param name="now">Monotonic time in ticks.</param>
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
