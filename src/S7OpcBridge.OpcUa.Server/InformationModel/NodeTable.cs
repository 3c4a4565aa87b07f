namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// The nodes of namespace 0 as flat columns, in the order of their ids. Names are indexes into <see cref="Strings"/>; fields of a single node class stay packed
/// in <see cref="Bytes"/> until they are read.
/// </summary>
internal sealed class NodeTable
{
    public const byte IsAbstract = 0x10,
        IsSymmetric = 0x20,
        HasContent = 0x40,
        HasExtras = 0x80;
    private const byte OwnDisplayName = 0x08,
        ClassMask = 0x07,
        Version = 1;

    private readonly byte[] _heads;
    private readonly ushort[] _browseNames,
        _displayNames;
    private readonly int[] _contents;
    private readonly ushort[] _indexes; // by id, one more than the index; 0: none

    private NodeTable(byte[] bytes)
    {
        Bytes = bytes;
        var reader = new TableReader(bytes);
        if (!reader.Raw(4).SequenceEqual("S7N0"u8) || reader.Byte() != Version)
            throw new InvalidDataException("namespace0.bin was made by another version of tools/S7OpcBridge.NodesetTool; run it again.");

        Strings = new string[reader.Number()];
        for (var i = 0; i < Strings.Length; i++)
            Strings[i] = reader.Utf8();

        Ids = new uint[reader.Number()];
        _heads = new byte[Ids.Length];
        _browseNames = new ushort[Ids.Length];
        _displayNames = new ushort[Ids.Length];
        _contents = new int[Ids.Length];
        ReadNodes(ref reader);
        _indexes = new ushort[Ids[^1] + 1];
        for (var i = 0; i < Ids.Length; i++)
            _indexes[Ids[i]] = (ushort)(i + 1);
        ReferencesAt = reader.Position;
    }

    public byte[] Bytes { get; }

    public string[] Strings { get; }

    public uint[] Ids { get; }

    public int Count => Ids.Length;

    /// <summary>Where the section of references begins.</summary>
    public int ReferencesAt { get; }

    public static NodeTable Load()
    {
        using var resource = typeof(NodeTable).Assembly.GetManifestResourceStream("namespace0.bin")!;
        var bytes = new byte[resource.Length];
        resource.ReadExactly(bytes);
        return new NodeTable(bytes);
    }

    public int IndexOf(uint id) => id < (uint)_indexes.Length ? _indexes[id] - 1 : -1;

    public NodeClass ClassOf(int node) => (NodeClass)(1 << (_heads[node] & ClassMask));

    public bool Has(int node, byte flag) => (_heads[node] & flag) != 0;

    public string BrowseNameOf(int node) => Strings[_browseNames[node]];

    public string DisplayNameOf(int node) => Strings[_displayNames[node]];

    /// <summary>A reader at the fields of the node's class.</summary>
    public TableReader ContentOf(int node) => new(Bytes, _contents[node]);

    private void ReadNodes(ref TableReader reader)
    {
        uint id = 0;
        for (var i = 0; i < Ids.Length; i++)
        {
            Ids[i] = id += reader.Number();
            _heads[i] = reader.Byte();
            _browseNames[i] = (ushort)reader.Number();
            _displayNames[i] = (_heads[i] & OwnDisplayName) != 0 ? (ushort)reader.Number() : _browseNames[i];
            var length = (int)reader.Number();
            _contents[i] = reader.Position;
            reader.Raw(length);
        }
    }
}
