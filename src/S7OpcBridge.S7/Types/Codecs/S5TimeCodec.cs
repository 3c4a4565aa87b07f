using S7OpcBridge.S7.Types.Clock;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>
/// S5Time and Timer: three BCD digits and a time base of 10 ms, 100 ms, 1 s or 10 s in bits 12–13; bits 14–15 are ignored. 0 to 9990 s. Written with the finest
/// base that can hold the value, rounded to it.
/// </summary>
internal sealed class S5TimeCodec(S7DataType type) : DurationCodec(type)
{
    private const double Longest = 9_990_000;

    internal override bool TryRead(ReadOnlySpan<byte> source, out double value)
    {
        var high = source[0] & 0xF;
        var low = Bcd.FromByte(source[1]);
        value = ((high * 100) + low) * BaseOf((source[0] >> 4) & 3);
        return high <= 9 && low >= 0;
    }

    internal override int Write(double value, Span<byte> destination)
    {
        if (value is < 0 or > Longest)
            return -1;
        var step = 0;
        var count = Round(value, step);
        while (count > 999)
            count = Round(value, ++step);
        destination[0] = (byte)((step << 4) | (count / 100));
        destination[1] = Bcd.ToByte(count % 100);
        return 2;
    }

    private static int Round(double value, int step) => (int)Math.Round(value / BaseOf(step), MidpointRounding.AwayFromZero);

    private static int BaseOf(int step) =>
        step switch
        {
            0 => 10,
            1 => 100,
            2 => 1000,
            _ => 10000,
        };
}
