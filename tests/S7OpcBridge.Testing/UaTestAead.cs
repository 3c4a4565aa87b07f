using System.Buffers.Binary;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Testing;

/// <summary>
/// The client's half of chunks under AES-GCM and ChaCha20-Poly1305, written from OPC 10000-6, 6.7.2 by the names of policies: what the server's code does in
/// place must come out the same.
/// </summary>
internal sealed class UaTestAead(SecurityPolicy policy, bool encrypts, byte[] keys) : ChunkCipher
{
    private readonly byte[] _key = keys[..^12],
        _iv = keys[^12..];

    /// <summary>True: a policy of 1.05.07.</summary>
    public static bool IsNameOf(SecurityPolicy policy) => KeysLength(policy) is not null;

    /// <summary>Bytes of key and IV; null: another kind of policy.</summary>
    public static int? KeysLength(SecurityPolicy policy)
    {
        if (policy.Name.EndsWith("_ChaChaPoly", StringComparison.Ordinal))
            return 44;
        if (!policy.Name.EndsWith("_AesGcm", StringComparison.Ordinal))
            return null;
        return policy.Name.Contains("P384", StringComparison.Ordinal) ? 44 : 28;
    }

    /// <inheritdoc/>
    public override int SealedLength(int length) => length + 16;

    /// <inheritdoc/>
    public override void Seal(ArraySegment<byte> sealedChunk, int length, uint previous)
    {
        var chunk = sealedChunk.ToArray()[..length];
        byte[] open = encrypts ? chunk[..16] : chunk,
            plain = encrypts ? chunk[16..] : [];
        var (cipher, tag) = (new byte[plain.Length], new byte[16]);
        if (policy.Name.EndsWith("_AesGcm", StringComparison.Ordinal))
        {
            using var aes = new AesGcm(_key, 16);
            aes.Encrypt(Nonce(chunk, previous), plain, cipher, tag, open);
        }
        else
        {
            using var chaCha = new ChaCha20Poly1305(_key);
            chaCha.Encrypt(Nonce(chunk, previous), plain, cipher, tag, open);
        }
        byte[] whole = [.. open, .. cipher, .. tag];
        whole.CopyTo(sealedChunk.AsSpan());
    }

    /// <inheritdoc/>
    public override int Open(ArraySegment<byte> sealedChunk, uint previous)
    {
        var chunk = sealedChunk.ToArray();
        byte[] open = encrypts ? chunk[..16] : chunk[..^16],
            cipher = encrypts ? chunk[16..^16] : [];
        var plain = new byte[cipher.Length];
        if (policy.Name.EndsWith("_AesGcm", StringComparison.Ordinal))
        {
            using var aes = new AesGcm(_key, 16);
            aes.Decrypt(Nonce(chunk, previous), cipher, chunk[^16..], plain, open);
        }
        else
        {
            using var chaCha = new ChaCha20Poly1305(_key);
            chaCha.Decrypt(Nonce(chunk, previous), cipher, chunk[^16..], plain, open);
        }
        byte[] whole = [.. open, .. plain];
        whole.CopyTo(sealedChunk.AsSpan());
        return whole.Length;
    }

    /// <inheritdoc/>
    public override void Dispose() { }

    private byte[] Nonce(byte[] chunk, uint previous)
    {
        var mask = new byte[12];
        chunk.AsSpan(12, 4).CopyTo(mask);
        BinaryPrimitives.WriteUInt32LittleEndian(mask.AsSpan(4), previous);
        return [.. _iv.Zip(mask, (a, b) => (byte)(a ^ b))];
    }
}
