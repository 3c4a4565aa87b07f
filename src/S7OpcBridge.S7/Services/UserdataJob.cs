using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Services;

/// <summary>One userdata exchange: a first request or a request for a further part. Used rarely, so it is made for each exchange.</summary>
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
        _request = UserdataFrame.Build(asked, payload);
    }

    public UserdataParameters Answer { get; private set; }

    /// <summary>Return code of the answer's data.</summary>
    public S7ItemStatus Status { get; private set; }

    /// <summary>Data of the answer.</summary>
    public byte[] Payload { get; private set; } = [];

    internal override ReadOnlySpan<byte> Request => _request;

    internal override int LongestAnswer => _pduSize;

    private protected override void WriteReference(ushort reference) => WriteReference(_request, reference);

    private protected override string Explain(ushort code) => UserdataFrame.Explain(code);

    private protected override void Forget() => Payload = [];

    private protected override void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        Answer = UserdataFrame.Read(header, pdu, _asked, out var status, out var payload);
        (Status, Payload) = (status, payload.ToArray());
    }
}
