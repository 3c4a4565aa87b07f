using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>How the items of one answer are written, and which of them fails on command.</summary>
internal readonly record struct AnswerStyle(bool PadsLast, int ErrorLength, int FailedItem, S7ItemStatus FailedWith)
{
    public static AnswerStyle Of(PlcManner manner, FaultMix? mix) => mix is null
        ? new(manner.PadsLastItem, manner.ErrorItemLength, -1, S7ItemStatus.Ok)
        : new(manner.PadsLastItem || mix.PadLast, mix.ErrorLength ?? manner.ErrorItemLength, mix.FailedItem, mix.FailedWith);
}
