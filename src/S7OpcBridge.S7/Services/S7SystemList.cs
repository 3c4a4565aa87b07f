using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.S7.Services;

/// <summary>A system information list (German SZL): records of equal length.</summary>
internal sealed class S7SystemList
{
    private const int HeadLength = 8;
    private readonly ReadOnlyMemory<byte> _records;

    private S7SystemList(ushort id, ushort index, int recordLength, int count, ReadOnlyMemory<byte> records)
    {
        Id = id;
        Index = index;
        RecordLength = recordLength;
        Count = count;
        _records = records;
    }

    /// <summary>SZL id.</summary>
    public ushort Id { get; }

    /// <summary>SZL index.</summary>
    public ushort Index { get; }

    /// <summary>Bytes of a record.</summary>
    public int RecordLength { get; }

    /// <summary>Number of complete records; a server with a short PDU may announce more.</summary>
    public int Count { get; }

    /// <summary>A record by its index from 0 on.</summary>
    public ReadOnlySpan<byte> this[int record] => _records.Span.Slice(record * RecordLength, RecordLength);

    internal static S7SystemList Parse(byte[] payload)
    {
        if (payload.Length < HeadLength)
            throw TooShort(payload.Length);
        var recordLength = Word(payload, 4);
        var count = recordLength == 0 ? 0 : Math.Min(Word(payload, 6), (payload.Length - HeadLength) / recordLength);
        return new S7SystemList(Word(payload, 0), Word(payload, 2), recordLength, count, payload.AsMemory(HeadLength));
    }

    /// <summary>The first record of a list; empty where none is complete.</summary>
    internal static ReadOnlySpan<byte> FirstRecordOf(ReadOnlySpan<byte> list)
    {
        if (list.Length < HeadLength)
            throw TooShort(list.Length);
        var length = BinaryPrimitives.ReadUInt16BigEndian(list[4..]);
        return BinaryPrimitives.ReadUInt16BigEndian(list[6..]) > 0 && list.Length >= HeadLength + length
            ? list.Slice(HeadLength, length)
            : default;
    }

    /// <summary>The record with this index in its first word; empty where there is none or it is shorter than requested.</summary>
    internal ReadOnlySpan<byte> Find(ushort index, int length)
    {
        for (var i = 0; i < Count; i++)
        {
            if (RecordLength >= length && BinaryPrimitives.ReadUInt16BigEndian(this[i]) == index)
                return this[i];
        }
        return default;
    }

    /// <summary>Decodes a text of fixed length without trailing blanks or zeros.</summary>
    internal static string TextOf(ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf((byte)0);
        return Encoding.Latin1.GetString(end < 0 ? bytes : bytes[..end]).Trim();
    }

    private static S7ProtocolException TooShort(int length) =>
        new($"Broken system information list: {length} bytes instead of a head of {HeadLength}.");

    private static ushort Word(byte[] bytes, int offset) => BinaryPrimitives.ReadUInt16BigEndian(bytes.AsSpan(offset));
}
