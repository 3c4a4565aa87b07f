using System.Buffers.Binary;
using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// AES-GCM or ChaCha20-Poly1305: <c>[header 16][sequence 8 | body][tag 16]</c>. With SignAndEncrypt the second bracket is encrypted and the header additional
/// data; with Sign both are additional data. The nonce is the IV, masked by the token's id and the number of the chunk before in this direction, so a chunk
/// that is lost, repeated or swapped fails its tag (OPC 10000-6, 6.7.2).
/// </summary>
internal sealed class AeadChunkCipher : ChunkCipher
{
    /// <summary>Bytes of a tag.</summary>
    public const int Tag = 16;

    private const int Iv = 12;

    private readonly bool _encrypts;
    private readonly AesGcm? _aes;
    private readonly ChaCha20Poly1305? _chaCha;
    private readonly byte[] _iv;
    private long _left;

    /// <param name="policy">A policy with such a cipher.</param>
    /// <param name="encrypts">True for SignAndEncrypt.</param>
    /// <param name="keys">For encryption, and the IV. Wiped here.</param>
    /// <param name="mostChunks">Chunks after which it refuses, long before a nonce would come again.</param>
    public AeadChunkCipher(SecurityPolicy policy, bool encrypts, byte[] keys, long mostChunks = 1L << 31)
    {
        (_encrypts, _left) = (encrypts, mostChunks);
        var key = keys.AsSpan(0, keys.Length - Iv);
        if (policy.Chunks == ChunkAlgorithm.AesGcm)
            _aes = new AesGcm(key, Tag);
        else
            _chaCha = new ChaCha20Poly1305(key);
        _iv = keys[^Iv..];
        CryptographicOperations.ZeroMemory(keys);
    }

    public override int SealedLength(int length) => length + Tag;

    public override void Seal(ArraySegment<byte> sealedChunk, int length, uint previous)
    {
        Span<byte> nonce = stackalloc byte[Iv];
        var chunk = sealedChunk.AsSpan(0, length);
        var tag = sealedChunk.AsSpan(length, Tag);
        MakeNonce(nonce, chunk, previous);
        var open = chunk[..(_encrypts ? HeaderLength : length)];
        var secret = chunk[open.Length..];
        if (_aes is not null)
            _aes.Encrypt(nonce, secret, secret, tag, open);
        else
            _chaCha!.Encrypt(nonce, secret, secret, tag, open);
    }

    public override int Open(ArraySegment<byte> sealedChunk, uint previous)
    {
        var length = sealedChunk.Count - Tag;
        if (length < HeaderLength + 8)
            throw Failed();
        Span<byte> nonce = stackalloc byte[Iv];
        var chunk = sealedChunk.AsSpan(0, length);
        var tag = sealedChunk.AsSpan(length, Tag);
        MakeNonce(nonce, chunk, previous);
        var open = chunk[..(_encrypts ? HeaderLength : length)];
        var secret = chunk[open.Length..];
        try
        {
            if (_aes is not null)
                _aes.Decrypt(nonce, secret, tag, secret, open);
            else
                _chaCha!.Decrypt(nonce, secret, tag, secret, open);
        }
        catch (CryptographicException)
        {
            throw Failed();
        }

        return length;
    }

    public override void Dispose()
    {
        _aes?.Dispose();
        _chaCha?.Dispose();
        CryptographicOperations.ZeroMemory(_iv);
    }

    private void MakeNonce(Span<byte> nonce, ReadOnlySpan<byte> chunk, uint previous)
    {
        if (_left-- <= 0)
            throw new UaException(
                StatusCodes.BadSecureChannelTokenUnknown,
                "A token has secured as many chunks as are safe; the client must renew it sooner."
            );
        _iv.CopyTo(nonce);
        Mask(nonce, BinaryPrimitives.ReadUInt32LittleEndian(chunk[12..]));
        Mask(nonce[4..], previous);
    }

    private static void Mask(Span<byte> part, uint with) =>
        BinaryPrimitives.WriteUInt32LittleEndian(part, BinaryPrimitives.ReadUInt32LittleEndian(part) ^ with);
}
