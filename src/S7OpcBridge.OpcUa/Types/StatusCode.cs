namespace S7OpcBridge.OpcUa;

/// <summary>A status code (OPC 10000-4, 7.39): severity in the top two bits. The well-known ones are in <c>StatusCodes</c>.</summary>
public readonly record struct StatusCode(uint Value)
{
    /// <summary>Good.</summary>
    public static readonly StatusCode Good;

    /// <summary>Severity Good (00).</summary>
    public bool IsGood => Value < 0x40000000;

    /// <summary>Severity Uncertain (01).</summary>
    public bool IsUncertain => Value >> 30 == 1;

    /// <summary>Severity Bad (10).</summary>
    public bool IsBad => Value >= 0x80000000;

    /// <summary>The raw number.</summary>
    public static implicit operator StatusCode(uint value) => new(value);

    /// <inheritdoc/>
    public override string ToString() => $"0x{Value:X8}";
}
