using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using System.Xml;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>The objects of a project and the type model that says how to read them.</summary>
internal sealed class PlfStore
{
    private const uint ModelType = 0x70000,
        KeyTableType = 0x70011;

    private readonly SourceLocation _spot;
    private readonly Dictionary<(uint Type, uint Key), string> _keys = [];
    private readonly Dictionary<(uint, ulong), PlfObject?> _objects = [];
    private readonly List<uint> _types = [];
    private long _unpacked;

    private readonly long _most;

    private PlfStore(PlfFile file, PlfModel model, SourceLocation spot, long most) =>
        (File, Model, _spot, _most) = (file, model, spot, most);

    /// <summary>The frame.</summary>
    public PlfFile File { get; }

    /// <summary>The type model.</summary>
    public PlfModel Model { get; }

    /// <summary>Opens the bytes of a project's data file.</summary>
    /// <param name="most">Bytes of packed data that are unpacked at most.</param>
    /// <exception cref="ImportException">There is no type model in it, without which nothing can be read.</exception>
    public static PlfStore Open(byte[] bytes, SourceLocation spot, long most, CancellationToken cancellationToken)
    {
        var file = PlfFile.Read(bytes, cancellationToken);
        var key = file.IsOld ? (0u, 1ul) : file.Blocks.Keys.Where(known => known.Type == ModelType).DefaultIfEmpty((ModelType, 0ul)).Min();
        if (!file.Blocks.TryGetValue(key, out var block))
            throw new ImportException(
                spot,
                "the project's data file has no readable type model, so nothing in it can be understood; export the tag table and "
                    + "the blocks, or open the project in TIA Portal and archive it again"
            );
        try
        {
            using var packed = new ZLibStream(new MemoryStream(Payload(file, block).ToArray()), CompressionMode.Decompress);
            var store = new PlfStore(file, PlfModelReader.Read(packed), spot, most);
            store.Index();
            return store;
        }
        catch (Exception error) when (error is XmlException or InvalidDataException or IOException)
        {
            throw new ImportException(
                spot,
                "the type model in the project's data file is broken, so nothing in it can be understood; export the tag table and "
                    + "the blocks, or open the project in TIA Portal and archive it again"
            );
        }
    }

    /// <summary>The object; null where it is not there.</summary>
    public PlfObject? Find(uint type, ulong id)
    {
        if (_objects.TryGetValue((type, id), out var known))
            return known;
        known =
            File.Blocks.TryGetValue((type, id), out var block) && Model.Types.TryGetValue(type, out var declared)
                ? new PlfObject(this, block, declared)
                : null;
        _objects.Add((type, id), known);
        return known;
    }

    /// <summary>All objects of a type and of those that derive from it, the oldest first.</summary>
    /// <param name="name">The type's name without namespace.</param>
    public IEnumerable<PlfObject> All(string name)
    {
        var types = _types.Where(id => Model.Types.TryGetValue(id, out var type) && Model.Is(type, name)).ToHashSet();
        return File.Blocks.Keys.Where(key => types.Contains(key.Type)).OrderBy(key => key.Id).Select(key => Find(key.Type, key.Id)!);
    }

    /// <summary>Name of an attribute that objects of a type name themselves; null: the key is not known.</summary>
    public string? KeyOf(uint type, uint key) => _keys.GetValueOrDefault((type, key));

    /// <summary>Unpacks a large value: its kind, then bytes, or pages of which some are packed and some not stored.</summary>
    /// <exception cref="ImportException">The project has more packed data than is read.</exception>
    public byte[] Unpack(ReadOnlySpan<byte> value)
    {
        if (value.Length < 2)
            return [];
        if (value[0] == 4)
        {
            var length = PlfValues.Varint(value[1..], out var head);
            return head > 0 && length <= value.Length - 1 - head ? value.Slice(1 + head, (int)length).ToArray() : [];
        }
        return value[0] is 0 or 1 && value.Length >= 20 ? Pages(value) : [];
    }

    private byte[] Pages(ReadOnlySpan<byte> value)
    {
        var total = BinaryPrimitives.ReadUInt64LittleEndian(value[1..]);
        // 65536 does not fit into the field, and stands there as 0.
        var page = BinaryPrimitives.ReadUInt16LittleEndian(value[13..]) is > 0 and var small ? small : 65536;
        var count = BinaryPrimitives.ReadUInt32LittleEndian(value[15..]);
        var words = PlfValues.Varint(value[19..], out var head);
        if (
            head == 0
            || total > ImportLimits.File
            || count != (total + (uint)page - 1) / (uint)page
            || words > (value.Length - 19 - head) / 4
        )
            return [];
        // A page may be packed a thousand times over, and pages that are not stored cost nothing.
        _unpacked += (long)total;
        if (_unpacked > _most)
            throw new ImportException(
                _spot,
                $"the project holds more than {_most / (1024 * 1024):N0} MB of packed data; export the tag table and the "
                    + "blocks instead"
            );
        var result = new byte[total];
        var bitmap = value.Slice(19 + head, (int)words * 4);
        var at = 19 + head + ((int)words * 4);
        for (var i = 0; i < (int)count; i++)
        {
            if (i / 8 >= bitmap.Length || (bitmap[i / 8] & (1 << (i % 8))) == 0)
                continue;
            var into = result.AsSpan(i * page, Math.Min(page, result.Length - (i * page)));
            if (value[0] == 0)
            {
                if (at + into.Length > value.Length)
                    return [];
                value.Slice(at, into.Length).CopyTo(into);
                at += into.Length;
                continue;
            }
            var packed = PlfValues.Varint(value[at..], out var size);
            if (size == 0 || packed > value.Length - at - size || !Inflate(value.Slice(at + size, (int)packed), into))
                return [];
            at += size + (int)packed;
        }
        return result;
    }

    private static bool Inflate(ReadOnlySpan<byte> packed, Span<byte> into)
    {
        try
        {
            using var stream = new ZLibStream(new MemoryStream(packed.ToArray()), CompressionMode.Decompress);
            return stream.ReadAtLeast(into, into.Length, throwOnEndOfStream: false) == into.Length;
        }
        catch (Exception error) when (error is InvalidDataException or IOException)
        {
            return false;
        }
    }

    private void Index()
    {
        _types.AddRange(File.Blocks.Keys.Select(key => key.Type).Distinct());
        foreach (var (key, block) in File.Blocks)
        {
            if (key.Type == KeyTableType || (File.IsOld && key.Type == 0))
                ReadKeys(Payload(File, block));
        }
    }

    // Length, type of the objects, twice the count, and for each attribute: key, name, type of its values.
    private void ReadKeys(ReadOnlySpan<byte> payload)
    {
        if (payload.Length < 16 || BinaryPrimitives.ReadUInt32LittleEndian(payload) != payload.Length)
            return;
        var type = BinaryPrimitives.ReadUInt32LittleEndian(payload[4..]);
        var count = BinaryPrimitives.ReadUInt32LittleEndian(payload[8..]);
        if (BinaryPrimitives.ReadUInt32LittleEndian(payload[12..]) != count || !Model.Types.ContainsKey(type))
            return;
        var rest = payload[16..];
        for (var i = 0; i < count && rest.Length >= 9; i++)
        {
            var key = BinaryPrimitives.ReadUInt32LittleEndian(rest);
            var length = PlfValues.Varint(rest[4..], out var head);
            if (head == 0 || length > rest.Length - 8 - head)
                return;
            _keys[(type, key)] = Encoding.UTF8.GetString(rest.Slice(4 + head, (int)length));
            rest = rest[(8 + head + (int)length)..];
        }
    }

    // The data of a system object: its length, the bytes, FF.
    private static ReadOnlySpan<byte> Payload(PlfFile file, PlfBlock block)
    {
        var bytes = file.BytesOf(block)[file.BlockHead..];
        if (bytes.Length < 4)
            return [];
        var length = BinaryPrimitives.ReadUInt32LittleEndian(bytes);
        return length <= bytes.Length - 4 ? bytes.Slice(4, (int)length) : [];
    }
}
