namespace S7OpcBridge.OpcUa.Channel.Frames;

/// <summary>The three letters that begin a frame, as a little-endian number whose top byte is zero (OPC 10000-6, 6.7.2.2 and 7.1.2.2).</summary>
internal static class MessageType
{
    public const uint Hello = 'H' | 'E' << 8 | 'L' << 16;
    public const uint Acknowledge = 'A' | 'C' << 8 | 'K' << 16;
    public const uint Error = 'E' | 'R' << 8 | 'R' << 16;
    public const uint Open = 'O' | 'P' << 8 | 'N' << 16;
    public const uint Message = 'M' | 'S' << 8 | 'G' << 16;
    public const uint Close = 'C' | 'L' << 8 | 'O' << 16;

    /// <summary>The server's first frame on a connection that it made itself.</summary>
    public const uint ReverseHello = 'R' | 'H' << 8 | 'E' << 16;
}

/// <summary>The fourth letter of a frame: which part of a message it is.</summary>
internal static class ChunkType
{
    public const byte Final = (byte)'F';
    public const byte Intermediate = (byte)'C';
    public const byte Abort = (byte)'A';
}
