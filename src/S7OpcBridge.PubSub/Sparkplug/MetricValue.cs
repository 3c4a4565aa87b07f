using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>The value of a metric as bytes. Nothing is allocated.</summary>
internal static class MetricValue
{
    private const int GuidLetters = 36;

    /// <summary>Bytes of a number as a varint.</summary>
    public static int VarintSize(ulong number) => (BitOperations.Log2(number | 1) + 7) / 7;

    /// <summary>Writes a varint and returns the rest of the place.</summary>
    public static Span<byte> WriteVarint(Span<byte> to, ulong number)
    {
        var at = 0;
        for (; number >= 0x80; number >>= 7)
            to[at++] = (byte)(number | 0x80);
        to[at++] = (byte)number;
        return to[at..];
    }

    /// <summary>True: there is nothing to write.</summary>
    public static bool IsNull(in Variant value, SparkplugType type) =>
        type is SparkplugType.Unknown
        || (
            type is SparkplugType.String or SparkplugType.Bytes or SparkplugType.Uuid or >= SparkplugType.Int8Array
            && value.Reference is null
        );

    /// <summary>Bytes of the field with the value, its head included.</summary>
    public static int SizeOf(in Variant value, SparkplugType type) =>
        type switch
        {
            SparkplugType.Boolean => 2,
            SparkplugType.Float => 5,
            SparkplugType.Double => 9,
            SparkplugType.Int8 or SparkplugType.Int16 or SparkplugType.Int32 or SparkplugType.UInt8 or SparkplugType.UInt16 => 1
                + VarintSize((uint)(int)value.Bits),
            SparkplugType.Int64 or SparkplugType.UInt32 or SparkplugType.UInt64 or SparkplugType.DateTime => 1
                + VarintSize(LongOf(value, type)),
            SparkplugType.String => 1 + WithLength(Encoding.UTF8.GetByteCount((string)value.Reference!)),
            SparkplugType.Uuid => 1 + WithLength(GuidLetters),
            _ => 2 + WithLength(PackedSize(value, type)),
        };

    /// <summary>Writes the field into a place of <see cref="SizeOf"/>, and returns the rest.</summary>
    public static Span<byte> Write(Span<byte> to, in Variant value, SparkplugType type)
    {
        switch (type)
        {
            case SparkplugType.Boolean:
                to[0] = Head(ProtobufFields.BooleanValue, ProtobufFields.Varint);
                to[1] = value.Bits != 0 ? (byte)1 : (byte)0;
                return to[2..];
            case SparkplugType.Float:
                to[0] = Head(ProtobufFields.FloatValue, ProtobufFields.FourBytes);
                BinaryPrimitives.WriteUInt32LittleEndian(to[1..], (uint)value.Bits);
                return to[5..];
            case SparkplugType.Double:
                to[0] = Head(ProtobufFields.DoubleValue, ProtobufFields.EightBytes);
                BinaryPrimitives.WriteInt64LittleEndian(to[1..], value.Bits);
                return to[9..];
            case SparkplugType.Int8 or SparkplugType.Int16 or SparkplugType.Int32 or SparkplugType.UInt8 or SparkplugType.UInt16:
                to[0] = Head(ProtobufFields.IntValue, ProtobufFields.Varint);
                return WriteVarint(to[1..], (uint)(int)value.Bits);
            case SparkplugType.Int64 or SparkplugType.UInt32 or SparkplugType.UInt64 or SparkplugType.DateTime:
                to[0] = Head(ProtobufFields.LongValue, ProtobufFields.Varint);
                return WriteVarint(to[1..], LongOf(value, type));
            case SparkplugType.String:
                var text = (string)value.Reference!;
                to[0] = Head(ProtobufFields.StringValue, ProtobufFields.Length);
                to = WriteVarint(to[1..], (uint)Encoding.UTF8.GetByteCount(text));
                return to[Encoding.UTF8.GetBytes(text, to)..];
            case SparkplugType.Uuid:
                to[0] = Head(ProtobufFields.StringValue, ProtobufFields.Length);
                to = WriteVarint(to[1..], GuidLetters);
                ((Guid)value.Reference!).TryFormat(to, out _);
                return to[GuidLetters..];
            default:
                to = WriteVarint(to, (ProtobufFields.BytesValue << 3) | ProtobufFields.Length);
                var size = PackedSize(value, type);
                to = WriteVarint(to, (uint)size);
                Pack(to[..size], value, type);
                return to[size..];
        }
    }

    /// <summary>The byte in front of a field below 16.</summary>
    public static byte Head(int field, int form) => (byte)((field << 3) | form);

    private static int WithLength(int size) => VarintSize((uint)size) + size;

    // UInt32 has more values than readers with a signed int take, so that the others' codecs have it here.
    private static ulong LongOf(in Variant value, SparkplugType type) =>
        type switch
        {
            SparkplugType.UInt32 => (uint)value.Bits,
            SparkplugType.DateTime => (ulong)SparkplugTypes.Milliseconds(value.Bits),
            _ => (ulong)value.Bits,
        };

    private static int PackedSize(in Variant value, SparkplugType type)
    {
        var array = (Array)value.Reference!;
        switch (type)
        {
            case SparkplugType.BooleanArray:
                return 4 + (array.Length + 7) / 8;
            case SparkplugType.StringArray:
                var size = 0;
                foreach (var text in (string?[])array)
                    size += (text is null ? 0 : Encoding.UTF8.GetByteCount(text)) + 1;
                return size;
            case SparkplugType.Int8Array or SparkplugType.UInt8Array or SparkplugType.Bytes:
                return array.Length;
            case SparkplugType.Int16Array or SparkplugType.UInt16Array:
                return array.Length * 2;
            case SparkplugType.Int32Array or SparkplugType.UInt32Array or SparkplugType.FloatArray:
                return array.Length * 4;
            default:
                return array.Length * 8;
        }
    }

    // All numbers little-endian; bits from the highest on, behind their number; texts each with a zero behind it.
    private static void Pack(Span<byte> to, in Variant value, SparkplugType type)
    {
        switch (type)
        {
            case SparkplugType.Bytes or SparkplugType.UInt8Array:
                ((byte[])value.Reference!).CopyTo(to);
                break;
            case SparkplugType.Int8Array:
                MemoryMarshal.AsBytes<sbyte>((sbyte[])value.Reference!).CopyTo(to);
                break;
            case SparkplugType.Int16Array:
                foreach (var number in (short[])value.Reference!)
                    BinaryPrimitives.WriteInt16LittleEndian(Next(ref to, 2), number);
                break;
            case SparkplugType.UInt16Array:
                foreach (var number in (ushort[])value.Reference!)
                    BinaryPrimitives.WriteUInt16LittleEndian(Next(ref to, 2), number);
                break;
            case SparkplugType.Int32Array:
                foreach (var number in (int[])value.Reference!)
                    BinaryPrimitives.WriteInt32LittleEndian(Next(ref to, 4), number);
                break;
            case SparkplugType.UInt32Array:
                foreach (var number in (uint[])value.Reference!)
                    BinaryPrimitives.WriteUInt32LittleEndian(Next(ref to, 4), number);
                break;
            case SparkplugType.FloatArray:
                foreach (var number in (float[])value.Reference!)
                    BinaryPrimitives.WriteSingleLittleEndian(Next(ref to, 4), number);
                break;
            case SparkplugType.Int64Array:
                foreach (var number in (long[])value.Reference!)
                    BinaryPrimitives.WriteInt64LittleEndian(Next(ref to, 8), number);
                break;
            case SparkplugType.DateTimeArray:
                foreach (var time in (long[])value.Reference!)
                    BinaryPrimitives.WriteInt64LittleEndian(Next(ref to, 8), SparkplugTypes.Milliseconds(time));
                break;
            case SparkplugType.UInt64Array:
                foreach (var number in (ulong[])value.Reference!)
                    BinaryPrimitives.WriteUInt64LittleEndian(Next(ref to, 8), number);
                break;
            case SparkplugType.DoubleArray:
                foreach (var number in (double[])value.Reference!)
                    BinaryPrimitives.WriteDoubleLittleEndian(Next(ref to, 8), number);
                break;
            case SparkplugType.BooleanArray:
                PackBits(to, (bool[])value.Reference!);
                break;
            case SparkplugType.StringArray:
                foreach (var text in (string?[])value.Reference!)
                {
                    to = to[(text is null ? 0 : Encoding.UTF8.GetBytes(text, to))..];
                    Next(ref to, 1)[0] = 0;
                }
                break;
        }
    }

    private static void PackBits(Span<byte> to, ReadOnlySpan<bool> bits)
    {
        BinaryPrimitives.WriteInt32LittleEndian(to, bits.Length);
        to = to[4..];
        to.Clear();
        for (var i = 0; i < bits.Length; i++)
        {
            if (bits[i])
                to[i >> 3] |= (byte)(0x80 >> (i & 7));
        }
    }

    private static Span<byte> Next(ref Span<byte> rest, int bytes)
    {
        var next = rest[..bytes];
        rest = rest[bytes..];
        return next;
    }
}
