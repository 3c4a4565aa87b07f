namespace S7OpcBridge.OpcUa.Server.Events.Auditing;

/// <summary>
/// What the audit tells of calls of a method. The default tells no value of an argument, only how many there are and of which types: what a method does not
/// declare, and the arguments of unknown methods, may be secret.
/// </summary>
/// <param name="Inputs">Bit i: input argument i is told by its value.</param>
/// <param name="TellsOutputs">True: output arguments are told by their values.</param>
/// <param name="ChangeType">The event type of a call that succeeded; 0: AuditUpdateMethodEventType.</param>
internal readonly record struct MethodAudit(uint Inputs, bool TellsOutputs = false, uint ChangeType = 0)
{
    /// <summary>No argument is told by its value.</summary>
    public static readonly MethodAudit NoValues;

    /// <summary>The first input arguments, as many as the method has, are told by their values, and all output arguments.</summary>
    public static MethodAudit ForAll(int inputs) => new((uint)((1ul << Math.Min(inputs, 32)) - 1), TellsOutputs: true);

    /// <summary>True if an input argument is told by its value.</summary>
    public bool Tells(int input) => input < 32 && (Inputs >> input & 1) != 0;
}
