namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>How much of an answer one node may fill, and how long the server may work on it.</summary>
internal sealed class HistoryBudget(TimeProvider time, TimeSpan? allowed)
{
    private readonly long _begin = time.GetTimestamp();

    /// <summary>Bytes that the present node may still take.</summary>
    public int Bytes { get; private set; }

    /// <summary>True if the client's timeout is near: the rest follows in further answers.</summary>
    public bool IsLate => allowed is { } limit && time.GetElapsedTime(_begin) > limit;

    /// <summary>Sets the bytes for the next node.</summary>
    public void Grant(int bytes) => Bytes = bytes;

    /// <summary>Takes bytes for a value; false: they do not fit, nothing is taken.</summary>
    public bool TryTake(int bytes)
    {
        if (bytes > Bytes)
            return false;
        Bytes -= bytes;
        return true;
    }
}
