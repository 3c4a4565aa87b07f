using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Server.Tests.Fuzzing;

/// <summary>Damages an input as transport faults and attackers do: bits, lengths at their limits, parts cut, doubled or taken from another input.</summary>
internal sealed class Mutation(Random random)
{
    private static readonly int[] Borders = [-1, 0, 1, 2, 127, 128, 255, 256, 65_535, 65_536, int.MaxValue, int.MinValue, int.MaxValue - 7];

    public byte[] Of(byte[] input, IReadOnlyList<byte[]> others)
    {
        var bytes = (byte[])input.Clone();
        for (var n = random.Next(1, 6); n > 0; n--)
            bytes = Once(bytes, others);
        return bytes;
    }

    private byte[] Once(byte[] bytes, IReadOnlyList<byte[]> others)
    {
        var at = random.Next(bytes.Length + 1);
        switch (random.Next(7))
        {
            case 0 when at < bytes.Length:
                bytes[at] ^= (byte)(1 << random.Next(8));
                return bytes;
            case 1 when at < bytes.Length:
                bytes[at] = (byte)random.Next(256);
                return bytes;
            case 2 when at + 4 <= bytes.Length:
                BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(at), Borders[random.Next(Borders.Length)]);
                return bytes;
            case 3:
                return bytes[..at];
            case 4 when bytes.Length < 100_000:
                return [.. bytes[..at], .. bytes[random.Next(at + 1)..at], .. bytes[at..]];
            case 5 when others[random.Next(others.Count)] is var other && bytes.Length < 100_000:
                return [.. bytes[..at], .. other[random.Next(other.Length + 1)..]];
            default:
                return [.. bytes[..at], (byte)random.Next(256), .. bytes[at..]];
        }
    }
}
