using System.Buffers.Binary;

namespace S7OpcBridge.S7Plus.Frames;

/// <summary>
/// The frame of a message: <c>72 version length(2) data</c> per fragment, then a trailer <c>72 version 00 00</c>. A system event has no trailer. Fragments are
/// not marked: the trailer ends the message.
/// </summary>
internal static class PlusFrame
{
    /// <summary>Bytes before the data of each fragment.</summary>
    public const int HeaderLength = 4;

    /// <summary>Bytes after the last fragment.</summary>
    public const int TrailerLength = 4;

    public const byte Start = 0x72;

    /// <summary>Version of the first requests: InitSSL and the session's CreateObject.</summary>
    public const byte Version1 = 1;

    /// <summary>Version of everything else inside TLS.</summary>
    public const byte Version2 = 2;

    /// <summary>Version of protected messages without TLS; not supported.</summary>
    public const byte Version3 = 3;

    /// <summary>A system message: no fragments, no trailer.</summary>
    public const byte SystemEvent = 0xFE;

    /// <summary>The keep-alive message of old firmware: no trailer.</summary>
    public const byte KeepAlive = 0xFF;

    /// <summary>True where a trailer ends messages of this version.</summary>
    public static bool HasTrailer(byte version) => version < SystemEvent;

    public static void WriteHeader(Span<byte> to, byte version, int length)
    {
        to[0] = Start;
        to[1] = version;
        BinaryPrimitives.WriteUInt16BigEndian(to[2..], (ushort)length);
    }

    /// <summary>Bytes of a message that one fragment carries, so that the trailer fits the same send.</summary>
    public static int RoomFor(int maxSend) => maxSend - HeaderLength - TrailerLength;

    /// <summary>Writes the fragment that begins at <paramref name="offset"/> of the message, with the trailer if it is the last.</summary>
    /// <returns>Number of bytes written, and the offset of the next fragment: the message's length where there is none.</returns>
    public static (int Written, int Next) WriteFragment(Span<byte> to, byte version, ReadOnlySpan<byte> message, int offset, int maxSend)
    {
        var count = Math.Min(RoomFor(maxSend), message.Length - offset);
        WriteHeader(to, version, count);
        message.Slice(offset, count).CopyTo(to[HeaderLength..]);
        var written = HeaderLength + count;
        if (offset + count < message.Length || !HasTrailer(version))
            return (written, offset + count);
        WriteHeader(to[written..], version, 0);
        return (written + TrailerLength, message.Length);
    }
}
