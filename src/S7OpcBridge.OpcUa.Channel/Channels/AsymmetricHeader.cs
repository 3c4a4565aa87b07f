using System.Buffers.Binary;
using System.Text;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>
/// Head of an OPN chunk (OPC 10000-6, 6.7.2.3): <c>frame header 8 | channel id 4 | policy URI | sender's certificate | receiver's thumbprint</c>.
/// </summary>
internal readonly ref struct AsymmetricHeader
{
    private const int MaxUri = 256;

    public uint ChannelId { get; private init; }

    public string? PolicyUri { get; private init; }

    /// <summary>DER of the sender's certificate, perhaps with its issuers; empty under policy None.</summary>
    public ReadOnlySpan<byte> Certificate { get; private init; }

    /// <summary>SHA-1 of the certificate for which the chunk is encrypted.</summary>
    public ReadOnlySpan<byte> Thumbprint { get; private init; }

    /// <summary>Where the sequence header, or its cipher text, begins.</summary>
    public int Length { get; private init; }

    public static AsymmetricHeader Read(ReadOnlySpan<byte> frame, EncodingLimits limits)
    {
        var reader = new UaReader(frame[FrameHeader.Length..], limits);
        var channel = reader.ReadUInt32();
        var uri = reader.ReadStringBytes(out _);
        var certificate = reader.ReadByteStringSpan(out _);
        var thumbprint = reader.ReadByteStringSpan(out _);
        if (uri.Length > MaxUri)
            throw new UaException(StatusCodes.BadSecurityPolicyRejected, $"The security policy's URI has {uri.Length} bytes.");
        return new AsymmetricHeader
        {
            ChannelId = channel,
            PolicyUri = Encoding.UTF8.GetString(uri),
            Certificate = certificate,
            Thumbprint = thumbprint,
            Length = FrameHeader.Length + reader.Position,
        };
    }

    /// <summary>The sender's certificate in an OPN chunk that was refused; empty where it cannot be read.</summary>
    public static byte[] CertificateOf(ReadOnlySpan<byte> frame)
    {
        try
        {
            return Read(frame, EncodingLimits.Default).Certificate.ToArray();
        }
        catch (UaException)
        {
            return [];
        }
    }

    /// <summary>Writes the head of an answer; the size is set when the chunk is complete.</summary>
    public static byte[] Write(uint channelId, string policyUri, byte[]? certificate, byte[]? thumbprint)
    {
        var uri = Encoding.ASCII.GetBytes(policyUri);
        var header = new byte[FrameHeader.Length + 4 + 4 + uri.Length + 4 + (certificate?.Length ?? 0) + 4 + (thumbprint?.Length ?? 0)];
        FrameHeader.Write(header, MessageType.Open, ChunkType.Final, 0);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(8), channelId);
        var at = 12;
        foreach (var field in (byte[]?[])[uri, certificate, thumbprint])
        {
            BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(at), field?.Length ?? -1);
            field?.CopyTo(header, at + 4);
            at += 4 + (field?.Length ?? 0);
        }

        return header;
    }
}
