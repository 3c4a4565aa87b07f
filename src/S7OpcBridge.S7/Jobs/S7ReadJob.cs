namespace S7OpcBridge.S7;

/// <summary>
/// A ReadVar job, built once and sent any number of times: only its PDU reference changes. Owns its request frame, its answer and its awaitable, so that
/// sending it allocates nothing. One caller at a time.
/// </summary>
public sealed class S7ReadJob
{
    /// <summary>Builds the request frame.</summary>
    /// <param name="items">1–255 ranges; the caller has checked that request and answer fit the PDU.</param>
    public S7ReadJob(ReadOnlySpan<S7Range> items) => throw new NotImplementedException();

    /// <summary>Number of items.</summary>
    public int Count => throw new NotImplementedException();

    /// <summary>Status of an item in the last answer.</summary>
    public S7ItemStatus StatusOf(int item) => throw new NotImplementedException();

    /// <summary>Data of an item in the last answer, exactly as long as its range; empty unless its status is Ok. Valid until the job is sent again.</summary>
    public ReadOnlySpan<byte> DataOf(int item) => throw new NotImplementedException();
}
