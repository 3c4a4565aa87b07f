using System.Buffers.Binary;
using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>
/// An OPN chunk under a secure policy: signed with the sender's key and encrypted block by block for the receiver's, in mode Sign too:
/// <c>[header][sequence 8 | body | padding size 1 | padding | extra size 0/1 | signature]</c>. The second bracket is encrypted; the extra byte is there
/// when the receiver's key is longer than 2048 bits (OPC 10000-6, 6.7.2.5).
/// </summary>
internal static class AsymmetricChunk
{
    /// <summary>Decrypts and verifies; returns what is between header and padding.</summary>
    /// <exception cref="UaException">BadSecurityChecksFailed for every failure.</exception>
    public static byte[] Open(ReadOnlySpan<byte> frame, int headerLength, SecurityPolicy policy, RSA own, RSA peer)
    {
        var block = own.KeySize / 8;
        var cipher = frame[headerLength..];
        var signatureSize = peer.KeySize / 8;
        if (cipher.Length == 0 || cipher.Length % block != 0)
            throw Failed();

        // The signature covers the header and the plain text after it.
        var plain = new byte[headerLength + cipher.Length];
        frame[..headerLength].CopyTo(plain);
        var end = headerLength;
        try
        {
            for (; !cipher.IsEmpty; cipher = cipher[block..])
                end += own.Decrypt(cipher[..block], plain.AsSpan(end), policy.Encryption!);
        }
        catch (CryptographicException)
        {
            throw Failed();
        }

        var signed = end - signatureSize;
        if (
            signed < headerLength + 8 + 1
            || !peer.VerifyData(plain.AsSpan(0, signed), plain.AsSpan(signed, signatureSize), HashAlgorithmName.SHA256, policy.Signature!)
        )
            throw Failed();
        var extra = own.KeySize > 2048 ? 1 : 0;
        var padding = extra == 0 ? plain[signed - 1] : plain[signed - 2] | plain[signed - 1] << 8;
        var bodyEnd = signed - extra - padding - 1;
        if (bodyEnd < headerLength + 8 || plain.AsSpan(bodyEnd, padding + 1).ContainsAnyExcept((byte)padding))
            throw Failed();
        return plain[headerLength..bodyEnd];
    }

    /// <summary>Signs and encrypts; the header's size field is set here, because the signature covers it.</summary>
    public static byte[] Seal(ReadOnlySpan<byte> header, ReadOnlySpan<byte> content, SecurityPolicy policy, RSA own, RSA peer)
    {
        var cipherBlock = peer.KeySize / 8;
        var plainBlock = cipherBlock - policy.EncryptionOverhead;
        var signatureSize = own.KeySize / 8;
        var extra = peer.KeySize > 2048 ? 1 : 0;
        var unpadded = content.Length + 1 + extra + signatureSize;
        var blocks = (unpadded + plainBlock - 1) / plainBlock;
        var padding = blocks * plainBlock - unpadded;

        var plain = new byte[header.Length + blocks * plainBlock];
        header.CopyTo(plain);
        content.CopyTo(plain.AsSpan(header.Length));
        plain.AsSpan(header.Length + content.Length, 1 + padding).Fill((byte)padding);
        if (extra == 1)
            plain[header.Length + content.Length + 1 + padding] = (byte)(padding >> 8);
        BinaryPrimitives.WriteInt32LittleEndian(plain.AsSpan(4), header.Length + blocks * cipherBlock);
        own.SignData(
            plain.AsSpan(0, plain.Length - signatureSize),
            plain.AsSpan(plain.Length - signatureSize),
            HashAlgorithmName.SHA256,
            policy.Signature!
        );

        var frame = new byte[header.Length + blocks * cipherBlock];
        plain.AsSpan(0, header.Length).CopyTo(frame);
        for (var i = 0; i < blocks; i++)
        {
            peer.Encrypt(
                plain.AsSpan(header.Length + i * plainBlock, plainBlock),
                frame.AsSpan(header.Length + i * cipherBlock, cipherBlock),
                policy.Encryption!
            );
        }

        return frame;
    }

    private static UaException Failed() =>
        new(StatusCodes.BadSecurityChecksFailed, "The OpenSecureChannel request could not be decrypted and verified.");
}
