namespace S7OpcBridge.S7;

/// <summary>A WriteVar job that is filled, sent, cleared and filled again without allocating. One caller at a time.</summary>
public sealed class S7WriteJob
{
    /// <summary>A job for a PDU size.</summary>
    public S7WriteJob(int pduSize, int maxItems) => throw new NotImplementedException();

    /// <summary>Items in it.</summary>
    public int Count => throw new NotImplementedException();

    /// <summary>Forgets all items.</summary>
    public void Clear() => throw new NotImplementedException();

    /// <summary>Adds bytes (or timer and counter words); copies them. False: it does not fit any more.</summary>
    public bool TryAdd(S7Range range, ReadOnlySpan<byte> data) => throw new NotImplementedException();

    /// <summary>Adds one bit, written as a bit so that its neighbours stay. False: it does not fit any more.</summary>
    public bool TryAddBit(S7Area area, ushort db, int offset, int bit, bool value) => throw new NotImplementedException();

    /// <summary>Status of an item in the last answer.</summary>
    public S7ItemStatus StatusOf(int item) => throw new NotImplementedException();
}
