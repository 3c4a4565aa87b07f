using S7OpcBridge.S7.Types;

namespace S7OpcBridge.S7;

/// <summary>A data type with its capacity and array bounds, for example <c>String[20]</c> or <c>Array[0..9] of Int</c>.</summary>
/// <param name="Kind">The elementary type.</param>
/// <param name="Capacity">Characters of a String (1–254), WString (1–16382) or Chars (1–65536); else 0.</param>
/// <param name="ArrayLower">Lower bound of an array; may be negative.</param>
/// <param name="ArrayLength">Elements of an array; 0 for a scalar.</param>
public readonly record struct S7DataType(S7TypeKind Kind, int Capacity = 0, int ArrayLower = 0, int ArrayLength = 0)
{
    /// <summary>True for an array.</summary>
    public bool IsArray => ArrayLength > 0;

    /// <summary>The kind of the decoded value, or of an element of the array.</summary>
    public S7ValueKind ValueKind => S7TypeFacts.For(Kind).ValueKind;

    /// <summary>
    /// Distance in bytes between array elements; for Bool arrays use <see cref="ByteLength"/>. Strings begin at even bytes, so a String of odd capacity is
    /// followed by a pad byte (standard, non-optimised layout).
    /// </summary>
    public int ElementSize => Kind == S7TypeKind.String ? (ValueSize + 1) & ~1 : ValueSize;

    /// <summary>Bytes of one value, without padding; 1 for Bool.</summary>
    internal int ValueSize
    {
        get
        {
            ref readonly var facts = ref S7TypeFacts.For(Kind);
            return Kind == S7TypeKind.Bool ? 1 : facts.Size + (Capacity * facts.CharacterSize);
        }
    }

    /// <summary>The type of an element; the type itself where it is no array.</summary>
    internal S7DataType Element => new(Kind, Capacity);

    /// <summary>Bytes that a value occupies from its first byte on; a Bool array that begins at a higher bit may need one byte more.</summary>
    /// <param name="bit">The bit of the address, 0–7; only relevant for Bool.</param>
    public int ByteLength(int bit = 0) =>
        (Kind, IsArray) switch
        {
            (_, false) => ValueSize,
            (S7TypeKind.Bool, true) => (bit + ArrayLength + 7) / 8,
            _ => ((ArrayLength - 1) * ElementSize) + ValueSize,
        };

    /// <summary>
    /// Parses a type, ignoring case: <c>Real</c>, <c>String[20]</c>, <c>String(20)</c>, <c>Int(0..9)</c>, <c>Int[10]</c> (ten elements from 0), <c>Array[0..9]
    /// of Int</c>, <c>DT</c>. String and WString without a capacity have 254 characters, as in TIA Portal.
    /// </summary>
    /// <param name="type">The type when true.</param>
    /// <param name="error">What is wrong and what to do (nearest known word) when false.</param>
    public static bool TryParse(ReadOnlySpan<char> text, out S7DataType type, out string error) =>
        S7TypeParser.TryParse(text, out type, out error);

    /// <summary>True for a word that other systems have for a type, or that nearly is the name of one: a mistyped type rather than a name of its own.</summary>
    public static bool IsNear(ReadOnlySpan<char> word) => S7TypeNames.IsNear(word);

    /// <summary>The canonical form: <c>Real</c>, <c>String[20]</c>, <c>Chars(8)</c>, <c>Array[0..9] of Date_And_Time</c>.</summary>
    public override string ToString()
    {
        var name = S7TypeFacts.For(Kind).Name;
        var element = Kind switch
        {
            S7TypeKind.Chars => $"{name}({Capacity})",
            _ => Capacity > 0 ? $"{name}[{Capacity}]" : name,
        };
        return IsArray ? $"Array[{ArrayLower}..{ArrayLower + ArrayLength - 1}] of {element}" : element;
    }
}
