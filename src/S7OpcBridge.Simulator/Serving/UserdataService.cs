using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Answers userdata requests (ROSCTR 07) and sends long answers in parts.</summary>
internal sealed class UserdataService(PlcParts plc)
{
    private readonly SzlService _szl = new(plc);
    private readonly MessageService _messages = new(plc);
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
        if (request.Sequence != 0 && link.Rests.Take(request.Sequence) is { IsEmpty: false } rest)
            return WritePart(header, request, UserdataReply.Done with { Data = rest }, answer, link);

        var data = header.DataOf(pdu);
        var reply = Dispatch(request, data.Length > DataItem.HeaderLength ? data[DataItem.HeaderLength..] : default, link);
        if (reply == UserdataReply.DropLink)
            return JobServer.DropLink;
        return WritePart(header, request, reply, answer, link);
    }

    private UserdataReply Dispatch(in UserdataParameters request, ReadOnlySpan<byte> data, S7LinkState link) =>
        request.Group switch
        {
            UserdataGroup.Cpu when request.Function == 1 => _szl.Answer(data),
            UserdataGroup.Cpu when MessageService.Has(request.Function) => _messages.Answer(request.Function, data, link),
            UserdataGroup.Block when plc.Behavior.HasBlockInfo => _blocks.Answer(request.Function, data),
            UserdataGroup.Time when plc.Behavior.HasClock => _clock.Answer(request.Function, data),
            UserdataGroup.Security when plc.Behavior.HasSessionPassword => _security.Answer(request.Function, data, link),
            _ => UserdataReply.NotOffered,
        };

    /// <summary>Writes as much of the data as fits the PDU: <c>FF 09 length2 data</c>, or <c>0A 00 0000</c> without data.</summary>
    private static int WritePart(
        in S7Header header,
        in UserdataParameters request,
        in UserdataReply reply,
        Span<byte> answer,
        S7LinkState link
    )
    {
        const int DataStart = S7Header.JobLength + UserdataParameters.LongLength;
        var length = Math.Min(reply.Data.Length, link.PduSize - DataStart - DataItem.HeaderLength);
        var part = reply.Data[..length];
        var more = reply.Data.Length > length;
        // As real CPUs do it, all parts of an answer have one sequence and, where there are several, one data unit.
        var isFirst = request.Sequence == 0;
        if (isFirst)
            link.UserdataSequence = link.UserdataSequence == byte.MaxValue ? (byte)1 : (byte)(link.UserdataSequence + 1);
        var sequence = isFirst ? link.UserdataSequence : request.Sequence;
        if (more)
            link.Rests.Keep(sequence, reply.Data[length..]);

        new S7Header(Rosctr.Userdata, header.Reference, UserdataParameters.LongLength, DataItem.HeaderLength + length).Write(answer);
        new UserdataParameters(
            UserdataParameters.Answer,
            request.Group,
            request.Function,
            sequence,
            more || !isFirst ? sequence : (byte)0,
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
