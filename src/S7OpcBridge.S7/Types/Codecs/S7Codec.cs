using S7OpcBridge.S7.Types.Codecs;

namespace S7OpcBridge.S7;

/// <summary>Why a value could not be encoded.</summary>
public enum S7EncodeStatus : byte
{
    /// <summary>Encoded.</summary>
    Ok,

    /// <summary>The value has another kind, or an array has another length.</summary>
    TypeMismatch,

    /// <summary>The type cannot represent the value: text too long or not in the code page, time outside the range.</summary>
    OutOfRange,
}

/// <summary>
/// Converts the bytes of one type to a value and back. Selected once at plan time and shared by all tags of the same type and bit; stateless.
/// </summary>
public abstract class S7Codec
{
    /// <summary>The type.</summary>
    public S7DataType Type { get; protected init; }

    /// <summary>Number of bytes that it reads.</summary>
    public int Size { get; protected init; }

    /// <summary>
    /// First byte that it writes: 1 for String, 2 for WString (the capacity belongs to the PLC), otherwise 0. An array of strings is written with its
    /// capacities.
    /// </summary>
    public int WriteOffset { get; protected init; }

    /// <summary>
    /// False where the value begins or ends inside a byte that may be shared (Bool, and a Bool array that does not fill its bytes). Such a value is written bit
    /// by bit, because writing bytes would overwrite neighbouring bits.
    /// </summary>
    public bool OwnsItsBytes { get; protected init; } = true;

    /// <summary>The codec for a type; <paramref name="bit"/> matters for Bool only.</summary>
    /// <exception cref="ArgumentException">Invalid type: kind None, a capacity out of range, or a bit outside 0–7.</exception>
    public static S7Codec Create(S7DataType type, int bit, S7CodecOptions options) => CodecTable.Create(type, bit, options);

    /// <summary>Decodes <see cref="Size"/> bytes. False: the bytes are not valid for the type (bad BCD, no such date).</summary>
    public abstract bool TryDecode(ReadOnlySpan<byte> source, out S7Value value);

    /// <summary>
    /// Encodes a value of <see cref="S7DataType.ValueKind"/> into <see cref="Size"/> bytes in the layout of the PLC; the first <paramref name="written"/> bytes
    /// from <see cref="WriteOffset"/> on are to be sent. Bool is encoded as one byte, 0 or 1. Where the status is not Ok, nothing may be sent.
    /// </summary>
    public abstract S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written);
}
