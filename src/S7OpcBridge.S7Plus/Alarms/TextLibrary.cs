using System.Buffers.Binary;
using System.Text;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// The text lists of one language. The CPU sends tables, little-endian: after 16 bytes a count, then <c>list(2), offset(4)</c>; at that offset of the
/// second table a count, then <c>value(4), offset(4)</c>, older CPUs <c>value(2), offset(4)</c>; at that offset of the strings <c>length(2)</c> and the
/// text in UTF-8. Source: S7CommPlusDriver (dotnetprojects), with data of CPUs of both kinds.
/// </summary>
internal sealed class TextLibrary
{
    /// <summary>Bytes of one language at most; a larger one is not read.</summary>
    public const int MostBytes = 4 << 20;

    private const int ListsStart = 16;
    private const int ListBytes = 6;
    private const int EntryBytes = 8;
    private const int OldEntryBytes = 6;
    private const int MostTextBytes = 1024;
    private const int MostEntries = 100_000;

    private readonly Dictionary<(ushort List, int Value), uint> _places = [];
    private readonly byte[] _strings;

    private TextLibrary(ReadOnlySpan<byte> lists, ReadOnlySpan<byte> entries, byte[] strings)
    {
        _strings = strings;
        if (!TryUInt32(lists, ListsStart, out var count))
            return;
        var offsets = new List<(ushort Id, uint Offset)>();
        for (long i = 0, at = ListsStart + 4; i < count; i++, at += ListBytes)
        {
            if (!TryUInt16(lists, at, out var id) || !TryUInt32(lists, at + 2, out var offset))
                break;
            offsets.Add((id, offset));
        }
        // A list ends where the next one begins.
        offsets.Sort(static (a, b) => a.Offset.CompareTo(b.Offset));
        for (var i = 0; i < offsets.Count; i++)
            Read(offsets[i].Id, entries, offsets[i].Offset, i + 1 < offsets.Count ? offsets[i + 1].Offset : entries.Length);
    }

    /// <summary>A library without lists.</summary>
    public static TextLibrary Empty { get; } = new([], [], []);

    /// <summary>The request for the lists of a language; 0: those that are the same in all.</summary>
    public static RequestBody Request(int lcid) => Explore.Request(AlarmIds.TextLists + (uint)lcid, []);

    /// <summary>Finds the library in the objects of an answer.</summary>
    public static TextLibrary From(IEnumerable<PlusObject> objects)
    {
        foreach (var each in objects)
        {
            if (
                each.Class == AlarmIds.TextLibraryClass
                && each[AlarmIds.TextOffsets]?.Content is PlusValue[] { Length: >= 2 } tables
                && each[AlarmIds.TextStrings]?.Content is PlusBlob { Data.Length: <= MostBytes } strings
                && tables[0].Bytes.Length + tables[1].Bytes.Length <= MostBytes
            )
                return new TextLibrary(tables[0].Bytes, tables[1].Bytes, strings.Data);
        }
        return Empty;
    }

    /// <summary>The text of an entry; null: there is none.</summary>
    public string? Find(int list, long value) =>
        list is >= 0 and <= ushort.MaxValue
        && value is >= int.MinValue and <= uint.MaxValue
        && _places.TryGetValue(((ushort)list, (int)value), out var place)
            ? Text(place)
            : null;

    private void Read(ushort list, ReadOnlySpan<byte> entries, uint offset, long end)
    {
        if (!TryUInt32(entries, offset, out var count))
            return;
        var isOld = end - offset - 4 < (long)count * EntryBytes;
        var width = isOld ? OldEntryBytes : EntryBytes;
        for (long i = 0, at = offset + 4L; i < count && _places.Count < MostEntries; i++, at += width)
        {
            if (!TryUInt32(entries, at + width - 4, out var text))
                return;
            TryUInt16(entries, at, out var narrow);
            TryUInt32(entries, at, out var wide);
            _places.TryAdd((list, isOld ? narrow : (int)wide), text);
        }
    }

    private string? Text(uint offset) =>
        TryUInt16(_strings, offset, out var length) && offset + 2L + length <= _strings.Length
            ? Encoding.UTF8.GetString(_strings, (int)offset + 2, Math.Min((int)length, MostTextBytes))
            : null;

    private static bool TryUInt16(ReadOnlySpan<byte> table, long at, out ushort value)
    {
        var isThere = at >= 0 && at + 2 <= table.Length;
        value = isThere ? BinaryPrimitives.ReadUInt16LittleEndian(table[(int)at..]) : (ushort)0;
        return isThere;
    }

    private static bool TryUInt32(ReadOnlySpan<byte> table, long at, out uint value)
    {
        var isThere = at >= 0 && at + 4 <= table.Length;
        value = isThere ? BinaryPrimitives.ReadUInt32LittleEndian(table[(int)at..]) : 0;
        return isThere;
    }
}
