using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// The type and size of one item, which determine the length of its bytes. Values have the same bytes as in classic S7 memory: big-endian, strings with their
/// two lengths, Bools of an array packed into bits from the lowest on, DTL as 12 bytes.
/// </summary>
public readonly record struct S7PlusShape
{
    /// <param name="type">Type of the value, or of an array's elements.</param>
    /// <param name="length">Declared characters of a String (0–254) or WString (0–16382); 0 for other types.</param>
    /// <param name="count">Number of elements of an array over all dimensions; 0: a single value.</param>
    /// <exception cref="ArgumentException">The type cannot be read as one item, or the sizes are out of range.</exception>
    public S7PlusShape(S7PlusType type, int length = 0, int count = 0)
    {
        var wire = TypeTable.WireOf(type);
        var spread = TypeTable.SpreadOf(type, length);
        if (wire == WireType.Null)
            throw new ArgumentException($"A {type} has no value that can be read.", nameof(type));
        if (count != 0 && (spread != 0 || wire == WireType.Struct))
            throw new ArgumentException($"An array of {type} is not read as a whole; take its elements one by one.", nameof(count));
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(
            length,
            type == S7PlusType.String ? 254
                : type == S7PlusType.WString ? 16382
                : 0
        );
        Type = type;
        Length = length;
        Count = count;
        Wire = wire;
        WireCount = count == 0 ? spread : count;
    }

    /// <summary>Type of the value, or of an array's elements.</summary>
    public S7PlusType Type { get; }

    /// <summary>Declared characters of a String or WString; 0 for other types.</summary>
    public int Length { get; }

    /// <summary>Number of elements of an array over all dimensions; 0: a single value.</summary>
    public int Count { get; }

    /// <summary>Bytes of the value.</summary>
    public int ByteLength =>
        Wire == WireType.Struct ? Dtl
        : IsBits ? (WireCount + 7) / 8
        : TypeTable.WidthOf(Wire) * Math.Max(1, WireCount);

    internal WireType Wire { get; }

    /// <summary>Number of elements of the array on the wire; 0: no array.</summary>
    internal int WireCount { get; }

    internal bool IsBits => Wire == WireType.Bool && WireCount > 0;

    private const int Dtl = 12;
}
