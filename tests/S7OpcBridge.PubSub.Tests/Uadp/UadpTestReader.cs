using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Tests.Uadp;

/// <summary>Reads messages field by field as the tables of OPC 10000-14, 7.2.4 have them, with nothing of the product's own readers.</summary>
internal sealed class UadpTestReader(byte[] bytes) : BinaryReader(new MemoryStream(bytes))
{
    public bool IsAtEnd => BaseStream.Position == BaseStream.Length;

    public string? ReadText()
    {
        var length = ReadInt32();
        return length < 0 ? null : Encoding.UTF8.GetString(ReadBytes(length));
    }

    public byte[]? ReadByteString()
    {
        var length = ReadInt32();
        return length < 0 ? null : ReadBytes(length);
    }

    /// <summary>Bytes that must be zero.</summary>
    public void SkipZeros(int count) => Assert.That(ReadBytes(count), Is.EqualTo(new byte[count]));

    /// <summary>A field of RawData with its padding.</summary>
    public Variant ReadRaw(PublishedField field)
    {
        if (!field.IsArray)
            return ReadRawScalar(field.Type, (int)field.MaxStringLength);
        var count = ReadInt32();
        var start = BaseStream.Position;
        var elements = Enumerable.Range(0, Math.Max(0, count)).Select(_ => ReadRawScalar(field.Type, (int)field.MaxStringLength)).ToArray();
        var size = field.Type is BuiltInType.String or BuiltInType.ByteString ? 4 + (int)field.MaxStringLength : SizeOf(field.Type);
        SkipZeros(size * (int)field.ArrayLength - (int)(BaseStream.Position - start));
        return Variant.FromArray(field.Type, count < 0 ? null : Typed(field.Type, elements));
    }

    public Variant ReadVariant()
    {
        var mask = ReadByte();
        var type = (BuiltInType)(mask & 0x3F);
        if ((mask & 0x80) == 0)
            return type == BuiltInType.Null ? default : ReadScalar(type);
        var count = ReadInt32();
        return Variant.FromArray(type, count < 0 ? null : Typed(type, [.. Enumerable.Range(0, count).Select(_ => ReadScalar(type))]));
    }

    public DataValue ReadDataValue()
    {
        var mask = ReadByte();
        var value = (mask & 1) != 0 ? ReadVariant() : default;
        var status = (mask & 2) != 0 ? ReadUInt32() : 0;
        var source = (mask & 4) != 0 ? ReadInt64() : 0;
        return new DataValue(value, status, source, (mask & 8) != 0 ? ReadInt64() : 0);
    }

    private Variant ReadRawScalar(BuiltInType type, int most)
    {
        var start = BaseStream.Position;
        var value = ReadScalar(type);
        if (type is BuiltInType.String or BuiltInType.ByteString)
            SkipZeros(most + 4 - (int)(BaseStream.Position - start));
        return value;
    }

    private Variant ReadScalar(BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => Variant.From(ReadByte() != 0),
            BuiltInType.SByte => Variant.From(ReadSByte()),
            BuiltInType.Byte => Variant.From(ReadByte()),
            BuiltInType.Int16 => Variant.From(ReadInt16()),
            BuiltInType.UInt16 => Variant.From(ReadUInt16()),
            BuiltInType.Int32 => Variant.From(ReadInt32()),
            BuiltInType.UInt32 => Variant.From(ReadUInt32()),
            BuiltInType.Int64 => Variant.From(ReadInt64()),
            BuiltInType.UInt64 => Variant.From(ReadUInt64()),
            BuiltInType.Float => Variant.From(ReadSingle()),
            BuiltInType.Double => Variant.From(ReadDouble()),
            BuiltInType.DateTime => Variant.FromDateTime(ReadInt64()),
            BuiltInType.String => Variant.From(ReadText()),
            BuiltInType.Guid => Variant.From(new Guid(ReadBytes(16))),
            BuiltInType.ByteString => Variant.FromByteString(ReadByteString()),
            BuiltInType.StatusCode => Variant.FromStatusCode(ReadUInt32()),
            _ => throw new FormatException($"a value of {type}"),
        };

    private static int SizeOf(BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte => 1,
            BuiltInType.Int16 or BuiltInType.UInt16 => 2,
            BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float => 4,
            BuiltInType.Guid => 16,
            _ => 8,
        };

    private static Array Typed(BuiltInType type, Variant[] elements) =>
        type switch
        {
            BuiltInType.Float => elements.Select(v => BitConverter.UInt32BitsToSingle((uint)v.Bits)).ToArray(),
            BuiltInType.Double => elements.Select(v => BitConverter.Int64BitsToDouble(v.Bits)).ToArray(),
            BuiltInType.Boolean => elements.Select(v => v.Bits != 0).ToArray(),
            BuiltInType.SByte => elements.Select(v => (sbyte)v.Bits).ToArray(),
            BuiltInType.Byte => elements.Select(v => (byte)v.Bits).ToArray(),
            BuiltInType.Int16 => elements.Select(v => (short)v.Bits).ToArray(),
            BuiltInType.UInt16 => elements.Select(v => (ushort)v.Bits).ToArray(),
            BuiltInType.Int32 => elements.Select(v => (int)v.Bits).ToArray(),
            BuiltInType.UInt32 => elements.Select(v => (uint)v.Bits).ToArray(),
            BuiltInType.UInt64 => elements.Select(v => (ulong)v.Bits).ToArray(),
            BuiltInType.String => elements.Select(v => (string?)v.Reference).ToArray(),
            BuiltInType.Guid => elements.Select(v => (Guid)v.Reference!).ToArray(),
            BuiltInType.ByteString => elements.Select(v => (byte[]?)v.Reference).ToArray(),
            _ => elements.Select(v => v.Bits).ToArray(),
        };
}
