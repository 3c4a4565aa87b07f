namespace S7OpcBridge.OpcUa;

/// <summary>What a decoder accepts before it allocates anything; exceeding it is BadEncodingLimitsExceeded.</summary>
public sealed record EncodingLimits
{
    /// <summary>The defaults.</summary>
    public static readonly EncodingLimits Default = new();

    /// <summary>Levels of values within values; OPC 10000-6, 5.2.2.12 requires at least 100.</summary>
    public int MaxNesting { get; init; } = 100;

    /// <summary>Elements of one array.</summary>
    public int MaxArrayLength { get; init; } = 1_000_000;

    /// <summary>UTF-8 bytes of one string.</summary>
    public int MaxStringLength { get; init; } = 1_048_576;

    /// <summary>Bytes of one byte string, or of the body of one structure in a value.</summary>
    public int MaxByteStringLength { get; init; } = 16_777_216;

    /// <summary>
    /// Bytes of memory that the arrays and strings of one message take together. An element of a byte on the wire, an empty LocalizedText or DiagnosticInfo,
    /// takes up to 250 in memory.
    /// </summary>
    public long MaxDecodedBytes { get; init; } = 64L << 20;
}
