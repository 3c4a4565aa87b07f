using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>Asks for the operating state of the CPU; sent any number of times without allocating. Used by one caller at a time.</summary>
public sealed class S7PlusOperatingStateJob() : S7PlusJob(OperatingStates.Request)
{
    /// <summary>True: the last answer told a state, known or not.</summary>
    public bool IsTold { get; private set; }

    /// <summary>The state in the last answer.</summary>
    public S7PlusOperatingState State { get; private set; }

    /// <summary>
    /// From the next sending on asks for the whole execution unit in place of the attribute alone, for a CPU that does not tell that. Between two sendings.
    /// </summary>
    /// <returns>False: it does so already.</returns>
    public bool TryAskForAll()
    {
        var isOther = Body.Function != PlusFunction.Explore;
        Body = OperatingStates.WholeRequest;
        return isOther;
    }

    private protected override void Forget() => (IsTold, State) = (false, S7PlusOperatingState.Unknown);

    private protected override void TakeAnswer(ref PlusReader from)
    {
        var result = new S7PlusReturnValue(from.Vlq64());
        if (result.IsError)
        {
            Refuse(result);
            return;
        }
        S7PlusOperatingState state;
        if (Body.Function == PlusFunction.Explore)
        {
            from.UInt32();
            from.Vlq32();
            IsTold = OperatingStates.TryRead(ref from, out state);
        }
        else
        {
            IsTold = OperatingStates.TryReadValue(ref from, out state);
        }
        State = state;
    }
}
