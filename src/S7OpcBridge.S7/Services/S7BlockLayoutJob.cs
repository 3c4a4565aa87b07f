using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>What shows that the members of a data block lie where they lay: the same three mean the same layout, as far as the CPU tells.</summary>
/// <param name="Length">Bytes that can be addressed.</param>
/// <param name="Checksum">Checksum of what was downloaded; 0 where the CPU does not tell. Actual values do not move it.</param>
/// <param name="InterfaceTime">When its declaration was last changed, in the CPU's own six bytes.</param>
public readonly record struct S7BlockLayout(int Length, int Checksum, long InterfaceTime);

/// <summary>Asks what a data block looks like (userdata group 3, function 3) any number of times, so that watching blocks for years allocates nothing. One caller at a time.</summary>
public sealed class S7BlockLayoutJob : S7Job
{
    private const byte BlockInfo = 0x03;
    private const int Digits = 5;
    private const ushort BlockNotFound = 0xD209;

    private static readonly UserdataParameters Asked = new(UserdataParameters.Request, UserdataGroup.Block, BlockInfo, 0);

    private readonly byte[] _request;
    private readonly int _pduSize;

    /// <param name="pduSize">Negotiated PDU size in bytes.</param>
    public S7BlockLayoutJob(int pduSize) => (_request, _pduSize) = (UserdataFrame.Build(Asked, S7BlockInfo.Request(S7BlockType.DB, 0)), pduSize);

    /// <summary>What the last answer said; null: there is no such block.</summary>
    public S7BlockLayout? Layout { get; private set; }

    internal override ReadOnlySpan<byte> Request => _request;

    internal override int LongestAnswer => _pduSize;

    /// <summary>Asks for another block from the next time on.</summary>
    public void Ask(ushort db)
    {
        // The number stands before the last letter of the request.
        for (var at = _request.Length - 2; at > _request.Length - 2 - Digits; at--, db /= 10)
            _request[at] = (byte)('0' + db % 10);
    }

    private protected override void WriteReference(ushort reference) => WriteReference(_request, reference);

    private protected override string Explain(ushort code) => UserdataFrame.Explain(code);

    private protected override void Forget() => Layout = null;

    private protected override void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        var answer = UserdataFrame.Read(header, pdu, Asked, out var status, out var payload);
        // That there is none is an answer, not a refusal.
        if (answer.Error == BlockNotFound || (answer.Error == 0 && status == S7ItemStatus.ObjectMissing))
            return;
        if (UserdataFrame.RefusalOf(answer, status) is { } refusal)
            Refuse(refusal);
        else
            Layout = S7BlockInfo.LayoutOf(payload);
    }
}
