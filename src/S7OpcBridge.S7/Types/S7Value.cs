namespace S7OpcBridge.S7;

/// <summary>
/// A decoded value without boxing: scalars are stored in eight bytes, texts and arrays as a reference. An array is a .NET array of the element's type
/// (<c>bool[]</c>, <c>short[]</c>, <c>string[]</c>; <c>double[]</c> of milliseconds for durations, <c>long[]</c> of UTC ticks for points in time).
/// </summary>
public readonly struct S7Value : IEquatable<S7Value>
{
    /// <summary>Makes a value from its parts; for codecs.</summary>
    public S7Value(S7ValueKind kind, long bits, object? reference = null, bool isArray = false)
    {
        Kind = kind;
        Bits = bits;
        Reference = reference;
        IsArray = isArray;
    }

    /// <summary>The kind of the value, or of its elements.</summary>
    public S7ValueKind Kind { get; }

    /// <summary>True for a one-dimensional array, which then is <see cref="Reference"/>.</summary>
    public bool IsArray { get; }

    /// <summary>
    /// The scalar's bits: integers sign- or zero-extended, Single in its low 32 bits, Double and Duration as IEEE 754, DateTime as UTC ticks.
    /// </summary>
    public long Bits { get; }

    /// <summary>The text or the array; null for other scalars.</summary>
    public object? Reference { get; }

    /// <summary>A Boolean.</summary>
    public static S7Value From(bool value) => new(S7ValueKind.Boolean, value ? 1 : 0);

    /// <summary>An integer of the given kind.</summary>
    public static S7Value From(S7ValueKind kind, long value) => new(kind, value);

    /// <summary>A Single.</summary>
    public static S7Value From(float value) => new(S7ValueKind.Single, BitConverter.SingleToUInt32Bits(value));

    /// <summary>A Double.</summary>
    public static S7Value From(double value) => new(S7ValueKind.Double, BitConverter.DoubleToInt64Bits(value));

    /// <summary>A text.</summary>
    public static S7Value From(string value) => new(S7ValueKind.Text, 0, value);

    /// <summary>A duration in milliseconds.</summary>
    public static S7Value FromDuration(double milliseconds) => new(S7ValueKind.Duration, BitConverter.DoubleToInt64Bits(milliseconds));

    /// <summary>A point in time as UTC ticks.</summary>
    public static S7Value FromDateTime(long utcTicks) => new(S7ValueKind.DateTime, utcTicks);

    /// <summary>An array whose elements are of the given kind.</summary>
    public static S7Value FromArray(S7ValueKind kind, Array elements) => new(kind, 0, elements, isArray: true);

    /// <summary>The scalar as Double; for Single, Double and Duration.</summary>
    public double AsDouble() =>
        Kind == S7ValueKind.Single ? BitConverter.UInt32BitsToSingle((uint)Bits) : BitConverter.Int64BitsToDouble(Bits);

    /// <inheritdoc/>
    public bool Equals(S7Value other)
    {
        if (Kind != other.Kind || IsArray != other.IsArray || Bits != other.Bits)
            return false;
        if (Reference is Array mine && other.Reference is Array theirs)
            return System.Collections.StructuralComparisons.StructuralEqualityComparer.Equals(mine, theirs);
        return Equals(Reference, other.Reference);
    }

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is S7Value other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Kind, Bits, Reference is Array ? 0 : Reference?.GetHashCode() ?? 0);

    /// <summary>Compares kind, bits and contents.</summary>
    public static bool operator ==(S7Value left, S7Value right) => left.Equals(right);

    /// <summary>Compares kind, bits and contents.</summary>
    public static bool operator !=(S7Value left, S7Value right) => !left.Equals(right);

    /// <inheritdoc/>
    public override string ToString() =>
        IsArray
            ? $"{Kind}[{((Array?)Reference)?.Length ?? 0}]"
            : Kind switch
            {
                S7ValueKind.None => "-",
                S7ValueKind.Boolean => Bits != 0 ? "true" : "false",
                S7ValueKind.Text => (string?)Reference ?? "",
                S7ValueKind.UInt64 => ((ulong)Bits).ToString(),
                S7ValueKind.Single => BitConverter.UInt32BitsToSingle((uint)Bits).ToString(),
                S7ValueKind.Double => AsDouble().ToString(),
                S7ValueKind.Duration => AsDouble().ToString() + " ms",
                S7ValueKind.DateTime => new DateTime(Bits, DateTimeKind.Utc).ToString("O"),
                _ => Bits.ToString(),
            };
}
