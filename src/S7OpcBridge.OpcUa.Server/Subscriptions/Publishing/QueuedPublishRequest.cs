namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>
/// A Publish request that waits for something to send. Must be answered exactly once, with <see cref="Send"/> or <see cref="Fault"/>,
/// and not be touched after that. Both only queue and never block.
/// </summary>
internal abstract class QueuedPublishRequest
{
    /// <summary>Most acknowledgements; the arrays of a few are used again, those of more are counted and dropped.</summary>
    private const int MaxAcknowledgements = 1000,
        Few = 16;

    private const int BytesEach = 8 + 4;

    private Acknowledgement[] _acknowledgements = [];
    private uint[] _results = [];
    private int _count;

    /// <summary>The next request in the queue.</summary>
    public QueuedPublishRequest? Next { get; set; }

    /// <summary>The request handle of the header, which the response repeats.</summary>
    public uint RequestHandle { get; protected set; }

    /// <summary>
    /// When the client gives up, by <see cref="TimeProvider.GetTimestamp"/>; <see cref="long.MaxValue"/>: never. After that the answer is BadTimeout.
    /// </summary>
    public long Deadline { get; protected set; } = long.MaxValue;

    /// <summary>The largest response that the client accepts, in bytes.</summary>
    public int MaxResponseSize { get; protected set; } = int.MaxValue;

    /// <summary>False once the connection has ended: an answer to this request would be lost.</summary>
    public abstract bool IsAlive { get; }

    /// <summary>The acknowledged messages.</summary>
    public ReadOnlySpan<Acknowledgement> Acknowledgements => _acknowledgements.AsSpan(0, _count);

    /// <summary>A status for each acknowledgement, filled in when the request comes and sent when it is answered.</summary>
    public Span<uint> Results => _results.AsSpan(0, _count);

    /// <summary>An empty response. Writing more than <see cref="MaxResponseSize"/> into it is a <see cref="UaException"/> BadResponseTooLarge.</summary>
    public abstract MessageBuffer BeginResponse();

    /// <summary>Answers; the channel owns the buffer from then on.</summary>
    public abstract void Send(MessageBuffer response);

    /// <summary>Answers with a ServiceFault.</summary>
    public abstract void Fault(StatusCode status);

    /// <summary>Reads the acknowledgements, the first field after the request's header.</summary>
    /// <returns>Their bytes in memory; 0: a few.</returns>
    /// <exception cref="UaException">BadTooManyOperations.</exception>
    protected int ReadAcknowledgements(ref UaReader request)
    {
        _count = Math.Max(0, request.ReadArrayLength(8));
        if (_count > MaxAcknowledgements)
        {
            var count = _count;
            _count = 0;
            throw new UaException(
                StatusCodes.BadTooManyOperations,
                $"A Publish request acknowledges {count} messages; {MaxAcknowledgements} are allowed."
            );
        }

        if (_acknowledgements.Length < _count)
            (_acknowledgements, _results) = (new Acknowledgement[_count], new uint[_count]);
        for (var i = 0; i < _count; i++)
            _acknowledgements[i] = new Acknowledgement(request.ReadUInt32(), request.ReadUInt32());
        return _acknowledgements.Length > Few ? _acknowledgements.Length * BytesEach : 0;
    }

    /// <summary>Frees the arrays of more than a few acknowledgements, once the request is answered.</summary>
    protected void DropManyAcknowledgements()
    {
        if (_acknowledgements.Length > Few)
            (_acknowledgements, _results, _count) = ([], [], 0);
    }
}

/// <summary>A notification message that the client has received.</summary>
internal readonly record struct Acknowledgement(uint SubscriptionId, uint SequenceNumber);
