using System.Buffers;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Values;

/// <summary>Reorders the bytes of numbers to the S7 byte order before decoding, and back after encoding.</summary>
internal sealed class SwappedCodec : S7Codec
{
    private const int OnStack = 64;

    private readonly S7Codec _inner;
    private readonly TagSwap _swap;

    public SwappedCodec(S7Codec inner, TagSwap swap)
    {
        (_inner, _swap) = (inner, swap);
        (Type, Size) = (inner.Type, inner.Size);
    }

    public override bool TryDecode(ReadOnlySpan<byte> source, out S7Value value)
    {
        if (Size <= OnStack)
        {
            Span<byte> few = stackalloc byte[OnStack];
            return TryDecode(source, few[..Size], out value);
        }
        var rented = ArrayPool<byte>.Shared.Rent(Size);
        var decoded = TryDecode(source, rented.AsSpan(0, Size), out value);
        ArrayPool<byte>.Shared.Return(rented);
        return decoded;
    }

    public override S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written)
    {
        var status = _inner.Encode(value, destination, out written);
        Turn(destination[..written]);
        return status;
    }

    private bool TryDecode(ReadOnlySpan<byte> source, Span<byte> turned, out S7Value value)
    {
        source[..Size].CopyTo(turned);
        Turn(turned);
        return _inner.TryDecode(turned, out value);
    }

    // Each of the three orders is its own inverse.
    private void Turn(Span<byte> bytes)
    {
        var size = Type.ElementSize;
        for (; bytes.Length >= size; bytes = bytes[size..])
        {
            var number = bytes[..size];
            if (_swap != TagSwap.Byte)
                number.Reverse();
            if (_swap == TagSwap.Both)
                continue;
            for (var at = 0; at < size; at += 2)
                (number[at], number[at + 1]) = (number[at + 1], number[at]);
        }
    }
}
