using System.Buffers.Binary;
using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>Queries the CPU's state (SZL 0424) repeatedly without allocating. Used by one caller at a time.</summary>
public sealed class S7CpuStateJob : S7Job
{
    private const byte ReadSzl = 0x01;

    private static readonly UserdataParameters Asked = new(UserdataParameters.Request, UserdataGroup.Cpu, ReadSzl, 0);

    private readonly byte[] _request;
    private readonly int _pduSize;

    /// <param name="pduSize">Negotiated PDU size in bytes.</param>
    public S7CpuStateJob(int pduSize)
    {
        Span<byte> list = stackalloc byte[4];
        BinaryPrimitives.WriteInt32BigEndian(list, S7CpuMode.ListId << 16);
        (_request, _pduSize) = (UserdataFrame.Build(Asked, list), pduSize);
    }

    /// <summary>The last answer.</summary>
    public S7CpuState State { get; private set; }

    internal override ReadOnlySpan<byte> Request => _request;

    internal override int LongestAnswer => _pduSize;

    private protected override void WriteReference(ushort reference) => WriteReference(_request, reference);

    private protected override string Explain(ushort code) => UserdataFrame.Explain(code);

    private protected override void Forget() => State = S7CpuState.Unknown;

    private protected override void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        var answer = UserdataFrame.Read(header, pdu, Asked, out var status, out var payload);
        if (UserdataFrame.RefusalOf(answer, status) is { } refusal)
            Refuse(refusal);
        else
            State = S7CpuMode.DecodeList(payload);
    }
}
