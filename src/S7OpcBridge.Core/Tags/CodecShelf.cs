using System.Collections.Concurrent;
using System.Text;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>One codec per type, bit, code page and zone: a hundred thousand tags share a few dozen. Any thread.</summary>
internal sealed class CodecShelf(PlcDefinition plc)
{
    private readonly ConcurrentDictionary<(S7DataType, int, string?, string?), S7Codec> _codecs = new();

    public S7Codec For(Tag tag) => For(tag, tag.Type, tag.Address.Bit);

    /// <summary>The codec of an element or of a part of an array, in the tag's code page and zone.</summary>
    public S7Codec For(Tag tag, S7DataType type, int bit)
    {
        // The lower bound names elements, it does not move a byte.
        type = type with { ArrayLower = 0 };
        bit = type.Kind == S7TypeKind.Bool ? bit : 0;
        return _codecs.GetOrAdd((type, bit, tag.Details?.Encoding, tag.Details?.TimeZone), static (key, plc) =>
            S7Codec.Create(key.Item1, key.Item2, new S7CodecOptions(EncodingOf(key.Item3 ?? plc.Encoding), key.Item4 is null ? plc.TimeZone : TimeZoneInfo.FindSystemTimeZoneById(key.Item4))), plc);
    }

    private static Encoding EncodingOf(string name) =>
        S7TextEncodings.TryFind(name, out var encoding, out var error) ? encoding : throw new ArgumentException(error, nameof(name));
}
