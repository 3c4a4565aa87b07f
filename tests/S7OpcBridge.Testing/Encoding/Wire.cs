using NUnit.Framework;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Testing;

internal delegate void Writing(ref UaWriter writer);

internal delegate T Reading<T>(ref UaReader reader);

/// <summary>Between bytes as a protocol analyser prints them and the codec.</summary>
internal static class Wire
{
    public static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));

    public static byte[] Write(Writing write, int segmentSize = 65_536, int front = 0, int back = 0)
    {
        using var buffer = MessageBuffer.Rent(segmentSize, front, back);
        var writer = new UaWriter(buffer);
        write(ref writer);
        writer.Flush();
        return buffer.ToArray();
    }

    public static T Read<T>(ReadOnlySpan<byte> bytes, Reading<T> read, EncodingLimits? limits = null)
    {
        var reader = new UaReader(bytes, limits ?? EncodingLimits.Default);
        var value = read(ref reader);
        Assert.That(reader.Remaining, Is.Zero, "bytes left over");
        return value;
    }

    public static T Read<T>(string hex, Reading<T> read, EncodingLimits? limits = null) => Read<T>(Bytes(hex), read, limits);

    /// <summary>The bytes are what the writer makes of the value, and the reader makes the value of the bytes.</summary>
    public static void AssertBothWays<T>(string hex, T value, Writing write, Reading<T> read)
    {
        Assert.That(Hex(Write(write)), Is.EqualTo(hex), "written");
        Deep.AssertEqual(Read(hex, read), value);
    }

    public static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace('-', ' ');

    /// <summary>The status with which reading fails.</summary>
    public static uint Refusal<T>(string hex, Reading<T> read, EncodingLimits? limits = null)
    {
        var bytes = Bytes(hex);
        return Assert.Throws<UaException>(() => Read(bytes, read, limits))!.Status.Value;
    }
}
