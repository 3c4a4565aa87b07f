using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>
/// An OPN chunk under a policy with ephemeral keys: signed with the sender's key and not encrypted, because it contains no secret:
/// <c>[header][sequence 8 | body][signature]</c> (OPC 10000-6, 6.8).
/// </summary>
internal static class SignedChunk
{
    /// <summary>Verifies; returns what is between header and signature.</summary>
    /// <exception cref="UaException">BadSecurityChecksFailed.</exception>
    public static byte[] Open(
        ReadOnlySpan<byte> frame,
        int headerLength,
        SecurityPolicy policy,
        PeerCertificate peer,
        ReadOnlySpan<byte> alsoSigned
    )
    {
        var signed = frame.Length - peer.SignatureSize;
        if (signed < headerLength + 8 || !Signatures.Verify(policy, peer, [.. frame[..signed], .. alsoSigned], frame[signed..]))
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "The OpenSecureChannel request could not be verified.");
        return frame[headerLength..signed].ToArray();
    }

    /// <summary>Signs; the header's size field is set here, because the signature covers it.</summary>
    public static byte[] Seal(
        ReadOnlySpan<byte> header,
        ReadOnlySpan<byte> content,
        SecurityPolicy policy,
        OwnCertificate own,
        ReadOnlySpan<byte> alsoSigned
    )
    {
        var signed = header.Length + content.Length;
        var frame = new byte[signed + own.SignatureSize];
        header.CopyTo(frame);
        content.CopyTo(frame.AsSpan(header.Length));
        BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(4), frame.Length);
        Signatures.Sign(policy, own, [.. frame.AsSpan(0, signed), .. alsoSigned]).CopyTo(frame, signed);
        return frame;
    }
}
