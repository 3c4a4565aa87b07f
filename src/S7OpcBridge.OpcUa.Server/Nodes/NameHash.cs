using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>A fast hash of short names: eight bytes per multiplication. Not for keys that clients can add.</summary>
internal static class NameHash
{
    // Odd numbers with well-mixed bits.
    private const ulong Seed = 0x9E3779B97F4A7C15,
        Step = 0xD6E8FEB86659FD93,
        Last = 0xA0761D6478BD642F;

    public static uint Compute(ReadOnlySpan<byte> name)
    {
        var hash = Seed ^ (ulong)name.Length;
        while (name.Length >= 8)
        {
            hash = Mix(hash ^ BinaryPrimitives.ReadUInt64LittleEndian(name), Step);
            name = name[8..];
        }

        ulong tail = 0;
        if (name.Length >= 4)
        {
            // The two halves may overlap; the length is in the hash already.
            tail = BinaryPrimitives.ReadUInt32LittleEndian(name) | (ulong)BinaryPrimitives.ReadUInt32LittleEndian(name[^4..]) << 32;
        }
        else
        {
            foreach (var b in name)
                tail = tail << 8 | b;
        }

        return (uint)(Mix(hash ^ tail, Last) >> 32);
    }

    private static ulong Mix(ulong a, ulong b)
    {
        var high = Math.BigMul(a, b, out var low);
        return high ^ low;
    }
}
