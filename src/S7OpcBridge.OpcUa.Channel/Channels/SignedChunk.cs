using System.Buffers.Binary;
using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>
/// An OPN chunk under a policy on an elliptic curve: signed with the sender's key and not encrypted, because it contains no secret:
/// <c>[header][sequence 8 | body][signature r, s]</c> (OPC 10000-6, 6.8).
/// </summary>
internal static class SignedChunk
{
    /// <summary>Verifies; returns what is between header and signature.</summary>
    /// <exception cref="UaException">BadSecurityChecksFailed.</exception>
    public static byte[] Open(ReadOnlySpan<byte> frame, int headerLength, SecurityPolicy policy, ECDsa peer)
    {
        var signed = frame.Length - policy.EllipticSignatureSize;
        if (signed < headerLength + 8 || !peer.VerifyData(frame[..signed], frame[signed..], policy.Hash))
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "The OpenSecureChannel request could not be verified.");
        return frame[headerLength..signed].ToArray();
    }

    /// <summary>Signs; the header's size field is set here, because the signature covers it.</summary>
    public static byte[] Seal(ReadOnlySpan<byte> header, ReadOnlySpan<byte> content, SecurityPolicy policy, ECDsa own)
    {
        var signed = header.Length + content.Length;
        var frame = new byte[signed + policy.EllipticSignatureSize];
        header.CopyTo(frame);
        content.CopyTo(frame.AsSpan(header.Length));
        BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(4), frame.Length);
        own.SignData(frame.AsSpan(0, signed), frame.AsSpan(signed), policy.Hash);
        return frame;
    }
}
