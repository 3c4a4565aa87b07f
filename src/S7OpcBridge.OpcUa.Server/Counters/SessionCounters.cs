namespace S7OpcBridge.OpcUa.Server.Counters;

/// <summary>How often a session called each service, and how often the whole call failed.</summary>
internal sealed class SessionCounters
{
    private readonly uint[] _totals = new uint[(int)SessionService.Count],
        _errors = new uint[(int)SessionService.Count];
    private uint _unauthorized;

    /// <summary>Requests that the user's roles do not allow.</summary>
    public uint Unauthorized => Volatile.Read(ref _unauthorized);

    /// <summary>Sum over all services.</summary>
    public ServiceCounterDataType Total
    {
        get
        {
            var sum = new ServiceCounterDataType();
            for (var i = 0; i < _totals.Length; i++)
            {
                sum.TotalCount += Volatile.Read(ref _totals[i]);
                sum.ErrorCount += Volatile.Read(ref _errors[i]);
            }

            return sum;
        }
    }

    /// <summary>A request has come.</summary>
    public void Count(SessionService service) => Interlocked.Increment(ref _totals[(int)service]);

    /// <summary>A request was answered with a fault.</summary>
    public void CountError(SessionService service) => Interlocked.Increment(ref _errors[(int)service]);

    /// <summary>A request was denied.</summary>
    public void CountUnauthorized() => Interlocked.Increment(ref _unauthorized);

    /// <summary>The figures of a service.</summary>
    public ServiceCounterDataType CounterOf(SessionService service) =>
        new() { TotalCount = Volatile.Read(ref _totals[(int)service]), ErrorCount = Volatile.Read(ref _errors[(int)service]) };

    /// <summary>Sets the counts to 0.</summary>
    public void Reset()
    {
        Array.Clear(_totals);
        Array.Clear(_errors);
        _unauthorized = 0;
    }
}
