namespace S7OpcBridge.S7.Tests;

/// <summary>What codecs make of bytes written out, and of values.</summary>
internal static class CodecBytes
{
    public static void BothWays(string type, string bytes, S7Value value)
    {
        Assert.That(Codec(type).Size, Is.EqualTo(Bytes(bytes).Length));
        Assert.That(Decode(type, bytes), Is.EqualTo(value));
        Assert.That(Encode(type, value), Is.EqualTo(bytes));
    }

    public static S7Value Decode(string type, string bytes)
    {
        Assert.That(Codec(type).TryDecode(Bytes(bytes), out var value), Is.True);
        return value;
    }

    public static string Encode(string type, S7Value value)
    {
        var codec = Codec(type);
        var destination = Enumerable.Repeat((byte)0xEE, codec.Size).ToArray();
        Assert.That(codec.Encode(value, destination, out var written), Is.EqualTo(S7EncodeStatus.Ok));
        Assert.That(written, Is.EqualTo(codec.Size - codec.WriteOffset));
        return Hex(destination);
    }

    public static void Refuses(string type, S7Value value, S7EncodeStatus status)
    {
        var codec = Codec(type);
        Assert.That(codec.Encode(value, new byte[codec.Size], out var written), Is.EqualTo(status));
        Assert.That(written, Is.Zero);
    }

    public static S7Codec Codec(string type) => S7Codec.Create(TypeOf(type), 0, S7CodecOptions.Default);

    public static S7DataType TypeOf(string text) =>
        S7DataType.TryParse(text, out var type, out var error) ? type : throw new AssertionException(error);

    public static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", ""));

    public static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace('-', ' ');
}
