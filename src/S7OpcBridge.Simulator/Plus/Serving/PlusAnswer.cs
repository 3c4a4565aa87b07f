using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>A request and its answer while it is written.</summary>
/// <param name="Head">Header of the request.</param>
/// <param name="To">The answer, including its header.</param>
/// <param name="Mix">Faults for it; null: none.</param>
internal sealed record PlusAnswer(PlusRequestHead Head, PlusWriter To, FaultMix? Mix)
{
    /// <summary>The integrity id of the answer to a request with this integrity id.</summary>
    public uint Integrity(uint ofRequest) => Head.Sequence + ofRequest;

    /// <summary>Writes the complete answer to a refused request, in the form of its function.</summary>
    public void Refuse(ulong error)
    {
        To.Vlq64(error);
        switch (Head.Function)
        {
            case PlusFunction.GetMultiVariables:
                To.UInt16(0);
                break;
            case PlusFunction.SetMultiVariables or PlusFunction.CreateObject:
                To.Byte(0);
                break;
            case PlusFunction.Explore or PlusFunction.DeleteObject:
                To.UInt32(0);
                break;
            case PlusFunction.GetVarSubStreamed:
                To.Byte(0);
                new PlusValue(0, WireType.Null, 0, null).Write(To);
                break;
        }

        To.Vlq(Integrity(0));
        To.UInt32(0);
    }

    /// <summary>Completes an answer that consists of a return value.</summary>
    public void Result(ulong value, uint integrity)
    {
        To.Vlq64(value);
        To.Vlq(Integrity(integrity));
        To.UInt32(0);
    }
}
