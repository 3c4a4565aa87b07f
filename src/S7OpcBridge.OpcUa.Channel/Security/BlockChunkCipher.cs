using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// HMAC and AES-CBC: <c>[header 16][sequence 8 | body | padding size 1, padding n | signature 32 or 48]</c>. The signature covers all before it; with
/// SignAndEncrypt the second bracket is encrypted, each chunk on its own from the token's IV. Sign alone has no padding bytes (OPC 10000-6, 6.7.2).
/// </summary>
internal sealed class BlockChunkCipher : ChunkCipher
{
    private const int Block = BlockCipher.Block;
    private readonly IncrementalHash _mac;
    private readonly int _size;
    private readonly Aes? _aes;
    private BlockCipher? _encryption,
        _decryption; // made with the first chunk; an instance is used in one direction only

    /// <param name="policy">A policy with AES-CBC.</param>
    /// <param name="encrypts">True for SignAndEncrypt.</param>
    /// <param name="keys">For signatures, for encryption, IV. Wiped here.</param>
    public BlockChunkCipher(SecurityPolicy policy, bool encrypts, byte[] keys)
    {
        _size = policy.SignatureSize;
        _mac = IncrementalHash.CreateHMAC(policy.Hash, keys.AsSpan(0, _size));
        if (encrypts)
        {
            _aes = Aes.Create();
            _aes.Padding = PaddingMode.None;
            _aes.Key = keys[_size..^Block];
            _aes.IV = keys[^Block..];
        }

        CryptographicOperations.ZeroMemory(keys);
    }

    public override int SealedLength(int length) =>
        _aes is null ? length + _size : HeaderLength + (length - HeaderLength + 1 + _size + Block - 1) / Block * Block;

    /// <summary>Pads, signs and encrypts in place; the number of the chunk before has no part in it.</summary>
    public override void Seal(ArraySegment<byte> sealedChunk, int length, uint previous)
    {
        var chunk = sealedChunk.AsSpan();
        if (_aes is not null)
        {
            var padding = chunk.Length - length - 1 - _size;
            chunk.Slice(length, padding + 1).Fill((byte)padding);
        }

        _mac.AppendData(chunk[..^_size]);
        _mac.GetHashAndReset(chunk[^_size..]);
        if (_aes is not null)
            (_encryption ??= new BlockCipher(_aes.CreateEncryptor(), _aes.IV)).Encrypt(sealedChunk[HeaderLength..]);
    }

    public override int Open(ArraySegment<byte> sealedChunk, uint previous)
    {
        var chunk = sealedChunk.AsSpan();
        var secured = chunk[HeaderLength..];
        if (_aes is not null && (secured.Length % Block != 0 || secured.Length == 0))
            throw Failed();
        if (_aes is not null)
            (_decryption ??= new BlockCipher(_aes.CreateDecryptor(), _aes.IV)).Decrypt(sealedChunk[HeaderLength..]);
        if (secured.Length < 8 + _size)
            throw Failed();

        Span<byte> expected = stackalloc byte[_size];
        _mac.AppendData(chunk[..^_size]);
        _mac.GetHashAndReset(expected);
        if (!CryptographicOperations.FixedTimeEquals(expected, chunk[^_size..]))
            throw Failed();
        if (_aes is null)
            return chunk.Length - _size;
        var padding = chunk[^(_size + 1)];
        var end = chunk.Length - _size - 1 - padding;
        if (end < HeaderLength + 8 || chunk.Slice(end, padding + 1).ContainsAnyExcept(padding))
            throw Failed();
        return end;
    }

    public override void Dispose()
    {
        _mac.Dispose();
        _encryption?.Dispose();
        _decryption?.Dispose();
        _aes?.Dispose();
    }
}
