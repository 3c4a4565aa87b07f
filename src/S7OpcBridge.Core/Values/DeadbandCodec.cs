using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Values;

/// <summary>The codec of one tag with a deadband, which it carries: few tags have one, so the others need no room for it.</summary>
internal sealed class DeadbandCodec : S7Codec
{
    private readonly S7Codec _inner;

    public DeadbandCodec(S7Codec inner, TagDeadband deadband)
    {
        (_inner, Deadband) = (inner, deadband);
        (Type, Size, WriteOffset, OwnsItsBytes) = (inner.Type, inner.Size, inner.WriteOffset, inner.OwnsItsBytes);
    }

    public TagDeadband Deadband { get; }

    public override bool TryDecode(ReadOnlySpan<byte> source, out S7Value value) => _inner.TryDecode(source, out value);

    public override S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written) =>
        _inner.Encode(value, destination, out written);
}
