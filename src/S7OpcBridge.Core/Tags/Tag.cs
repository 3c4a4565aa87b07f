using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Access of clients to a tag's value.</summary>
[Flags]
public enum TagAccess : byte
{
    /// <summary>Clients may read it.</summary>
    Read = 1,

    /// <summary>Clients may write it.</summary>
    Write = 2,

    /// <summary>Clients may read and write it.</summary>
    ReadWrite = 3,
}

/// <summary>One named value of one PLC, as the map defines it. Immutable and small, because there may be a million.</summary>
public sealed record Tag
{
    // The parts of address and type are kept as separate numbers to save memory; -1 is stored as 0.
    private readonly int _offset, _capacity, _arrayLower, _arrayLength;
    private readonly ushort _plc, _scanGroup, _db;
    private readonly S7Area _area;
    private readonly S7TypeKind _kind;
    private readonly byte _bit, _width;

    /// <summary>
    /// Index in <see cref="TagMap.Tags"/>, and the variable's index in the OPC UA variable table. Kept by a reload that does not change the tag.
    /// </summary>
    public required int Id { get; init; }

    /// <summary>
    /// Path below the PLC with levels separated by <c>/</c>, for example <c>Motor/Speed</c>. The node id is <c>PLC/Path</c> unless the details define another.
    /// </summary>
    public required TagPath Path { get; init; }

    /// <summary>The path as one text, built at each call.</summary>
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

    /// <summary>True: a reload has removed the tag; the other properties keep their last values.</summary>
    public bool IsGone => ScanGroup < 0;

    /// <summary>Its symbol in the PLC program; null: it has an address.</summary>
    public string? Symbol => Details?.Symbol;

    /// <summary>The symbol or the address, for use in sentences.</summary>
    public string Place => Symbol ?? Address.ToString();

    /// <summary>Its address in the PLC; default where it has a symbol.</summary>
    public required S7Address Address
    {
        get => new(_area, _db, _offset, _bit, _width);
        init => (_area, _db, _offset, _bit, _width) = value;
    }

    /// <summary>Its S7 type; default until the CPU has reported it.</summary>
    public required S7DataType Type
    {
        get => new(_kind, _capacity, _arrayLower, _arrayLength);
        init => (_kind, _capacity, _arrayLower, _arrayLength) = value;
    }

    /// <summary>Access that clients have.</summary>
    public TagAccess Access { get; init; } = TagAccess.Read;

    /// <summary>Optional properties: unit, range, description and the like; null where the map sets none.</summary>
    public TagDetails? Details { get; init; }

    /// <summary>Kind of the value, or of its elements, as clients see it.</summary>
    public TagValueKind ValueKind => Details?.Scale is null ? (TagValueKind)Type.ValueKind : TagValueKind.Double;

    /// <summary>The address as text, in canonical form.</summary>
    public string AddressText => Address.ToString();

    /// <summary>True for an array.</summary>
    public bool IsArray => Type.IsArray;

    /// <summary>Elements of an array; 0 for a scalar.</summary>
    public int ArrayLength => Type.ArrayLength;

    /// <summary>Bytes in the PLC.</summary>
    public int ByteLength => Type.ByteLength(Address.Bit);
}
