using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Values;

/// <summary>Makes values of bytes that were read once, with the words that the tags of the map would have.</summary>
internal static class PeekedValues
{
    /// <summary>Bytes that the PLC sent.</summary>
    public static PeekedTag Decode(Tag tag, CodecCache codecs, ReadOnlySpan<byte> bytes)
    {
        if (tag.Details is { AnalogFaults: true } && AnalogFaults.IsIn(bytes))
            return new PeekedTag(
                tag,
                default,
                TagQuality.SensorFailure,
                "The analog module reports a fault: overflow, underflow or wire break."
            );
        var codec = codecs.For(tag);
        if (bytes.Length >= codec.Size && codec.TryDecode(bytes, out var value))
            return new PeekedTag(tag, TagValue.From(value), TagQuality.Good, null);
        var fault = S7Diagnosis.ForBytes(tag.Type, bytes);
        return new PeekedTag(tag, default, TagQuality.DecodingError, $"{fault.Sentence} {fault.Remedy.Fix}");
    }

    /// <summary>A tag that the PLC refused.</summary>
    /// <param name="words">Cause and remedy, as they follow the name of a tag.</param>
    public static PeekedTag Refused(Tag tag, TagQuality quality, string words) =>
        new(tag, default, quality, $"{char.ToUpperInvariant(words[0])}{words[1..].TrimEnd('.')}.");
}
