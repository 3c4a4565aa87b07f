using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Objects;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>A member of a structure or block: local id, type, offset. Offsets are those of the standard layout, for optimised blocks, too.</summary>
internal sealed class SymbolMember(
    string name,
    uint lid,
    S7DataType element,
    SymbolType? structure,
    IReadOnlyList<(int Lower, int Upper)> bounds
)
{
    public string Name => name;

    public uint Lid => lid;

    /// <summary>The elementary type of the member or its elements; also for DTL, which is a structure at the same time.</summary>
    public S7DataType Element => element;

    /// <summary>The structure; null for elementary types.</summary>
    public SymbolType? Structure => structure;

    public IReadOnlyList<(int Lower, int Upper)> Bounds => bounds;

    public bool IsArray => bounds.Count > 0;

    public bool IsAccessible { get; set; } = true;

    public bool IsWritable { get; set; } = true;

    /// <summary>Offset in bytes within the structure.</summary>
    public int Offset { get; set; }

    /// <summary>The bit of a single Bool.</summary>
    public int Bit { get; set; }

    public bool IsBits => IsArray && element.Kind == S7TypeKind.Bool;

    public S7PlusType Type =>
        IsBits ? S7PlusType.BitBool
        : element.Kind == S7TypeKind.None ? S7PlusType.Struct
        : Enum.Parse<S7PlusType>(element.Kind.ToString(), ignoreCase: true);

    /// <summary>Number of elements over all dimensions.</summary>
    public int Elements => Enumerable.Range(0, bounds.Count).Aggregate(1, (product, dimension) => product * Length(dimension));

    /// <summary>Number of storage places over all dimensions: the last dimension of bits is padded to whole bytes.</summary>
    public int Count
    {
        get
        {
            var count = 1;
            for (var i = 0; i < bounds.Count; i++)
                count *= IsBits && bounds.Count > 1 && i == bounds.Count - 1 ? (Length(i) + 7) & ~7 : Length(i);
            return count;
        }
    }

    public int ElementSize => element.Kind == S7TypeKind.None ? structure!.Size : element.ElementSize;

    /// <summary>Bytes of the member, without padding.</summary>
    public int Size =>
        IsBits ? (Count + 7) / 8
        : IsArray ? Count * ElementSize
        : element.Kind == S7TypeKind.None ? structure!.Size
        : element.ValueSize;

    /// <summary>The member in a type list.</summary>
    public TypeElement ToElement(bool optimised)
    {
        var fastestFirst = bounds.Reverse().ToArray();
        var access = (IsAccessible ? TypeElement.HmiVisible | TypeElement.HmiAccessible : 0) | (IsWritable ? 0 : TypeElement.HmiReadOnly);
        var flags = access | (optimised ? TypeElement.Optimised : 0);
        var size = (uint)ElementSize;
        return new TypeElement
        {
            Lid = lid,
            Type = Type,
            Kind = Kind(),
            Flags = (ushort)flags,
            BitInfo = (byte)((Bit << 4) | (optimised ? Bit : 0x08)),
            TextLength = (ushort)element.Capacity,
            TextBytes = (ushort)(element.Capacity > 0 ? element.Capacity + 2 : 0),
            OptimisedOffset = (uint)Offset,
            ClassicOffset = optimised ? 0xFFFF : (uint)Offset,
            LowerBound = IsArray ? bounds[0].Lower : 0,
            Count = IsArray ? (uint)Elements : 0,
            LowerBounds = bounds.Count > 1 ? Array.ConvertAll(fastestFirst, bound => bound.Lower) : [],
            Counts = bounds.Count > 1 ? Array.ConvertAll(fastestFirst, bound => (uint)(bound.Upper - bound.Lower + 1)) : [],
            Sizes = structure is null ? [] : [size, size],
            TypeRid = structure?.Rid ?? 0,
        };
    }

    private OffsetKind Kind() =>
        (structure is not null, bounds.Count) switch
        {
            (true, 0) => OffsetKind.Struct,
            (true, 1) => OffsetKind.StructArray,
            (true, _) => OffsetKind.StructMultiArray,
            (false, 0) => element.Capacity > 0 ? OffsetKind.String : OffsetKind.Plain,
            (false, 1) => OffsetKind.Array,
            (false, _) => OffsetKind.MultiArray,
        };

    private int Length(int dimension) => bounds[dimension].Upper - bounds[dimension].Lower + 1;
}
