using System.Collections.Immutable;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Browsing;

/// <summary>Makes symbols from the elements of types. Stateless.</summary>
internal static class SymbolFactory
{
    // No block of a CPU is larger than 16 MB, so no value is.
    private const int LargestValue = 16 << 20;

    public static S7PlusSymbol Block(S7PlusBlock block, bool hasChecksums = true) =>
        new(
            SymbolPlace.From(block) with
            {
                HasCrc = hasChecksums,
            },
            block.Number is null ? "" : SymbolPath.Quote(block.Name),
            S7PlusType.Struct
        )
        {
            TypeRid = block.TypeRid,
            IsReadOnly = PlusIds.IsSetByCpu(block.Rid),
        };

    /// <summary>A member of a block or structure.</summary>
    public static S7PlusSymbol Member(S7PlusSymbol parent, string name, TypeElement element)
    {
        var dimensions = DimensionsOf(element);
        var place = dimensions.IsEmpty
            ? parent.Place.Member(name, element.Lid, element.Type)
            : parent.Place.Array(name, element.Lid, element.Type, dimensions[^1].LowerBound, dimensions.Length > 1);
        // The first level of a block is quoted only where necessary; tags of tables are always quoted.
        var path = parent.Path.Length == 0 ? SymbolPath.Quote(name) : parent.Path + "." + SymbolPath.QuoteWhereNeeded(name);
        var count = (int)
            dimensions.Aggregate(dimensions.IsEmpty ? 0L : 1L, (product, each) => Math.Min(int.MaxValue, product * each.Count));
        var symbol = new S7PlusSymbol(place, path, TypeOf(element))
        {
            Length = element.Type is S7PlusType.String or S7PlusType.WString ? element.TextLength : 0,
            Dimensions = dimensions,
            Count = count,
            IsAccessible = parent.IsAccessible && element.IsAccessible,
            IsReadOnly = parent.IsReadOnly || element.IsReadOnly,
            TypeRid = element.TypeRid,
            Around = parent,
            Item = ItemOf(place, element, count, dimensions.Length),
        };
        return symbol;
    }

    /// <summary>An element of an array.</summary>
    /// <param name="indexes">One index per dimension, within its bounds.</param>
    public static S7PlusSymbol Element(S7PlusSymbol array, ReadOnlySpan<int> indexes)
    {
        var place = array.Place.Element(Flatten(array, indexes), array.TypeRid != 0);
        return new S7PlusSymbol(place, $"{array.Path}[{string.Join(',', indexes.ToArray())}]", array.Type)
        {
            Length = array.Length,
            IsAccessible = array.IsAccessible,
            IsReadOnly = array.IsReadOnly,
            TypeRid = array.TypeRid,
            Around = array,
            Item = TryShape(array.Type, array.Length, 0) is { } shape ? new S7PlusItem(place.Address, shape) : null,
        };
    }

    // The last index varies fastest; for bits, the fastest dimension is padded to a multiple of 8.
    private static uint Flatten(S7PlusSymbol array, ReadOnlySpan<int> indexes)
    {
        const int bits = 8;
        var dimensions = array.Dimensions;
        var flat = 0L;
        for (var i = 0; i < dimensions.Length; i++)
        {
            var size = dimensions[i].Count;
            if (i == dimensions.Length - 1 && i > 0 && array.Type == S7PlusType.BitBool)
                size = (size + bits - 1) / bits * bits;
            flat = (flat * size) + (indexes[i] - dimensions[i].LowerBound);
        }
        return (uint)flat;
    }

    private static S7PlusType TypeOf(TypeElement element) =>
        element.Type == S7PlusType.Dtl || TypeTable.WireOf(element.Type) != WireType.Null ? element.Type
        : element.HasType ? S7PlusType.Struct
        : element.Type;

    private static S7PlusItem? ItemOf(SymbolPlace place, TypeElement element, int count, int dimensions)
    {
        // Multidimensional bits have gaps between their rows.
        if (element.Type == S7PlusType.BitBool && dimensions > 1)
            return null;
        if (element.HasType && element.Type != S7PlusType.Dtl)
            return null;
        return TryShape(element.Type, element.TextLength, count) is { } shape ? new S7PlusItem(place.Address, shape) : null;
    }

    private static S7PlusShape? TryShape(S7PlusType type, int length, int count)
    {
        var wire = TypeTable.WireOf(type);
        var isText = type is S7PlusType.String or S7PlusType.WString;
        if (wire == WireType.Null || (count > 0 && (wire == WireType.Struct || TypeTable.SpreadOf(type, length) != 0)))
            return null;
        if (count > LargestValue || (long)count * TypeTable.WidthOf(wire) > LargestValue)
            return null;
        if (isText && length > (type == S7PlusType.String ? 254 : 16382))
            return null;
        return new S7PlusShape(type, isText ? length : 0, count);
    }

    // Lists on the wire begin with the fastest index, this one with the first declared. A list without dimensions stands for one dimension.
    private static ImmutableArray<S7PlusDimension> DimensionsOf(TypeElement element)
    {
        if (!element.IsArray)
            return [];
        var several = element.Counts.Count(count => count > 0);
        if (several == 0)
            return [new S7PlusDimension(element.LowerBound, (int)Math.Min(element.Count, int.MaxValue))];
        var dimensions = ImmutableArray.CreateBuilder<S7PlusDimension>(several);
        for (var i = several - 1; i >= 0; i--)
            dimensions.Add(new S7PlusDimension(element.LowerBounds[i], (int)Math.Min(element.Counts[i], int.MaxValue)));
        return dimensions.ToImmutable();
    }
}
