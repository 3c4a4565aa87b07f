namespace S7OpcBridge.History.Chunks;

/// <summary>
/// Signed numbers in few bits where they are small: a zero takes one bit; else as many ones as the class, a zero (not after five), then the number with its
/// sign in the lowest bit, in as many bits as the class has.
/// </summary>
internal readonly struct NumberCode(byte first, byte second, byte third, byte fourth, byte fifth)
{
    /// <summary>Differences between the distances of source times, in 100 ns: one poll's jitter, a missed poll, anything.</summary>
    public static readonly NumberCode Time = new(14, 17, 20, 32, 64);

    /// <summary>Differences between integers, and lengths.</summary>
    public static readonly NumberCode Integer = new(4, 8, 16, 32, 64);

    /// <summary>Differences between the bits of two Floats.</summary>
    public static readonly NumberCode Float = new(11, 14, 18, 23, 33);

    /// <summary>Appends a number.</summary>
    public void Write(ref BitWriter to, long number)
    {
        var folded = (ulong)((number << 1) ^ (number >> 63));
        if (folded == 0)
            to.Write(0, 1);
        else if (folded >> first == 0)
            to.Write(0b10UL << first | folded, 2 + first);
        else if (folded >> second == 0)
            to.Write(0b110UL << second | folded, 3 + second);
        else if (folded >> third == 0)
            to.Write(0b1110UL << third | folded, 4 + third);
        else if (folded >> fourth == 0)
            to.Write(0b11110UL << fourth | folded, 5 + fourth);
        else
        {
            to.Write(0b11111, 5);
            to.Write(folded, fifth);
        }
    }

    /// <summary>Reads a number.</summary>
    public long Read(ref BitReader from)
    {
        var bits = from.ReadOnes(5) switch
        {
            0 => 0,
            1 => first,
            2 => second,
            3 => third,
            4 => fourth,
            _ => fifth,
        };
        var folded = from.Read(bits);
        return (long)(folded >> 1) ^ -(long)(folded & 1);
    }
}
