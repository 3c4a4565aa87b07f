using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Objects;

/// <summary>One element of a type: local id, data type, visibility, memory location, and for arrays and structures their sizes and type.</summary>
internal sealed record TypeElement
{
    public const ushort HmiVisible = 0x0800;
    public const ushort HmiReadOnly = 0x0400;
    public const ushort HmiAccessible = 0x0200;
    public const ushort Optimised = 0x0080;

    private const int Dimensions = 6;

    public required uint Lid { get; init; }

    /// <summary>A checksum of unknown meaning; the CPU does not accept it as that of the symbol.</summary>
    public uint Crc { get; init; }

    public required S7PlusType Type { get; init; }

    /// <summary>Bits 0–11 of the attribute: visibility, section, bit offset. Bits 12–15 are <see cref="Kind"/>.</summary>
    public ushort Flags { get; init; }

    public required OffsetKind Kind { get; init; }

    /// <summary>0x80 retain, 0x70 bit in classic memory, 0x08 classic, 0x07 bit in optimised memory.</summary>
    public byte BitInfo { get; init; }

    /// <summary>Declared characters of a String, or of the elements of an array of them.</summary>
    public ushort TextLength { get; init; }

    /// <summary>Size of such a String in bytes; the meaning varies for arrays.</summary>
    public ushort TextBytes { get; init; }

    public uint OptimisedOffset { get; init; }

    public uint ClassicOffset { get; init; }

    /// <summary>Lower bound of an array of one dimension.</summary>
    public int LowerBound { get; init; }

    /// <summary>Number of elements of an array over all dimensions.</summary>
    public uint Count { get; init; }

    /// <summary>Lower bounds by dimension, the fastest index first; empty for one dimension.</summary>
    public int[] LowerBounds { get; init; } = [];

    /// <summary>Number of elements by dimension, the fastest index first; 0 for unused dimensions.</summary>
    public uint[] Counts { get; init; } = [];

    /// <summary>Sizes of one element in classic and in optimised memory, or the offsets of a block instance's sections.</summary>
    public uint[] Sizes { get; init; } = [];

    /// <summary>The type of a structure; 0 for others.</summary>
    public uint TypeRid { get; init; }

    /// <summary>Four numbers of unknown meaning that follow the type.</summary>
    public uint[] StructInfo { get; init; } = [];

    /// <summary>True where HMI access is allowed; the levels above must allow it, too.</summary>
    public bool IsAccessible => (Flags & HmiAccessible) != 0;

    public bool IsReadOnly => (Flags & HmiReadOnly) != 0;

    public bool IsArray =>
        Kind is OffsetKind.Array or OffsetKind.ArrayOld or OffsetKind.StructArray or OffsetKind.StructArrayOld
        || IsMultiArray
        || Kind == OffsetKind.BlockArray;

    public bool IsMultiArray =>
        Kind is OffsetKind.MultiArray or OffsetKind.MultiArrayOld or OffsetKind.StructMultiArray or OffsetKind.StructMultiArrayOld;

    public bool HasType => TypeRid != 0;

    public static TypeElement Read(ref PlusReader from)
    {
        var lid = from.UInt32Le();
        var crc = from.UInt32Le();
        var type = (S7PlusType)from.Byte();
        var attribute = from.UInt16();
        var bitInfo = from.Byte();
        var kind = (OffsetKind)(attribute >> 12);
        var element = new TypeElement
        {
            Lid = lid,
            Crc = crc,
            Type = type,
            Flags = (ushort)(attribute & 0x0FFF),
            Kind = kind,
            BitInfo = bitInfo,
        };
        if (kind is OffsetKind.Plain or OffsetKind.PlainOld)
        {
            var first = from.UInt16Le();
            var second = from.UInt16Le();
            return kind == OffsetKind.Plain
                ? element with
                {
                    OptimisedOffset = first,
                    ClassicOffset = second,
                }
                : element with
                {
                    OptimisedOffset = second,
                    ClassicOffset = first,
                };
        }
        element = element with
        {
            TextLength = from.UInt16Le(),
            TextBytes = from.UInt16Le(),
            OptimisedOffset = from.UInt32Le(),
            ClassicOffset = from.UInt32Le(),
        };
        return kind switch
        {
            OffsetKind.String or OffsetKind.StringOld => element,
            OffsetKind.Struct or OffsetKind.StructOld => element with { TypeRid = from.UInt32Le(), StructInfo = Numbers(ref from, 4) },
            OffsetKind.BlockInstance => element with
            {
                TypeRid = from.UInt32Le(),
                StructInfo = Numbers(ref from, 4),
                Sizes = Numbers(ref from, 2),
            },
            OffsetKind.BlockArray => ReadBlockArray(ref from, element),
            _ => ReadArray(ref from, element),
        };
    }

    /// <summary>Sizes of the three sections of one element in an array of block instances.</summary>
    public uint[] SectionSizes { get; init; } = [];

    public void Write(PlusWriter to)
    {
        to.UInt32Le(Lid);
        to.UInt32Le(Crc);
        to.Byte((byte)Type);
        to.UInt16((ushort)((Flags & 0x0FFF) | ((int)Kind << 12)));
        to.Byte(BitInfo);
        if (Kind is OffsetKind.Plain or OffsetKind.PlainOld)
        {
            to.UInt16Le((ushort)(Kind == OffsetKind.Plain ? OptimisedOffset : ClassicOffset));
            to.UInt16Le((ushort)(Kind == OffsetKind.Plain ? ClassicOffset : OptimisedOffset));
            return;
        }
        to.UInt16Le(TextLength);
        to.UInt16Le(TextBytes);
        to.UInt32Le(OptimisedOffset);
        to.UInt32Le(ClassicOffset);
        if (Kind is OffsetKind.String or OffsetKind.StringOld)
            return;
        if (Kind is OffsetKind.Struct or OffsetKind.StructOld or OffsetKind.BlockInstance or OffsetKind.BlockArray)
        {
            to.UInt32Le(TypeRid);
            WriteNumbers(to, StructInfo, 4);
            if (Kind is OffsetKind.BlockInstance or OffsetKind.BlockArray)
                WriteNumbers(to, Sizes, 2);
            if (Kind == OffsetKind.BlockArray)
            {
                to.UInt32Le(Count);
                WriteNumbers(to, SectionSizes, 3);
                WriteBounds(to);
            }
            return;
        }
        to.UInt32Le((uint)LowerBound);
        to.UInt32Le(Count);
        if (IsMultiArray)
            WriteBounds(to);
        if (Kind is OffsetKind.Array or OffsetKind.ArrayOld or OffsetKind.MultiArray or OffsetKind.MultiArrayOld)
            return;
        WriteNumbers(to, Sizes, 2);
        to.UInt32Le(TypeRid);
        WriteNumbers(to, StructInfo, 4);
    }

    private static TypeElement ReadArray(ref PlusReader from, TypeElement element)
    {
        element = element with { LowerBound = (int)from.UInt32Le(), Count = from.UInt32Le() };
        if (element.IsMultiArray)
            element = element with { LowerBounds = Bounds(ref from), Counts = Numbers(ref from, Dimensions) };
        if (element.Kind is OffsetKind.Array or OffsetKind.ArrayOld or OffsetKind.MultiArray or OffsetKind.MultiArrayOld)
            return element;
        return element with { Sizes = Numbers(ref from, 2), TypeRid = from.UInt32Le(), StructInfo = Numbers(ref from, 4) };
    }

    private static TypeElement ReadBlockArray(ref PlusReader from, TypeElement element)
    {
        element = element with { TypeRid = from.UInt32Le(), StructInfo = Numbers(ref from, 4), Sizes = Numbers(ref from, 2) };
        element = element with { Count = from.UInt32Le(), SectionSizes = Numbers(ref from, 3) };
        return element with { LowerBounds = Bounds(ref from), Counts = Numbers(ref from, Dimensions) };
    }

    private static uint[] Numbers(ref PlusReader from, int count)
    {
        var numbers = new uint[count];
        for (var i = 0; i < count; i++)
            numbers[i] = from.UInt32Le();
        return numbers;
    }

    private static int[] Bounds(ref PlusReader from) => Array.ConvertAll(Numbers(ref from, Dimensions), number => (int)number);

    private void WriteBounds(PlusWriter to)
    {
        for (var i = 0; i < Dimensions; i++)
            to.UInt32Le(i < LowerBounds.Length ? (uint)LowerBounds[i] : 0);
        WriteNumbers(to, Counts, Dimensions);
    }

    private static void WriteNumbers(PlusWriter to, uint[] numbers, int count)
    {
        for (var i = 0; i < count; i++)
            to.UInt32Le(i < numbers.Length ? numbers[i] : 0);
    }
}

/// <summary>The data after an element in its list. Firmware with TLS sends 8 to 15; the "old" kinds have the same content.</summary>
internal enum OffsetKind : byte
{
    BlockArray = 0,

    /// <summary>Two offsets of 16 bits in reverse order.</summary>
    PlainOld = 1,
    StringOld = 2,
    ArrayOld = 3,
    MultiArrayOld = 4,
    StructOld = 5,
    StructArrayOld = 6,
    StructMultiArrayOld = 7,
    Plain = 8,
    String = 9,
    Array = 10,
    MultiArray = 11,
    Struct = 12,
    StructArray = 13,
    StructMultiArray = 14,
    BlockInstance = 15,
}
