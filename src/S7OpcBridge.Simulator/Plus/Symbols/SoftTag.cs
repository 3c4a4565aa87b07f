using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>A PLC tag: a symbol of I, Q, M, a timer or a counter. Immutable.</summary>
/// <param name="Name">Its name, for example <c>Motor_On</c>.</param>
/// <param name="Type">An elementary type with TIA Portal's name: <c>Bool</c>, <c>Real</c>, <c>Timer</c>.</param>
/// <param name="Address">Its address: <c>%M0.3</c>, <c>%IW64</c>, <c>%T5</c>.</param>
public sealed record SoftTag(string Name, string Type, string Address)
{
    /// <summary>"Writable from HMI/OPC UA"; default: true.</summary>
    public bool IsWritable { get; init; } = true;

    /// <summary>Where it is.</summary>
    /// <exception cref="SoftPlcException">Address or type are invalid, or do not fit.</exception>
    internal (S7Address Address, S7DataType Type, bool IsByNumber) Place()
    {
        if (!S7Address.TryParse(Address, out var address, out _, out var error))
            throw new SoftPlcException($"The PLC tag {Name}: {error}.");
        if (address.Area is not (S7Area.Inputs or S7Area.Outputs or S7Area.Markers or S7Area.Timers or S7Area.Counters))
            throw new SoftPlcException($"The PLC tag {Name}: {Address} is no address of I, Q, M, T or C.");
        if (!S7DataType.TryParse(Type, out var type, out error))
            throw new SoftPlcException($"The PLC tag {Name}: {error}.");
        if (type.IsArray || type.Capacity > 0 || type.Kind is S7TypeKind.Bcd16 or S7TypeKind.Bcd32 or S7TypeKind.DTL)
            throw new SoftPlcException($"The PLC tag {Name}: a {Type} is not possible; take an elementary type.");
        if (!address.Fits(type, out error))
            throw new SoftPlcException($"The PLC tag {Name}: {error}.");
        return (address, type, address.Area is S7Area.Timers or S7Area.Counters);
    }
}
