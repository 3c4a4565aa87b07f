namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>Value, status and times of one moment, without boxing.</summary>
/// <param name="Type">Built-in type of a scalar up to eight bytes; Null: no value, or the value is <paramref name="Shared"/>.</param>
/// <param name="Bits">The scalar, as in <see cref="Variant.Bits"/>.</param>
/// <param name="Shared">Any other value.</param>
/// <param name="Status">The status code.</param>
/// <param name="SourceTime">OPC UA ticks; 0: none.</param>
/// <param name="ServerTime">OPC UA ticks; 0: none.</param>
internal readonly record struct Sample(BuiltInType Type, long Bits, SharedValue? Shared, uint Status, long SourceTime, long ServerTime)
{
    private const uint FirstBad = 0x80000000;

    /// <summary>The built-in type of the value, or that of its elements; Null: no value.</summary>
    public BuiltInType ValueType => Shared is null ? Type : Shared.Value.Type;

    public Variant Value => Shared is null ? new Variant(Type, Bits) : Shared.Value;

    /// <summary>The sample as a DataValue.</summary>
    public DataValue ToDataValue() => new(Value, Status, SourceTime, ServerTime);

    /// <summary>Makes a sample; with a Bad status it has no value.</summary>
    public static Sample From(in Variant value, uint status, long sourceTime, long serverTime)
    {
        if (status >= FirstBad)
            return new Sample(BuiltInType.Null, 0, null, status, sourceTime, serverTime);
        return SharedValue.Holds(value)
            ? new Sample(BuiltInType.Null, 0, new SharedValue(value), status, sourceTime, serverTime)
            : new Sample(value.Type, value.Bits, null, status, sourceTime, serverTime);
    }

    /// <summary>Makes a sample without a value.</summary>
    public static Sample Bad(uint status, long time) => new(BuiltInType.Null, 0, null, status, time, time);
}
