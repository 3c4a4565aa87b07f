using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>Values as the segments of objects hold them. Each method reads what is there and ends at the bounds of its span.</summary>
internal static class PlfValues
{
    private const uint WithoutRelation = 0x7FFFFFFF;

    /// <summary>A number of seven bits a byte, the low ones first.</summary>
    /// <param name="length">Bytes of the number itself; 0: it is broken.</param>
    public static uint Varint(ReadOnlySpan<byte> bytes, out int length)
    {
        uint value = 0;
        for (length = 0; length < Math.Min(bytes.Length, 5); length++)
        {
            value |= (uint)(bytes[length] & 0x7F) << (7 * length);
            if (bytes[length] < 0x80)
            {
                length++;
                return value;
            }
        }
        length = 0;
        return 0;
    }

    /// <summary>The bytes behind a length that counts itself; empty where there are none.</summary>
    public static ReadOnlySpan<byte> Sized(ReadOnlySpan<byte> segment, int at)
    {
        if (at <= 0 || at >= segment.Length)
            return [];
        var total = Varint(segment[at..], out var head);
        return head > 0 && total >= head && total <= segment.Length - at ? segment.Slice(at + head, (int)total - head) : [];
    }

    /// <summary>A text behind a length that counts itself.</summary>
    public static string Text(ReadOnlySpan<byte> segment, int at) => Encoding.UTF8.GetString(Sized(segment, at));

    /// <summary>A whole number of a size; the bytes suffice.</summary>
    public static long Whole(ReadOnlySpan<byte> bytes, PlfKind kind) =>
        kind switch
        {
            PlfKind.Byte => bytes[0],
            PlfKind.Word => BinaryPrimitives.ReadInt16LittleEndian(bytes),
            PlfKind.DWord => BinaryPrimitives.ReadInt32LittleEndian(bytes),
            _ => BinaryPrimitives.ReadInt64LittleEndian(bytes),
        };

    /// <summary>A text in several languages: length, total and used size, FFFFFFFF, count, languages, offsets from the total size on, texts.</summary>
    public static IReadOnlyList<(ushort Language, string Text)> Texts(ReadOnlySpan<byte> segment, int at)
    {
        var bytes = Sized(segment, at);
        if (bytes.Length < 16)
            return [];
        var count = BinaryPrimitives.ReadUInt32LittleEndian(bytes[12..]);
        if (count > (bytes.Length - 16) / 6)
            return [];
        var texts = new List<(ushort, string)>((int)count);
        for (var i = 0; i < (int)count; i++)
        {
            var language = BinaryPrimitives.ReadUInt16LittleEndian(bytes[(16 + (2 * i))..]);
            var offset = BinaryPrimitives.ReadUInt32LittleEndian(bytes[(16 + (2 * (int)count) + (4 * i))..]);
            if (offset > bytes.Length - 4)
                continue;
            var length = BinaryPrimitives.ReadUInt32LittleEndian(bytes[(int)offset..]);
            if (length <= bytes.Length - 4 - offset)
                texts.Add((language, Encoding.UTF8.GetString(bytes.Slice((int)offset + 4, (int)length))));
        }
        return texts;
    }

    /// <summary>A list of relations that name themselves: size, count, and for each the relation, the target's type and id.</summary>
    public static void ReadLinks(ReadOnlySpan<byte> bytes, List<PlfLink> links)
    {
        if (bytes.Length < 4)
            return;
        var count = Math.Min(BinaryPrimitives.ReadUInt16LittleEndian(bytes[2..]), (bytes.Length - 4) / 16);
        for (var i = 0; i < count; i++)
        {
            var entry = bytes[(4 + (16 * i))..];
            links.Add(
                new PlfLink(
                    BinaryPrimitives.ReadUInt32LittleEndian(entry),
                    BinaryPrimitives.ReadUInt32LittleEndian(entry[4..]),
                    BinaryPrimitives.ReadUInt64LittleEndian(entry[8..])
                )
            );
        }
    }

    /// <summary>A list of one relation that does not name itself: size, 7FFFFFFF, count, and for each the target's type and id, 0 for an empty place.</summary>
    public static List<PlfLink> LinksWithoutRelation(ReadOnlySpan<byte> bytes)
    {
        var links = new List<PlfLink>();
        if (bytes.Length < 12 || BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]) != WithoutRelation)
            return links;
        var count = Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]), (uint)(bytes.Length - 12) / 12);
        for (var i = 0; i < (int)count; i++)
        {
            var entry = bytes[(12 + (12 * i))..];
            links.Add(new PlfLink(0, BinaryPrimitives.ReadUInt32LittleEndian(entry), BinaryPrimitives.ReadUInt64LittleEndian(entry[4..])));
        }
        return links;
    }
}
