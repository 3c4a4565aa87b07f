using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Lanes;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// What an answer may take: bytes of each node, memory, and time. It is worked on in turns with the other clients, which change behind a read of the store.
/// </summary>
/// <param name="allowed">How long the server may work on it; null: as long as it takes.</param>
/// <param name="turn">Its turns; null: nobody waits.</param>
/// <param name="memory">Where its memory is counted; null: nowhere.</param>
internal sealed class HistoryBudget(TimeProvider time, TimeSpan? allowed, LaneTurn? turn = null, HeldMemory? memory = null) : IDisposable
{
    // A value in memory takes at most so many times its encoded bytes, with the lists in which it is collected.
    private const int Decoded = 4;

    private readonly long _begin = time.GetTimestamp();
    private long _held;
    private bool _isShort;

    /// <summary>Bytes that the present node may still take.</summary>
    public int Bytes { get; private set; }

    /// <summary>True if the time is over, or the memory is short: the rest follows in further answers.</summary>
    public bool IsLate => _isShort || allowed is { } limit && time.GetElapsedTime(_begin) > limit;

    /// <summary>Sets the bytes for the next node.</summary>
    public void Grant(int bytes) => Bytes = bytes;

    /// <summary>Charges the bytes of a value; false: they do not fit, nothing is charged.</summary>
    public bool TryTake(int bytes)
    {
        if (bytes > Bytes || !TryHold((long)bytes * Decoded))
            return false;
        Bytes -= bytes;
        return true;
    }

    /// <summary>Reads values from the store. In between others get their turn; throws if the read is cancelled.</summary>
    public async ValueTask<SourceProgress> ReadAsync(
        HistorySource source,
        RawHistoryRange range,
        Memory<DataValue> values,
        CancellationToken cancellationToken
    )
    {
        var page = await source.ReadRaw(range, values, cancellationToken).ConfigureAwait(false);
        await TakeTurnAsync(cancellationToken).ConfigureAwait(false);
        return page;
    }

    /// <summary>The same for events.</summary>
    public async ValueTask<SourceProgress> ReadAsync(
        HistorySource source,
        EventHistoryRange range,
        Memory<RecordedEvent> events,
        CancellationToken cancellationToken
    )
    {
        var page = await source.ReadEvents!(range, events, cancellationToken).ConfigureAwait(false);
        await TakeTurnAsync(cancellationToken).ConfigureAwait(false);
        return page;
    }

    /// <summary>Lets others have their turn if this one's is over; throws if the read is cancelled.</summary>
    public async ValueTask TakeTurnAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (turn is not null)
            await turn;
    }

    /// <summary>Gives back its memory: the answer is sent.</summary>
    public void Dispose() => memory?.Add(-_held);

    private bool TryHold(long bytes)
    {
        if (memory is null)
            return true;
        if (_isShort || !memory.TryAdd(bytes))
        {
            _isShort = true;
            return false;
        }

        _held += bytes;
        return true;
    }
}
