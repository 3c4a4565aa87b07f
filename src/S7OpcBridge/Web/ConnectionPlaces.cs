namespace S7OpcBridge;

/// <summary>Counts the connections that are open, and lets no more in than there are places. Any thread.</summary>
/// <param name="most">Places here.</param>
/// <param name="shared">Places that these are part of; null: none.</param>
internal sealed class ConnectionPlaces(int most, ConnectionPlaces? shared = null)
{
    private int _taken;

    /// <summary>Takes a place; false: all are taken.</summary>
    public bool TryTake()
    {
        if (Interlocked.Increment(ref _taken) <= most && shared?.TryTake() != false)
            return true;
        Interlocked.Decrement(ref _taken);
        return false;
    }

    /// <summary>Gives a place back that was taken.</summary>
    public void GiveBack()
    {
        Interlocked.Decrement(ref _taken);
        shared?.GiveBack();
    }
}
