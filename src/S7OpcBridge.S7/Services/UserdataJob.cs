namespace S7OpcBridge.S7;

/// <summary>One userdata exchange: a request or the request of a further part. Cold, so it is built anew each time.</summary>
internal sealed class UserdataJob : S7Job
{
    private readonly byte[] _request;
    private readonly UserdataParameters _asked;
    private readonly int _pduSize;

    /// <param name="asked">Function and, for a further part, sequence and data unit.</param>
    /// <param name="payload">Data of the request; empty: none.</param>
    /// <param name="pduSize">Negotiated PDU size in bytes.</param>
    public UserdataJob(UserdataParameters asked, ReadOnlySpan<byte> payload, int pduSize)
    {
        _asked = asked;
        _pduSize = pduSize;
        Span<byte> parameters = stackalloc byte[UserdataParameters.LongLength];
        parameters = parameters[..asked.Write(parameters)];
        var dataLength = DataItem.HeaderLength + payload.Length;
        var header = new S7Header(Rosctr.Userdata, 0, parameters.Length, dataLength);
        _request = new byte[header.DataOffset + dataLength];
        header.Write(_request);
        parameters.CopyTo(_request.AsSpan(header.Length));
        // A request without data says so with the code that answers use for "no such object".
        (payload.IsEmpty ? new DataItem(S7ItemStatus.ObjectMissing, DataTransport.None, 0) : new DataItem(S7ItemStatus.Ok, DataTransport.Octets, payload.Length))
            .Write(_request.AsSpan(header.DataOffset));
        payload.CopyTo(_request.AsSpan(header.DataOffset + DataItem.HeaderLength));
    }

    /// <summary>Parameters of the answer.</summary>
    public UserdataParameters Answer { get; private set; }

    /// <summary>Return code of the answer's data.</summary>
    public S7ItemStatus Status { get; private set; }

    /// <summary>Data of the answer.</summary>
    public byte[] Payload { get; private set; } = [];

    internal override ReadOnlySpan<byte> Request => _request;

    internal override int LongestAnswer => _pduSize;

    private protected override void WriteReference(ushort reference) => WriteReference(_request, reference);

    private protected override void Forget() => Payload = [];

    private protected override void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        if (header.Rosctr != Rosctr.Userdata)
            throw new S7ProtocolException($"Broken answer: ROSCTR {(byte)header.Rosctr:X2} answers a userdata service.");
        Answer = UserdataParameters.Read(header.ParametersOf(pdu));
        if (Answer.Group != _asked.Group || Answer.Function != _asked.Function)
            throw new S7ProtocolException($"Broken answer: userdata function {(int)Answer.Group}/{Answer.Function} answers {(int)_asked.Group}/{_asked.Function}.");
        var data = header.DataOf(pdu);
        // Some CPUs leave the data out altogether when the parameters carry an error.
        if (data.IsEmpty)
        {
            Status = S7ItemStatus.None;
            return;
        }
        var item = DataItem.ReadAnswer(data);
        if (item.ByteLength > data.Length - DataItem.HeaderLength)
            throw new S7ProtocolException($"Broken answer: a userdata service announces {item.ByteLength} bytes, {data.Length - DataItem.HeaderLength} came.");
        Status = item.Status;
        Payload = data.Slice(DataItem.HeaderLength, item.ByteLength).ToArray();
    }
}
