using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>The format of the items of one answer, and the item that fails by a fault.</summary>
internal readonly record struct AnswerStyle(bool PadsLast, int ErrorLength, int FailedItem, S7ItemStatus FailedWith)
{
    public static AnswerStyle From(CpuBehavior behavior, FaultMix? mix) =>
        mix is null
            ? new(behavior.PadsLastItem, behavior.ErrorItemLength, -1, S7ItemStatus.Ok)
            : new(behavior.PadsLastItem || mix.PadLast, mix.ErrorLength ?? behavior.ErrorItemLength, mix.FailedItem, mix.FailedWith);
}
