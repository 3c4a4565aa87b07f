using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Serves S7 PDUs independently of sockets. Any number of connections may call it concurrently; the memory's lock orders them.</summary>
internal sealed class JobServer(PlcParts plc)
{
    /// <summary>Returned instead of a length: the CPU closes the connection.</summary>
    public const int DropLink = -1;

    private readonly SetupService _setup = new(plc);
    private readonly ReadVarService _read = new(plc);
    private readonly WriteVarService _write = new(plc);
    private readonly UserdataService _userdata = new(plc);

    /// <summary>The fault point of a PDU; null: it is not answered.</summary>
    public static FaultPoint? PointOf(ReadOnlySpan<byte> pdu)
    {
        if (pdu.Length < S7Header.JobLength || pdu[0] != S7Header.ProtocolId)
            return null;
        return (Rosctr)pdu[1] switch
        {
            Rosctr.Userdata => FaultPoint.Userdata,
            Rosctr.Job when pdu.Length > S7Header.JobLength => (S7Function)pdu[S7Header.JobLength] switch
            {
                S7Function.ReadVar => FaultPoint.Read,
                S7Function.WriteVar => FaultPoint.Write,
                S7Function.Setup => FaultPoint.Setup,
                _ => null,
            },
            _ => null,
        };
    }

    /// <summary>Serves a PDU.</summary>
    /// <param name="pdu">The request.</param>
    /// <param name="answer">Buffer for the answer: the negotiated PDU, at least <see cref="SetupCommunication.AnswerLength"/> bytes.</param>
    /// <param name="link">State of its connection.</param>
    /// <param name="mix">Faults; null: none.</param>
    /// <returns>Length of the answer, 0 for none, or <see cref="DropLink"/>.</returns>
    /// <exception cref="S7ProtocolException">Not an S7 PDU.</exception>
    public int Serve(ReadOnlySpan<byte> pdu, Span<byte> answer, S7LinkState link, FaultMix? mix)
    {
        var header = S7Header.Read(pdu);
        if (header.Rosctr is not (Rosctr.Job or Rosctr.Userdata))
            return 0;
        if (header.Rosctr == Rosctr.Job && header.ParameterLength == 0)
            return Refusals.Write(answer, header.Reference, Refusals.WrongFrame, plc);
        var function = header.Rosctr == Rosctr.Job ? (S7Function)header.ParametersOf(pdu)[0] : default;
        if (function != S7Function.Setup && link.PduSize == 0)
            return DropLink;
        if (link.PduSize > 0 && pdu.Length > link.PduSize)
            return plc.Behavior.DropsOversizeRequests ? DropLink : Refusals.Write(answer, header.Reference, Refusals.WrongFrame, plc);
        if (mix is { RefuseWith: not 0 })
            return Refusals.Write(answer, header.Reference, mix.RefuseWith, plc);
        if (header.Rosctr == Rosctr.Userdata)
            return _userdata.Serve(header, pdu, answer, link);
        if (function is S7Function.ReadVar or S7Function.WriteVar && !plc.Cpu.PutGet)
            return RefusePutGet(function, header, pdu, answer);

        var style = AnswerStyle.From(plc.Behavior, mix);
        return function switch
        {
            S7Function.ReadVar => _read.Serve(header, pdu, answer, link, style),
            S7Function.WriteVar => _write.Serve(header, pdu, answer, link, style),
            S7Function.Setup => _setup.Serve(header, pdu, answer, link),
            _ => Refusals.Write(answer, header.Reference, Refusals.NoSuchFunction, plc),
        };
    }

    private int RefusePutGet(S7Function function, in S7Header header, ReadOnlySpan<byte> pdu, Span<byte> answer)
    {
        var items = ItemSpecs.CountOf(header.ParametersOf(pdu));
        if (function == S7Function.ReadVar)
            plc.Counters.Read(items);
        else
            plc.Counters.Write(items);
        return Refusals.Write(answer, header.Reference, Refusals.NotAvailable, plc);
    }
}
