using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// A session that reads values, some requests at a time, other nodes with every request. The first answers are checked value by value, then they are counted.
/// </summary>
internal sealed class ReadStream : LoadStream
{
    private readonly int _inFlight,
        _perCall;
    private readonly byte[][] _requests;
    private int _next,
        _unchecked;

    public ReadStream(LoadSession session, ReadOnlySpan<NodeId> nodes, int perCall, int inFlight)
        : base(session)
    {
        const int Different = 100;
        (_perCall, _inFlight) = (perCall, inFlight);
        _requests = new byte[_unchecked = Math.Min(Different, nodes.Length / perCall)][];
        for (var i = 0; i < _requests.Length; i++)
            _requests[i] = Encode(session, nodes.Slice(nodes.Length / _requests.Length * i, perCall));
    }

    /// <inheritdoc/>
    /// <remarks>Every request has been answered with good values of the right type.</remarks>
    public override bool IsChecked => _unchecked == 0;

    public override void Start()
    {
        for (var i = 0; i < _inFlight; i++)
            AskNext();
        Flush();
    }

    protected override void TakeHead(uint type, ref UaReader body)
    {
        SkipHead(type, ref body);
        var values = body.ReadInt32();
        Values += values == _perCall ? values : throw new InvalidOperationException($"The server answered {values} of {_perCall} values.");
    }

    protected override void TakeEnd() => AskNext();

    private void AskNext()
    {
        Ask(_requests[_next]);
        _next = (_next + 1) % _requests.Length;
    }

    protected override void Check(ref UaReader answer)
    {
        foreach (var value in ReadResponse.Decode(ref answer).Results)
        {
            if (!value.Status.IsGood)
                throw new UaException(value.Status, $"A value was not read: {StatusCodes.NameOf(value.Status)}");
            if (value.Value.Type != BuiltInType.Int32)
                throw new InvalidOperationException(
                    $"The server reads a {value.Value.Type} where the others have an Int32: they would not be compared."
                );
        }
        _unchecked--;
    }

    private static byte[] Encode(LoadSession session, ReadOnlySpan<NodeId> nodes)
    {
        var operations = new ReadValueId[nodes.Length];
        for (var i = 0; i < operations.Length; i++)
            operations[i] = new ReadValueId { NodeId = nodes[i], AttributeId = (uint)AttributeId.Value };
        return LoadChannel.Encode(
            new ReadRequest
            {
                RequestHeader = session.NewHeader(),
                MaxAge = int.MaxValue, // what the server has: nobody is to ask a device
                TimestampsToReturn = TimestampsToReturn.Both,
                NodesToRead = operations,
            }
        );
    }
}
