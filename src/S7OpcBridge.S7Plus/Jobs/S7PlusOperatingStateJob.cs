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

    private protected override void Forget() => (IsTold, State) = (false, S7PlusOperatingState.Unknown);

    private protected override void TakeAnswer(ref PlusReader from)
    {
        var result = new S7PlusReturnValue(from.Vlq64());
        if (result.IsError)
        {
            Refuse(result);
            return;
        }
        from.UInt32();
        from.Vlq32();
        IsTold = OperatingStates.TryRead(ref from, out var state);
        State = state;
    }
}
