using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Answers that refuse a job as a whole: class and code in the header, no parameters, no data.</summary>
internal static class Refusals
{
    /// <summary>"Service not available": PUT/GET switched off.</summary>
    public const ushort NotAvailable = UserdataReply.NotAvailable;

    /// <summary>"Wrong frame": request or answer does not fit the PDU, or the request is invalid.</summary>
    public const ushort WrongFrame = 0x8500;

    /// <summary>"Function not available".</summary>
    public const ushort NoSuchFunction = 0x8305;

    /// <summary>Writes the answer's PDU, 12 bytes (19 with TPKT and COTP), and returns its length.</summary>
    public static int Write(Span<byte> answer, ushort reference, ushort code, PlcParts plc)
    {
        plc.Counters.RefusedJob();
        new S7Header(plc.Behavior.RefusesWithAck ? Rosctr.Ack : Rosctr.AckData, reference, 0, 0, code).Write(answer);
        return S7Header.AckLength;
    }
}
