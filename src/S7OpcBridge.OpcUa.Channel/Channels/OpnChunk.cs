using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>An OPN chunk of a client or a server under any policy: not secured, signed and encrypted with RSA, or signed only.</summary>
internal static class OpnChunk
{
    /// <summary>Bytes of the sequence header: <c>number 4 | request id 4</c>.</summary>
    public const int SequenceHeader = 8;

    /// <summary>Makes the whole frame.</summary>
    /// <param name="channelId">0 in the request for a new channel.</param>
    /// <param name="policy">Policy of the channel.</param>
    /// <param name="own">The sender's certificate; not used under None.</param>
    /// <param name="peer">The receiver's; null under None.</param>
    /// <param name="sequence">Number of the chunk.</param>
    /// <param name="requestId">Number of the request.</param>
    /// <param name="body">Type id and fields of the message.</param>
    /// <param name="alsoSigned">What the signature covers beside the chunk, where chunks are signed only.</param>
    public static byte[] Seal(
        uint channelId,
        SecurityPolicy policy,
        OwnCertificate? own,
        PeerCertificate? peer,
        uint sequence,
        uint requestId,
        ReadOnlySpan<byte> body,
        ReadOnlySpan<byte> alsoSigned = default
    )
    {
        var content = new byte[SequenceHeader + body.Length];
        BinaryPrimitives.WriteUInt32LittleEndian(content, sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(content.AsSpan(4), requestId);
        body.CopyTo(content.AsSpan(SequenceHeader));
        var header = AsymmetricHeader.Write(channelId, policy.Uri, policy.IsSecure ? own!.Chain : null, peer?.Thumbprint);
        if (policy.HasEphemeralKeys)
            return SignedChunk.Seal(header, content, policy, own!, alsoSigned);
        if (policy.IsSecure)
            return AsymmetricChunk.Seal(header, content, policy, own!.Key, peer!.Key);
        byte[] frame = [.. header, .. content];
        BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(4), frame.Length);
        return frame;
    }

    /// <summary>Decrypts and verifies; gives the sequence header and the body.</summary>
    /// <exception cref="UaException">BadSecurityChecksFailed; BadTcpMessageTypeInvalid: shorter than the sequence header.</exception>
    public static ReadOnlySpan<byte> Open(
        ReadOnlySpan<byte> frame,
        int headerLength,
        SecurityPolicy policy,
        OwnCertificate? own,
        PeerCertificate? peer,
        ReadOnlySpan<byte> alsoSigned = default
    )
    {
        var content =
            !policy.IsSecure ? frame[headerLength..]
            : policy.HasEphemeralKeys ? SignedChunk.Open(frame, headerLength, policy, peer!, alsoSigned)
            : AsymmetricChunk.Open(frame, headerLength, policy, own!.Key, peer!.Key);
        return content.Length >= SequenceHeader
            ? content
            : throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, "The OpenSecureChannel message is too short.");
    }
}
