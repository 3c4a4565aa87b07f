using System.Buffers.Binary;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Import.Tests.TiaProjects;

/// <summary>Writes the data file of a TIA Portal project: the frame, a type model, and objects of the types of <see cref="PlfTypes"/>.</summary>
/// <param name="isOld">True: the frame of V11 to V13.</param>
internal sealed class PlfBuilder(bool isOld = false)
{
    private readonly List<byte[]> _blocks = [];
    private readonly Dictionary<(string Type, string Name), uint> _keys = [];
    private readonly HashSet<int> _wrong = [];

    /// <summary>Adds an object.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="id">Its id.</param>
    /// <param name="values">
    /// Attributes (<c>ICoreAttributes.Name</c>), attributes of its own (<c>~NodeIPAddress</c>), comments of members (<c>#51</c>), relations
    /// (<c>&gt;TagTable</c>) with a target or a list of targets.
    /// </param>
    public PlfBuilder Add(string type, ulong id, params (string Key, object? Value)[] values)
    {
        _blocks.Add(Block(PlfTypes.IdOf(type), id, 0, Data(type, values, out var slots), slots));
        return this;
    }

    /// <summary>Says that an object is deleted.</summary>
    public PlfBuilder Delete(string type, ulong id)
    {
        _blocks.Add(Block(PlfTypes.IdOf(type), id, 4, [0, 0, 0, 0, 0xFF], 0));
        return this;
    }

    /// <summary>Makes the hash of the last object wrong.</summary>
    public PlfBuilder WithWrongHash()
    {
        _wrong.Add(_blocks.Count - 1);
        return this;
    }

    /// <summary>The file.</summary>
    public byte[] ToArray()
    {
        var stream = new MemoryStream();
        var head = new byte[isOld ? 46 : 98];
        (head[0], head[2], head[4], head[^1]) = (0x40, isOld ? (byte)1 : (byte)0, 1, 0xFF);
        stream.Write(head);
        Write(stream, Block(isOld ? 0u : 0x70000, 1, 0, Payload(Pack(Encoding.UTF8.GetBytes(PlfTypes.Model()))), 0), isWrong: false);
        foreach (var type in _keys.Keys.Select(key => key.Type).Distinct())
            Write(stream, Block(isOld ? 0u : 0x70011, 100 + PlfTypes.IdOf(type), 0, Payload(KeyTable(type)), 0), isWrong: false);
        for (var i = 0; i < _blocks.Count; i++)
            Write(stream, _blocks[i], _wrong.Contains(i));
        if (isOld)
            stream.Write([0x0A, .. "$$COMMIT$$"u8, 1, 2, 3, 4, 5, 6, 7, 8, 0xFF]);
        return stream.ToArray();
    }

    /// <summary>The archive .zapNN.</summary>
    public byte[] ToArchive()
    {
        var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            using var entry = zip.CreateEntry("System/PEData.plf").Open();
            entry.Write(ToArray());
        }
        return stream.ToArray();
    }

    private void Write(Stream stream, byte[] block, bool isWrong)
    {
        stream.Write(block);
        if (isOld)
            return;
        var hash = SHA256.HashData(block);
        if (isWrong)
            hash[5] ^= 1;
        stream.Write(hash);
    }

    private byte[] Block(uint type, ulong id, ushort flags, byte[] data, int slots)
    {
        var block = new byte[(isOld ? 28 : 44) + data.Length];
        BinaryPrimitives.WriteInt32LittleEndian(block, block.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(block.AsSpan(4), type);
        BinaryPrimitives.WriteUInt64LittleEndian(block.AsSpan(8), id);
        BinaryPrimitives.WriteUInt16LittleEndian(block.AsSpan(24), flags);
        block[26] = (byte)slots;
        data.CopyTo(block.AsSpan(isOld ? 28 : 44));
        return block;
    }

    // A table of offsets, then a segment for each set of attributes, then the relations.
    private byte[] Data(string type, (string Key, object? Value)[] values, out int slots)
    {
        var sets = PlfTypes.SetsOf(type).ToList();
        var segments = sets.Select(set => set.IsExpando ? Expando(type, set.Name, values) : Segment(type, set, values)).ToList();
        var links = values.Where(value => value.Key[0] == '>').ToList();
        segments.Add(Links(links.Where(link => link.Value is (string, ulong))));
        segments.Add(Links(links.Where(link => link.Value is (string, ulong)[])));
        slots = segments.Count;
        var data = new byte[4 * slots];
        for (var i = 0; i < slots; i++)
        {
            if (segments[i].Length > 0)
                BinaryPrimitives.WriteInt32LittleEndian(data.AsSpan(4 * i), (isOld ? 28 : 44) + data.Length);
            data = [.. data, .. segments[i]];
        }
        return data;
    }

    private byte[] Segment(string type, PlfSet set, (string Key, object? Value)[] values)
    {
        List<byte> head = [0, 0, 0, 0],
            tail = [];
        var stored = set.Attributes.Where(attribute => !PlfTypes.IsConstant(type, set.Name, attribute.Name)).ToList();
        var fixedLength = 4 + stored.Sum(attribute => PlfTypes.SizeOf(attribute.Type));
        foreach (var attribute in stored)
        {
            var value = values.FirstOrDefault(each => each.Key == $"{set.Name}.{attribute.Name}").Value;
            byte[] number = value switch
            {
                bool flag => BitConverter.GetBytes(flag ? 1L : 0),
                int whole => BitConverter.GetBytes((long)whole),
                double real => BitConverter.GetBytes(real),
                null => new byte[8],
                _ => [.. BitConverter.GetBytes(fixedLength + tail.Count), 0, 0, 0, 0],
            };
            head.AddRange(number[..PlfTypes.SizeOf(attribute.Type)]);
            if (value is not (bool or int or double or null))
                tail.AddRange(Value(value));
        }
        byte[] segment = [.. head, .. tail];
        BinaryPrimitives.WriteInt32LittleEndian(segment, segment.Length);
        return segment;
    }

    private byte[] Value(object value) =>
        value switch
        {
            string text => Sized(Encoding.UTF8.GetBytes(text)),
            byte[] blob => Sized(Pages(blob)),
            (ushort, string)[] texts => Sized(Texts(texts)),
            (int, string)[] links => LinkArray(links),
            _ => throw new ArgumentException(value.ToString(), nameof(value)),
        };

    private byte[] Expando(string type, string set, (string Key, object? Value)[] values)
    {
        var isNamed = set == "ICommentsExpandoAttributeSet";
        var own = values.Where(value => value.Key[0] == (isNamed ? '#' : '~')).ToList();
        if (own.Count == 0)
            return [];
        List<byte> names = [],
            keys = [],
            offsets = [],
            slots = [],
            data = [0];
        var named = (isOld ? 16 : 18) + (8 * own.Count);
        foreach (var (key, value) in own)
        {
            offsets.AddRange(BitConverter.GetBytes(named + names.Count));
            names.AddRange(Encoding.Unicode.GetBytes(key[1..] + "\0"));
            keys.AddRange(BitConverter.GetBytes(isNamed ? 0 : KeyOf(type, key[1..])));
            slots.AddRange(
                BitConverter.GetBytes(
                    value is bool flag
                        ? flag
                            ? 1
                            : 0
                        : value is int whole
                            ? whole
                            : data.Count
                )
            );
            if (value is long wide)
                data.AddRange(BitConverter.GetBytes(wide));
            else if (value is not (bool or int))
                data.AddRange(Value(value!));
        }
        byte[] kind = isOld
            ? BitConverter.GetBytes(PlfTypes.IdOf(type))
            : [isNamed ? (byte)1 : (byte)2, 0, .. BitConverter.GetBytes(isNamed ? named + names.Count : 0)];
        byte[] body = isNamed ? [.. keys, .. offsets, .. names, .. slots, .. data] : [.. keys, .. slots, .. data];
        byte[] segment = [0, 0, 0, 0, 0, 0, 0, 0, .. BitConverter.GetBytes(own.Count), .. kind, .. body];
        BinaryPrimitives.WriteInt32LittleEndian(segment, segment.Length);
        BinaryPrimitives.WriteInt32LittleEndian(segment.AsSpan(4), segment.Length);
        return segment;
    }

    private uint KeyOf(string type, string name)
    {
        if (!_keys.TryGetValue((type, name), out var key))
            _keys.Add((type, name), key = (uint)_keys.Count + 1);
        return key;
    }

    private byte[] KeyTable(string type)
    {
        var rows = _keys.Where(key => key.Key.Type == type).ToList();
        var body = rows.SelectMany(row =>
            (byte[])[.. BitConverter.GetBytes(row.Value), (byte)row.Key.Name.Length, .. Encoding.UTF8.GetBytes(row.Key.Name), 0, 0, 0, 0]
        );
        var count = BitConverter.GetBytes(rows.Count);
        byte[] table = [0, 0, 0, 0, .. BitConverter.GetBytes(PlfTypes.IdOf(type)), .. count, .. count, .. body];
        BinaryPrimitives.WriteInt32LittleEndian(table, table.Length);
        return table;
    }

    private static byte[] Links(IEnumerable<(string Key, object? Value)> links)
    {
        var entries = new List<(string Key, string Type, ulong Id)>();
        foreach (var (key, value) in links)
        {
            foreach (var (type, id) in value is (string, ulong) and var one ? [((string, ulong))one] : ((string, ulong)[])value!)
                entries.Add((key, type, id));
        }
        if (entries.Count == 0)
            return [];
        List<byte> bytes = [.. BitConverter.GetBytes((ushort)(4 + (16 * entries.Count))), .. BitConverter.GetBytes((ushort)entries.Count)];
        foreach (var (key, type, id) in entries)
        {
            bytes.AddRange(BitConverter.GetBytes(PlfTypes.RelationOf(key[1..])));
            bytes.AddRange(BitConverter.GetBytes(type.Length == 0 ? 0 : PlfTypes.IdOf(type)));
            bytes.AddRange(BitConverter.GetBytes(id));
        }
        return [.. bytes];
    }

    // Structures with a structure inside: LinkInformation { Handle { Index }, QuotedNamePath }.
    private byte[] LinkArray((int Index, string Path)[] links)
    {
        List<byte> offsets = [],
            records = [];
        var size = isOld ? 2 : 4;
        foreach (var (index, path) in links)
        {
            offsets.AddRange(BitConverter.GetBytes(8 + (4 * links.Length) + records.Count));
            byte[] handle = [.. Size(size + 4), .. BitConverter.GetBytes(index)];
            var text = Sized(Encoding.UTF8.GetBytes(path));
            records.AddRange([
                .. Size(size + 8 + handle.Length + text.Length),
                .. BitConverter.GetBytes(size + 8),
                .. BitConverter.GetBytes(size + 8 + handle.Length),
                .. handle,
                .. text,
            ]);
        }
        return
        [
            .. BitConverter.GetBytes(8 + offsets.Count + records.Count),
            .. BitConverter.GetBytes(links.Length),
            .. offsets,
            .. records,
        ];
    }

    private byte[] Size(int size) => isOld ? BitConverter.GetBytes((ushort)size) : BitConverter.GetBytes(size);

    // Pages of 64 bytes, packed; a page of zeros is not stored.
    private static byte[] Pages(byte[] blob)
    {
        const int size = 64;
        var count = (blob.Length + size - 1) / size;
        var bitmap = new byte[((count + 31) / 32) * 4];
        var pages = new List<byte>();
        for (var i = 0; i < count; i++)
        {
            var page = blob[(i * size)..Math.Min(blob.Length, (i + 1) * size)];
            if (page.All(b => b == 0))
                continue;
            bitmap[i / 8] |= (byte)(1 << (i % 8));
            var packed = Pack(page);
            pages.AddRange([.. Varint(packed.Length), .. packed]);
        }
        byte[] head =
        [
            1,
            .. BitConverter.GetBytes((long)blob.Length),
            0,
            0,
            0,
            0,
            size,
            0,
            .. BitConverter.GetBytes(count),
            (byte)(bitmap.Length / 4),
        ];
        return [.. head, .. bitmap, .. pages];
    }

    private static byte[] Texts((ushort Language, string Text)[] texts)
    {
        List<byte> offsets = [],
            bodies = [];
        foreach (var (_, text) in texts)
        {
            offsets.AddRange(BitConverter.GetBytes(16 + (6 * texts.Length) + bodies.Count));
            var bytes = Encoding.UTF8.GetBytes(text);
            bodies.AddRange([.. BitConverter.GetBytes(bytes.Length), .. bytes]);
        }
        var total = 16 + (6 * texts.Length) + bodies.Count;
        return
        [
            .. BitConverter.GetBytes(total),
            .. BitConverter.GetBytes(total),
            255,
            255,
            255,
            255,
            .. BitConverter.GetBytes(texts.Length),
            .. texts.SelectMany(text => BitConverter.GetBytes(text.Language)),
            .. offsets,
            .. bodies,
        ];
    }

    // A length that counts itself.
    private static byte[] Sized(byte[] bytes)
    {
        var head = 1;
        while (Varint(bytes.Length + head).Length != head)
            head++;
        return [.. Varint(bytes.Length + head), .. bytes];
    }

    private static byte[] Varint(int value)
    {
        var bytes = new List<byte>();
        for (; value >= 0x80; value >>= 7)
            bytes.Add((byte)(value | 0x80));
        bytes.Add((byte)value);
        return [.. bytes];
    }

    private static byte[] Payload(byte[] bytes) => [.. BitConverter.GetBytes(bytes.Length), .. bytes, 0xFF];

    private static byte[] Pack(byte[] bytes)
    {
        var stream = new MemoryStream();
        using (var zlib = new ZLibStream(stream, CompressionLevel.Optimal, leaveOpen: true))
            zlib.Write(bytes);
        return stream.ToArray();
    }
}
