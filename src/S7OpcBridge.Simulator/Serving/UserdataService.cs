using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Answers userdata requests (ROSCTR 07) and sends long answers in parts.</summary>
internal sealed class UserdataService(PlcParts plc)
{
    private const ushort NotAvailable = 0x8104;

    /// <summary>The number of the only data unit open on a connection.</summary>
    private const byte DataUnit = 1;

    private readonly SzlService _szl = new(plc);
    private readonly BlockService _blocks = new(plc);
    private readonly ClockService _clock = new(plc);
    private readonly SecurityService _security = new(plc);

    /// <summary>Writes the answer's PDU and returns its length, 0 for none, or <see cref="JobServer.DropLink"/>.</summary>
    public int Serve(in S7Header header, ReadOnlySpan<byte> pdu, Span<byte> answer, S7LinkState link)
    {
        var request = UserdataParameters.Read(header.ParametersOf(pdu));
        if (request.Type != UserdataParameters.Request)
            return 0;
        plc.Counters.Userdata();
        if (request.Sequence != 0 && !link.UserdataRest.IsEmpty)
            return WritePart(header, request, default, answer, link);

        var data = header.DataOf(pdu);
        var reply = Dispatch(request, data.Length > DataItem.HeaderLength ? data[DataItem.HeaderLength..] : default, link);
        if (reply == UserdataReply.DropLink)
            return JobServer.DropLink;
        link.UserdataRest = reply.Data;
        return WritePart(header, request, reply, answer, link);
    }

    private UserdataReply Dispatch(in UserdataParameters request, ReadOnlySpan<byte> data, S7LinkState link) =>
        request.Group switch
        {
            UserdataGroup.Cpu when request.Function == 1 => _szl.Answer(data),
            UserdataGroup.Block when plc.Behavior.HasBlockInfo => _blocks.Answer(request.Function, data),
            UserdataGroup.Time when plc.Behavior.HasClock => _clock.Answer(request.Function, data),
            UserdataGroup.Security when plc.Behavior.HasSessionPassword => _security.Answer(request.Function, data, link),
            _ => UserdataReply.Fail(NotAvailable),
        };

    /// <summary>Writes as much of the remaining data as fits the PDU: <c>FF 09 length2 data</c>, or <c>0A 00 0000</c> without data.</summary>
    private static int WritePart(
        in S7Header header,
        in UserdataParameters request,
        in UserdataReply reply,
        Span<byte> answer,
        S7LinkState link
    )
    {
        const int DataStart = S7Header.JobLength + UserdataParameters.LongLength;
        var length = Math.Min(link.UserdataRest.Length, link.PduSize - DataStart - DataItem.HeaderLength);
        var part = link.UserdataRest[..length];
        link.UserdataRest = link.UserdataRest[length..];
        var more = !link.UserdataRest.IsEmpty;
        link.UserdataSequence = link.UserdataSequence == byte.MaxValue ? (byte)1 : (byte)(link.UserdataSequence + 1);

        new S7Header(Rosctr.Userdata, header.Reference, UserdataParameters.LongLength, DataItem.HeaderLength + length).Write(answer);
        new UserdataParameters(
            UserdataParameters.Answer,
            request.Group,
            request.Function,
            link.UserdataSequence,
            more ? DataUnit : (byte)0,
            more,
            reply.Error
        ).Write(answer[S7Header.JobLength..]);
        var head =
            length > 0
                ? new DataItem(S7ItemStatus.Ok, DataTransport.Octets, length)
                : new DataItem(S7ItemStatus.ObjectMissing, DataTransport.None, 0);
        head.Write(answer[DataStart..]);
        part.Span.CopyTo(answer[(DataStart + DataItem.HeaderLength)..]);
        return DataStart + DataItem.HeaderLength + length;
    }
}
