using System.Numerics;
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
    // 56 bytes with the header. The parts of address and type are kept as separate numbers; -1 is stored as 0.
    private const int BitAt = 2,
        WidthAt = 5;
    private readonly ushort _plc,
        _scanGroup,
        _db,
        _offset;
    private readonly byte _highOffset;
    private readonly S7Area _area;
    private readonly S7TypeKind _kind;

    // The access, the bit of the address, and its width as a power of two plus one.
    private readonly byte _packed = (byte)TagAccess.Read;

    // Most tags have neither details nor an extent: null, the details, or both in one object.
    private readonly object? _more;

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
        get => new(_area, _db, _highOffset << 16 | _offset, (byte)(_packed >> BitAt & 7), (byte)(1 << (_packed >> WidthAt) >> 1));
        init
        {
            (_area, _db) = (value.Area, value.Db);
            (_highOffset, _offset) = (checked((byte)(value.Offset >> 16)), (ushort)value.Offset);
            var width = value.Width == 0 ? 0 : BitOperations.Log2(value.Width) + 1;
            _packed = (byte)(_packed & (byte)TagAccess.ReadWrite | value.Bit << BitAt | width << WidthAt);
        }
    }

    /// <summary>Its S7 type; default until the CPU has reported it.</summary>
    public required S7DataType Type
    {
        get => _more is Extent extent ? new(_kind, extent.Capacity, extent.ArrayLower, extent.ArrayLength) : new(_kind);
        init
        {
            _kind = value.Kind;
            _more =
                value == new S7DataType(value.Kind) ? Details : new Extent(value.Capacity, value.ArrayLower, value.ArrayLength, Details);
        }
    }

    /// <summary>Access that clients have.</summary>
    public TagAccess Access
    {
        get => (TagAccess)_packed & TagAccess.ReadWrite;
        init => _packed = (byte)(_packed & ~(int)TagAccess.ReadWrite | (int)value);
    }

    /// <summary>Optional properties: unit, range, description and the like; null where the map sets none.</summary>
    public TagDetails? Details
    {
        get => _more is Extent extent ? extent.Details : (TagDetails?)_more;
        init => _more = _more is Extent extent ? extent with { Details = value } : value;
    }

    /// <summary>Kind of the value, or of its elements, as clients see it.</summary>
    public TagValueKind ValueKind => Details?.Scale is null ? (TagValueKind)Type.ValueKind : TagValueKind.Double;

    /// <summary>The address as text, in canonical form.</summary>
    public string AddressText => Address.ToString();

    /// <summary>Number of the data block of its address; null: it has a symbol, or lies elsewhere.</summary>
    public ushort? DataBlock => Symbol is null && _area == S7Area.DataBlock ? _db : null;

    /// <summary>The type as text, as TIA spells it; empty until the CPU has reported it.</summary>
    public string TypeText => Type == default ? "" : Type.ToString();

    /// <summary>True for an array.</summary>
    public bool IsArray => Type.IsArray;

    /// <summary>Elements of an array; 0 for a scalar.</summary>
    public int ArrayLength => Type.ArrayLength;

    /// <summary>Bytes in the PLC.</summary>
    public int ByteLength => Type.ByteLength(Address.Bit);

    // What S7DataType has beside its kind, and the details.
    private sealed record Extent(int Capacity, int ArrayLower, int ArrayLength, TagDetails? Details);
}
