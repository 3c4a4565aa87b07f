namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>Info bits of a status that tell how a value was made (OPC 10000-4, 7.39; OPC 10000-13, 5.3.3).</summary>
[Flags]
internal enum AggregateBits
{
    /// <summary>A raw value.</summary>
    Raw = 0,

    Calculated = 1,

    Interpolated = 2,

    /// <summary>The interval is not complete, or has data only in a part.</summary>
    Partial = 4,

    /// <summary>Several raw values have the value.</summary>
    MultipleValues = 16,
}

/// <summary>Status codes with aggregate bits.</summary>
internal static class AggregateStatus
{
    private const uint DataValueInfo = 0x400,
        Mask = 0x1F,
        Code = 0xFFFF0000;

    /// <summary>The status with these bits added.</summary>
    public static StatusCode With(this StatusCode status, AggregateBits bits) => status.Value | DataValueInfo | (uint)bits;

    /// <summary>The status with these bits and no other aggregate bits.</summary>
    public static StatusCode WithOnly(this StatusCode status, AggregateBits bits) => ((status.Value | DataValueInfo) & ~Mask) | (uint)bits;

    /// <summary>Another code with the bits of this one.</summary>
    public static StatusCode WithCode(this StatusCode status, StatusCode code) => (status.Value & ~Code) | (code.Value & Code);

    /// <summary>The code without bits.</summary>
    public static StatusCode CodeOf(StatusCode status) => status.Value & Code;
}
