using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Tests.Wire;

/// <summary>Values of every kind, scalar and array, made from a seed.</summary>
internal sealed class RandomTagValues(int seed)
{
    private readonly Random _random = new(seed);

    public TagQuality Quality() => (TagQuality)_random.Next(1, (int)TagQuality.LayoutChanged + 1);

    public TagValue Value()
    {
        var kind = (TagValueKind)_random.Next(0, (int)TagValueKind.DateTime + 1);
        if (kind != TagValueKind.None && _random.Next(4) == 0)
            return new TagValue(kind, 0, Elements(kind, _random.Next(0, 40)), IsArray: true);
        return kind switch
        {
            TagValueKind.None => default,
            TagValueKind.Text => new TagValue(kind, 0, Text()),
            TagValueKind.Boolean => new TagValue(kind, _random.Next(2)),
            TagValueKind.Single => new TagValue(kind, BitConverter.SingleToInt32Bits(_random.NextSingle()) & uint.MaxValue),
            _ => new TagValue(kind, _random.NextInt64(long.MinValue, long.MaxValue)),
        };
    }

    private string Text() => new([.. Enumerable.Range(0, _random.Next(0, 30)).Select(_ => (char)_random.Next(1, 0xD7FF))]);

    private object Elements(TagValueKind kind, int count)
    {
        var bytes = new byte[count * 8];
        _random.NextBytes(bytes);
        return kind switch
        {
            TagValueKind.Boolean => Array.ConvertAll(bytes[..count], static element => element > 100),
            TagValueKind.SByte => Array.ConvertAll(bytes[..count], static element => (sbyte)element),
            TagValueKind.Byte => bytes[..count],
            TagValueKind.Int16 => Of(count, i => BitConverter.ToInt16(bytes, 2 * i)),
            TagValueKind.UInt16 => Of(count, i => BitConverter.ToUInt16(bytes, 2 * i)),
            TagValueKind.Int32 => Of(count, i => BitConverter.ToInt32(bytes, 4 * i)),
            TagValueKind.UInt32 => Of(count, i => BitConverter.ToUInt32(bytes, 4 * i)),
            TagValueKind.Int64 or TagValueKind.DateTime => Of(count, i => BitConverter.ToInt64(bytes, 8 * i)),
            TagValueKind.UInt64 => Of(count, i => BitConverter.ToUInt64(bytes, 8 * i)),
            TagValueKind.Single => Of(count, i => (float)BitConverter.ToInt32(bytes, 4 * i)),
            TagValueKind.Double or TagValueKind.Duration => Of(count, i => (double)BitConverter.ToInt64(bytes, 8 * i)),
            _ => Of(count, _ => Text()),
        };
    }

    private static T[] Of<T>(int count, Func<int, T> element) => [.. Enumerable.Range(0, count).Select(element)];
}
