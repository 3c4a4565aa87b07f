using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Step7;

/// <summary>
/// A table of dBase III or IV with its memo file, as STEP 7 V5 keeps projects. Head: version, date, number of records (4 bytes), length of the head and of a
/// record (2 each); 32 bytes for each field; then the records, whose first byte is '*' where they are deleted. A memo is a block FF FF 08 00, its length with
/// this head (4 bytes), its bytes. Little-endian.
/// </summary>
internal sealed class DbfTable
{
    private const int HeadLength = 32,
        MostFields = 255,
        MostRecords = 2_000_000;

    private readonly byte[] _bytes;
    private readonly byte[] _memo;
    private readonly Encoding _encoding;
    private readonly Dictionary<string, (int At, int Length)> _fields = new(StringComparer.OrdinalIgnoreCase);
    private readonly int _head,
        _length;
    private long _taken;

    /// <param name="bytes">The table.</param>
    /// <param name="memo">Its memo file; empty where it has none.</param>
    /// <param name="encoding">Code page of its texts.</param>
    public DbfTable(byte[] bytes, byte[] memo, Encoding encoding)
    {
        (_bytes, _memo, _encoding) = (bytes, memo, encoding);
        if (bytes.Length < HeadLength)
            return;
        _head = BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(8));
        _length = BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(10));
        var at = 1;
        for (
            var i = HeadLength;
            i + HeadLength <= Math.Min(_head, bytes.Length) && bytes[i] != 0x0D && _fields.Count < MostFields;
            i += HeadLength
        )
        {
            var name = bytes.AsSpan(i, 11);
            var end = name.IndexOf((byte)0);
            _fields.TryAdd(Encoding.ASCII.GetString(end < 0 ? name : name[..end]), (at, bytes[i + 16]));
            at += bytes[i + 16];
        }
        if (_length >= at && _head >= HeadLength && _head <= bytes.Length)
            Count = (int)
                Math.Min(
                    BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(4)),
                    (uint)(Math.Min((bytes.Length - _head) / _length, MostRecords))
                );
    }

    /// <summary>Number of records, deleted ones included.</summary>
    public int Count { get; }

    /// <summary>Where findings about the table point to.</summary>
    public SourceLocation Spot { get; init; }

    /// <summary>True for a deleted record.</summary>
    public bool IsDeleted(int record) => _bytes[_head + (record * _length)] == (byte)'*';

    /// <summary>The text of a field without blanks and zeros at its ends; empty where there is no such field.</summary>
    public string Text(int record, string field) => _encoding.GetString(Field(record, field)).Trim(' ', '\0');

    /// <summary>The number in a field; null where there is none.</summary>
    public int? Whole(int record, string field) =>
        int.TryParse(Text(record, field), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>The bytes of a memo; empty where there are none.</summary>
    public ReadOnlySpan<byte> Memo(int record, string field)
    {
        if (Whole(record, field) is not > 0 and var _ || _memo.Length < 512)
            return [];
        var size = BinaryPrimitives.ReadUInt16LittleEndian(_memo.AsSpan(20)) is var given and > 0 ? given : 512;
        var at = (long)Whole(record, field)!.Value * size;
        if (at + 8 > _memo.Length || !_memo.AsSpan((int)at).StartsWith<byte>([0xFF, 0xFF, 8, 0]))
            return [];
        var stated = BinaryPrimitives.ReadUInt32LittleEndian(_memo.AsSpan((int)at + 4));
        if (stated <= 8)
            return [];
        // Each memo belongs to one record, so all memos together are not longer than their file; the limit is twice that, since some are read again.
        var length = (int)Math.Min(stated - 8, _memo.Length - at - 8);
        if ((_taken += length) > 2L * _memo.Length)
            throw new ImportException(Spot, "the memo file is broken: its records overlap; copy the project again");
        return _memo.AsSpan((int)at + 8, length);
    }

    private ReadOnlySpan<byte> Field(int record, string field) =>
        _fields.TryGetValue(field, out var place) && record < Count && place.At + place.Length <= _length
            ? _bytes.AsSpan(_head + (record * _length) + place.At, place.Length)
            : [];

    /// <summary>Opens a table of a project with the memo file beside it.</summary>
    /// <exception cref="ImportException">It can't be read.</exception>
    public static DbfTable Open(SourceTree tree, string path, Encoding encoding)
    {
        var memo = Path.ChangeExtension(path, ".DBT");
        return new DbfTable(tree.Read(path), tree.Has(memo) ? tree.Read(memo) : [], encoding)
        {
            Spot = new SourceLocation(new SourceFile(path), 1, 1),
        };
    }
}
