namespace S7OpcBridge.History.Recording;

/// <summary>What is known of the values of a PLC.</summary>
internal sealed class PlcHistoryState(string name)
{
    private readonly Lock _gate = new();
    private long _refusedFrom = long.MaxValue;

    public string Name => name;

    /// <summary>The number of the series of its gaps; 0: no series of this PLC is recorded in this process.</summary>
    public int Gaps { get; set; }

    /// <summary>The greatest source time committed; 0: none.</summary>
    public long LastTime { get; set; }

    /// <summary>A value of this time was refused or dropped.</summary>
    public void Refuse(long time)
    {
        lock (_gate)
            _refusedFrom = Math.Min(_refusedFrom, time);
    }

    /// <summary>From when on values were refused and no gap says so; null: none were.</summary>
    public long? TakeRefused()
    {
        lock (_gate)
        {
            var from = _refusedFrom;
            _refusedFrom = long.MaxValue;
            return from == long.MaxValue ? null : from;
        }
    }
}
