using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests;

/// <summary>Bytes from hexadecimal digits, and what is around them in captures.</summary>
internal static class Hex
{
    private const int Digest = 33;

    /// <summary>The bytes; blanks may stand between digits.</summary>
    public static byte[] Bytes(string digits) => Convert.FromHexString(digits.Replace(" ", "", StringComparison.Ordinal));

    /// <summary>The message of a frame that is one fragment.</summary>
    public static byte[] Message(string frame)
    {
        var assembler = new FrameAssembler(1 << 20);
        var bytes = Bytes(frame);
        var free = assembler.Free();
        bytes.CopyTo(free);
        assembler.Advance(bytes.Length);
        Assert.That(assembler.TryTake(out _, out var message));
        return message.ToArray();
    }

    /// <summary>The message of a frame of firmware before TLS: the four zeros of today in place of its digest.</summary>
    public static byte[] WithoutDigest(string frame) => [.. Message(frame).AsSpan()[..^Digest], 0, 0, 0, 0];

    /// <summary>A whole message: head, body, and the integrity id where there is one.</summary>
    public static byte[] Assemble(PlusRequestHead head, RequestBody body, uint? integrity)
    {
        var writer = new PlusWriter();
        head.Write(writer);
        writer.Bytes(body.Before);
        if (integrity is { } id)
            writer.Vlq(id);
        writer.Bytes(body.After);
        return writer.ToArray();
    }
}
