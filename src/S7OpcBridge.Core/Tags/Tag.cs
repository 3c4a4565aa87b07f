using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Who may do what with a tag's value.</summary>
[Flags]
public enum TagAccess : byte
{
    /// <summary>Clients read it.</summary>
    Read = 1,

    /// <summary>Clients write it.</summary>
    Write = 2,

    /// <summary>Both.</summary>
    ReadWrite = 3,
}

/// <summary>One named value of one PLC, as the map says. Immutable and small: there may be a million.</summary>
public sealed record Tag
{
    // Numbers as they need least room: the parts of address and type stand closer here than in structs of their own, and -1 is kept as 0.
    private readonly int _offset, _capacity, _arrayLower, _arrayLength;
    private readonly ushort _plc, _scanGroup, _db;
    private readonly S7Area _area;
    private readonly S7TypeKind _kind;
    private readonly byte _bit, _width;

    /// <summary>Index in <see cref="TagMap.Tags"/>, and the variable's index in the OPC UA table. A tag that a reload does not touch keeps it.</summary>
    public required int Id { get; init; }

    /// <summary>Path below the PLC, levels separated by <c>/</c>, for example <c>Motor/Speed</c>. The node id is <c>PLC/Path</c> unless the details give another.</summary>
    public required TagPath Path { get; init; }

    /// <summary>The path as one text, put together for whoever asks.</summary>
    public string Name => Path.ToString();

    /// <summary>Index of its PLC in <see cref="TagMap.Plcs"/>.</summary>
    public required int Plc
    {
        get => _plc - 1;
        init => _plc = checked((ushort)(value + 1));
    }

    /// <summary>Index of its scan group in <see cref="TagMap.ScanGroups"/>; -1: the tag <see cref="IsGone"/>.</summary>
    public required int ScanGroup
    {
        get => _scanGroup - 1;
        init => _scanGroup = checked((ushort)(value + 1));
    }

    /// <summary>True: a reload took the tag out of the map; what stands here is what it was.</summary>
    public bool IsGone => ScanGroup < 0;

    /// <summary>Where it lies in the PLC.</summary>
    public required S7Address Address
    {
        get => new(_area, _db, _offset, _bit, _width);
        init => (_area, _db, _offset, _bit, _width) = value;
    }

    /// <summary>Its S7 type.</summary>
    public required S7DataType Type
    {
        get => new(_kind, _capacity, _arrayLower, _arrayLength);
        init => (_kind, _capacity, _arrayLower, _arrayLength) = value;
    }

    /// <summary>Access that clients have.</summary>
    public TagAccess Access { get; init; } = TagAccess.Read;

    /// <summary>What few tags have: unit, range, description and the like; null where the map says nothing.</summary>
    public TagDetails? Details { get; init; }

    /// <summary>Kind of the value, or of its elements, as clients see it.</summary>
    public TagValueKind ValueKind => Details?.Scale is null ? (TagValueKind)Type.ValueKind : TagValueKind.Double;

    /// <summary>The address as it is printed, in the one canonical form.</summary>
    public string AddressText => Address.ToString();

    /// <summary>True for an array.</summary>
    public bool IsArray => Type.IsArray;

    /// <summary>Elements of an array; 0 for a scalar.</summary>
    public int ArrayLength => Type.ArrayLength;

    /// <summary>Bytes in the PLC.</summary>
    public int ByteLength => Type.ByteLength(Address.Bit);
}
