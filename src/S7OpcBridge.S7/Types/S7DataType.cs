namespace S7OpcBridge.S7;

/// <summary>A data type with its capacity and array bounds, for example <c>String[20]</c> or <c>Array[0..9] of Int</c>.</summary>
/// <param name="Kind">The elementary type.</param>
/// <param name="Capacity">Characters of a String (1–254), WString (1–16382) or Chars; else 0.</param>
/// <param name="ArrayLower">Lower bound of an array; may be negative.</param>
/// <param name="ArrayLength">Elements of an array; 0 for a scalar.</param>
public readonly record struct S7DataType(S7TypeKind Kind, int Capacity = 0, int ArrayLower = 0, int ArrayLength = 0)
{
    /// <summary>True for an array.</summary>
    public bool IsArray => ArrayLength > 0;

    /// <summary>What the type decodes to.</summary>
    public S7ValueKind ValueKind => throw new NotImplementedException();

    /// <summary>Distance in bytes from one array element to the next; for Bool arrays use <see cref="ByteLength"/>.</summary>
    public int ElementSize => throw new NotImplementedException();

    /// <summary>Bytes that a value takes from its first byte; a Bool array from bit 6 on spills into one byte more.</summary>
    /// <param name="bit">The bit of the address, 0–7; only Bool looks at it.</param>
    public int ByteLength(int bit = 0) => throw new NotImplementedException();

    /// <summary>Reads a type as users write it, case-insensitive: <c>Real</c>, <c>String[20]</c>, <c>String(20)</c>, <c>Int(0..9)</c>, <c>Array[0..9] of Int</c>, <c>DT</c>.</summary>
    /// <param name="text">The text.</param>
    /// <param name="type">The type when true.</param>
    /// <param name="error">What is wrong and what to do (nearest known word) when false.</param>
    public static bool TryParse(ReadOnlySpan<char> text, out S7DataType type, out string error) => throw new NotImplementedException();
}
