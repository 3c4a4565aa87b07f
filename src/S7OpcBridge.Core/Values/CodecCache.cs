using System.Collections.Concurrent;
using System.Text;
using S7OpcBridge.Core.Values;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Shares one codec per type, bit and conversion among all tags. Thread-safe.</summary>
/// <param name="plc">The PLC, whose code page and time zone apply where a tag sets none.</param>
public sealed class CodecCache(PlcDefinition plc)
{
    private readonly ConcurrentDictionary<Key, S7Codec> _codecs = new();

    /// <summary>The codec of a tag.</summary>
    /// <exception cref="ArgumentException">The tag names a code page that does not exist.</exception>
    public S7Codec For(Tag tag) => For(tag, tag.Type, tag.Address.Bit);

    /// <summary>The codec of an element or a part of an array, with the tag's code page, time zone, byte order and scale.</summary>
    internal S7Codec For(Tag tag, S7DataType type, int bit)
    {
        // The lower bound only numbers the elements; it moves no byte.
        type = type with
        {
            ArrayLower = 0,
        };
        bit = type.Kind == S7TypeKind.Bool ? bit : 0;
        var key = tag.Details is { } details
            ? new Key(type, bit, details.Encoding, details.TimeZone, details.Swap, details.Scale)
            : new Key(type, bit);
        return _codecs.GetOrAdd(key, Make, plc);
    }

    private static S7Codec Make(Key key, PlcDefinition plc)
    {
        if (key.Type.Kind == S7TypeKind.None)
            return UnknownTypeCodec.Instance;
        if (key.Scale is { } scale)
            return new ScaledCodec(key.Type, Make(key with { Type = key.Type with { ArrayLength = 0 }, Scale = null }, plc), scale);
        var codec = S7Codec.Create(
            key.Type,
            key.Bit,
            new S7CodecOptions(
                EncodingOf(key.Encoding ?? plc.Encoding),
                key.TimeZone is null ? plc.TimeZone : TimeZoneInfo.FindSystemTimeZoneById(key.TimeZone)
            )
        );
        return key.Swap == TagSwap.None ? codec : new SwappedCodec(codec, key.Swap);
    }

    private static Encoding EncodingOf(string name) =>
        S7TextEncodings.TryFind(name, out var encoding, out var error) ? encoding : throw new ArgumentException(error, nameof(name));

    private readonly record struct Key(
        S7DataType Type,
        int Bit,
        string? Encoding = null,
        string? TimeZone = null,
        TagSwap Swap = TagSwap.None,
        TagScale? Scale = null
    );
}
