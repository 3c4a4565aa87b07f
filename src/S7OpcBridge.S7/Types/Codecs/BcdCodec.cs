using System.Numerics;
using S7OpcBridge.S7.Types.Clock;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>BCD numbers, four bits per digit: Bcd16 (0–9999), Bcd32 (0–99999999) and Counter (0–999 in a word whose upper four bits are ignored).</summary>
internal sealed class BcdCodec<T>(S7DataType type, int digits) : NumberCodec<T>(type)
    where T : struct, IBinaryInteger<T>
{
    private readonly uint _limit = (uint)Math.Pow(10, digits);

    internal override bool TryRead(ReadOnlySpan<byte> source, out T value)
    {
        var number = 0u;
        var position = (Size * 2) - digits;
        for (; position < Size * 2; position++)
        {
            var digit = (source[position >> 1] >> ((position & 1) == 0 ? 4 : 0)) & 0xF;
            if (digit > 9)
            {
                value = default;
                return false;
            }
            number = (number * 10) + (uint)digit;
        }
        value = T.CreateTruncating(number);
        return true;
    }

    internal override int Write(T value, Span<byte> destination)
    {
        var number = uint.CreateTruncating(value);
        if (number >= _limit)
            return -1;
        for (var i = Size - 1; i >= 0; i--, number /= 100)
            destination[i] = Bcd.ToByte((int)(number % 100));
        return Size;
    }
}
