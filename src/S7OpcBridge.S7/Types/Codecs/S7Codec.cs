using S7OpcBridge.S7.Types.Codecs;

namespace S7OpcBridge.S7;

/// <summary>Why a value could not be encoded.</summary>
public enum S7EncodeStatus : byte
{
    /// <summary>Encoded.</summary>
    Ok,

    /// <summary>The value's kind is not the codec's, or an array has another length.</summary>
    TypeMismatch,

    /// <summary>The value has no representation: text too long or not in the code page, time outside the type's range.</summary>
    OutOfRange,
}

/// <summary>Turns the bytes of one type into a value and back. Picked once at plan time, shared by all tags of the same type and bit; has no state.</summary>
public abstract class S7Codec
{
    /// <summary>The type it reads.</summary>
    public S7DataType Type { get; protected init; }

    /// <summary>Bytes it reads.</summary>
    public int Size { get; protected init; }

    /// <summary>First byte it writes: 1 for String, 2 for WString (the capacity is the PLC's), else 0. An array of strings is written with its capacities.</summary>
    public int WriteOffset { get; protected init; }

    /// <summary>
    /// False where the value begins or ends inside a byte that others may share (Bool, and a Bool array that does not fill its bytes): written as bytes it
    /// would overwrite its neighbours, so it is written bit by bit.
    /// </summary>
    public bool OwnsItsBytes { get; protected init; } = true;

    /// <summary>The codec for a type; <paramref name="bit"/> matters for Bool only.</summary>
    /// <exception cref="ArgumentException">No such type: kind None, a capacity outside the type's range, a bit outside 0–7.</exception>
    public static S7Codec Create(S7DataType type, int bit, S7CodecOptions options) => CodecTable.Create(type, bit, options);

    /// <summary>Decodes <see cref="Size"/> bytes. False: the bytes are no value of the type (bad BCD, no such date).</summary>
    public abstract bool TryDecode(ReadOnlySpan<byte> source, out S7Value value);

    /// <summary>
    /// Encodes a value of <see cref="S7DataType.ValueKind"/> into <see cref="Size"/> bytes laid out as in the PLC; the first <paramref name="written"/> bytes
    /// from <see cref="WriteOffset"/> on are to be sent. Bool encodes to one byte, 0 or 1. Nothing is to be sent unless the status is Ok.
    /// </summary>
    public abstract S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written);
}
