using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>Identifies the layout of a data block: equal values mean an unchanged layout, as far as the CPU provides them.</summary>
/// <param name="Length">Number of addressable bytes.</param>
/// <param name="Checksum">Checksum of the downloaded block; 0 where the CPU provides none. Actual values do not change it.</param>
/// <param name="InterfaceTime">Time of the last change of its declaration, in the CPU's six-byte format.</param>
public readonly record struct S7BlockLayout(int Length, int Checksum, long InterfaceTime);

/// <summary>Queries the layout of data blocks (userdata group 3, function 3) repeatedly without allocating. Used by one caller at a time.</summary>
public sealed class S7BlockLayoutJob : S7Job
{
    private const byte BlockInfo = 0x03;
    private const int Digits = 5;
    private const ushort BlockNotFound = 0xD209;

    private static readonly UserdataParameters Asked = new(UserdataParameters.Request, UserdataGroup.Block, BlockInfo, 0);

    private readonly byte[] _request;
    private readonly int _pduSize;

    /// <param name="pduSize">Negotiated PDU size in bytes.</param>
    public S7BlockLayoutJob(int pduSize) =>
        (_request, _pduSize) = (UserdataFrame.Build(Asked, S7BlockInfo.Request(S7BlockType.DB, 0)), pduSize);

    /// <summary>The last answer; null: the block does not exist.</summary>
    public S7BlockLayout? Layout { get; private set; }

    internal override ReadOnlySpan<byte> Request => _request;

    internal override int LongestAnswer => _pduSize;

    /// <summary>Sets the block of the next query.</summary>
    public void Ask(ushort db)
    {
        // The block number precedes the last letter of the request.
        for (var at = _request.Length - 2; at > _request.Length - 2 - Digits; at--, db /= 10)
            _request[at] = (byte)('0' + db % 10);
    }

    private protected override void WriteReference(ushort reference) => WriteReference(_request, reference);

    private protected override string Explain(ushort code) => UserdataFrame.Explain(code);

    private protected override void Forget() => Layout = null;

    private protected override void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        var answer = UserdataFrame.Read(header, pdu, Asked, out var status, out var payload);
        // A missing block is an answer, not a refusal.
        if (answer.Error == BlockNotFound || (answer.Error == 0 && status == S7ItemStatus.ObjectMissing))
            return;
        if (UserdataFrame.RefusalOf(answer, status) is { } refusal)
            Refuse(refusal);
        else
            Layout = S7BlockInfo.LayoutOf(payload);
    }
}
