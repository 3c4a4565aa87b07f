using System.Globalization;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// A part of an array, text or byte string: <c>4</c>, <c>4:7</c>, or one of these per dimension, <c>1:2,0</c> (NumericRange, OPC 10000-4, 7.27). Reading
/// clips the upper bound; a lower bound outside gives BadIndexRangeNoData.
/// </summary>
public sealed class IndexRange
{
    private const int MaxDimensions = 10;
    private readonly (int Low, int High)[] _bounds;

    private IndexRange((int Low, int High)[] bounds) => _bounds = bounds;

    /// <summary>Lower and upper bound of each dimension, both inclusive.</summary>
    public IReadOnlyList<(int Low, int High)> Bounds => _bounds;

    /// <summary>Reads a range from the text of a request.</summary>
    /// <param name="text">UTF-8; empty: no range.</param>
    /// <param name="range">The range; null for none.</param>
    /// <returns>Good or BadIndexRangeInvalid.</returns>
    public static StatusCode Parse(ReadOnlySpan<byte> text, out IndexRange? range)
    {
        range = null;
        if (text.IsEmpty)
            return StatusCodes.Good;
        var bounds = new List<(int, int)>();
        foreach (var part in text.Split((byte)','))
        {
            if (bounds.Count == MaxDimensions || !TryParseBounds(text[part], out var bound))
                return StatusCodes.BadIndexRangeInvalid;
            bounds.Add(bound);
        }

        range = new IndexRange([.. bounds]);
        return StatusCodes.Good;
    }

    /// <summary>The part of a value, as a new array or text.</summary>
    /// <returns>Good or BadIndexRangeNoData.</returns>
    public StatusCode Apply(in Variant value, out Variant part)
    {
        part = default;
        if (!value.IsArray)
            return _bounds.Length == 1 && Cut(value.Type, value.Reference, _bounds[0]) is { } cut
                ? Result(new Variant(value.Type, 0, cut), out part)
                : NoData;

        if (value.Reference is not Array elements)
            return NoData;
        var dimensions = value.Dimensions ?? [elements.Length];
        var cutsElements = _bounds.Length == dimensions.Length + 1 && value.Type is BuiltInType.String or BuiltInType.ByteString;
        if (_bounds.Length != dimensions.Length && !cutsElements)
            return NoData;

        var sizes = new int[dimensions.Length];
        for (var i = 0; i < dimensions.Length; i++)
        {
            if (_bounds[i].Low >= dimensions[i])
                return NoData;
            sizes[i] = Math.Min(_bounds[i].High, dimensions[i] - 1) - _bounds[i].Low + 1;
        }

        var slice = Slice(elements, dimensions, sizes);
        if (cutsElements && !CutElements(value.Type, slice, _bounds[^1]))
            return NoData;
        return Result(new Variant(value.Type, 0, slice, isArray: true, value.Dimensions is null ? null : sizes), out part);
    }

    /// <inheritdoc/>
    public override string ToString() => string.Join(',', _bounds.Select(b => b.Low == b.High ? $"{b.Low}" : $"{b.Low}:{b.High}"));

    private static StatusCode NoData => StatusCodes.BadIndexRangeNoData;

    private static StatusCode Result(Variant result, out Variant part)
    {
        part = result;
        return StatusCodes.Good;
    }

    private static bool TryParseBounds(ReadOnlySpan<byte> text, out (int Low, int High) bounds)
    {
        var colon = text.IndexOf((byte)':');
        bounds = default;
        if (colon < 0)
        {
            var single = TryParseNumber(text, out var index);
            bounds = (index, index);
            return single;
        }

        var both = TryParseNumber(text[..colon], out var low) & TryParseNumber(text[(colon + 1)..], out var high);
        bounds = (low, high);
        return both && low < high;
    }

    private static bool TryParseNumber(ReadOnlySpan<byte> text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);

    private static object? Cut(BuiltInType type, object? whole, (int Low, int High) bounds)
    {
        var length = whole switch
        {
            string text => text.Length,
            byte[] bytes => bytes.Length,
            _ => 0,
        };
        if (bounds.Low >= length || type is not (BuiltInType.String or BuiltInType.ByteString))
            return null;
        var end = Math.Min(bounds.High, length - 1) + 1;
        return whole is string s ? s[bounds.Low..end] : ((byte[])whole!)[bounds.Low..end];
    }

    private static bool CutElements(BuiltInType type, Array elements, (int Low, int High) bounds)
    {
        var any = false;
        for (var i = 0; i < elements.Length; i++)
        {
            var cut = Cut(type, elements.GetValue(i), bounds);
            any |= cut is not null;
            elements.SetValue(cut ?? (type == BuiltInType.String ? "" : Array.Empty<byte>()), i);
        }

        return any;
    }

    private Array Slice(Array elements, int[] dimensions, int[] sizes)
    {
        var total = 1;
        foreach (var size in sizes)
            total *= size;
        var slice = Array.CreateInstance(elements.GetType().GetElementType()!, total);
        var row = sizes[^1];
        var at = new int[sizes.Length];
        for (var done = 0; done < total; done += row)
        {
            var from = 0;
            for (var i = 0; i < at.Length; i++)
                from = from * dimensions[i] + _bounds[i].Low + at[i];
            Array.Copy(elements, from, slice, done, row);
            for (var i = at.Length - 2; i >= 0 && ++at[i] == sizes[i]; i--)
                at[i] = 0;
        }

        return slice;
    }
}
