using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>
/// Negotiates PDU size and jobs: the smaller of requested and own values, and no PDU larger than the agreed TPDU, unless the behaviour fragments it.
/// </summary>
internal sealed class SetupService(PlcParts plc)
{
    /// <summary>Smallest PDU size that is granted: a header, one item and some data.</summary>
    private const int LeastPdu = 112;

    private static readonly int[] PduSteps = [960, 480, 240];

    /// <summary>Writes the answer's PDU and returns its length, or refuses.</summary>
    public int Serve(in S7Header header, ReadOnlySpan<byte> pdu, Span<byte> answer, S7LinkState link)
    {
        var parameters = header.ParametersOf(pdu);
        if (parameters.Length != SetupCommunication.ParameterLength)
            return Refusals.Write(answer, header.Reference, Refusals.WrongFrame, plc);
        var requested = SetupCommunication.Read(parameters);
        var pduSize = Math.Clamp(requested.PduSize, LeastPdu, plc.Behavior.PduSize);
        if (plc.Behavior.OnSmallTpdu == TpduPolicy.ShrinkPdu)
            pduSize = Shrink(pduSize, link.TpduSize);

        var agreed = new SetupCommunication(Smaller(requested.MaxJobsCalling), Smaller(requested.MaxJobsCalled), pduSize);
        link.PduSize = pduSize;
        link.MaxJobs = Math.Min(agreed.MaxJobsCalling, agreed.MaxJobsCalled);
        plc.Counters.Setup();
        agreed.WriteAnswer(answer, header.Reference);
        return SetupCommunication.AnswerLength;
    }

    private int Smaller(int requested) => Math.Clamp(requested, 1, plc.Behavior.MaxJobs);

    private static int Shrink(int pduSize, int tpduSize)
    {
        if (pduSize + Cotp.DataHeaderLength <= tpduSize)
            return pduSize;
        foreach (var step in PduSteps)
        {
            if (step < pduSize && step + Cotp.DataHeaderLength <= tpduSize)
                return step;
        }

        // With TPDUs of 128 bytes no CPU goes below 240; it fragments its answers instead.
        return Math.Min(pduSize, PduSteps[^1]);
    }
}
