using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// Secures the chunks of one direction under one token: <c>[header 16][sequence 8 | body | padding size 1, padding n | signature 32 or 48]</c>. The signature
/// covers all before it; with SignAndEncrypt the second bracket is encrypted, each chunk on its own from the token's IV. Sign alone has no padding bytes
/// (OPC 10000-6, 6.7.2). One owner at a time.
/// </summary>
internal sealed class ChunkCipher : IDisposable
{
    /// <summary>Bytes before the part that is encrypted: frame header, channel id, token id.</summary>
    public const int HeaderLength = 16;

    private const int Block = BlockCipher.Block;
    private readonly IncrementalHash _mac;
    private readonly Aes? _aes;
    private BlockCipher? _encryption,
        _decryption; // made with the first chunk; an instance is used in one direction only

    /// <summary>For an RSA policy: keys from two nonces.</summary>
    public ChunkCipher(SecurityPolicy policy, bool encrypts, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> seed)
        : this(policy, encrypts, KeysFrom(policy, secret, seed)) { }

    /// <summary>For any policy.</summary>
    /// <param name="encrypts">True for SignAndEncrypt.</param>
    /// <param name="keys"><see cref="KeysLength"/> bytes: for signatures, for encryption, IV. Wiped here.</param>
    public ChunkCipher(SecurityPolicy policy, bool encrypts, byte[] keys)
    {
        Mac = policy.SignatureSize;
        _mac = IncrementalHash.CreateHMAC(policy.Hash, keys.AsSpan(0, Mac));
        if (encrypts)
        {
            _aes = Aes.Create();
            _aes.Padding = PaddingMode.None;
            _aes.Key = keys[Mac..^Block];
            _aes.IV = keys[^Block..];
        }

        CryptographicOperations.ZeroMemory(keys);
    }

    private int Mac { get; }

    /// <summary>Bytes of the keys for one direction.</summary>
    public static int KeysLength(SecurityPolicy policy) => policy.SignatureSize + policy.EncryptionKeySize + Block;

    /// <summary>Bytes to keep free after the body in a chunk of a given size, so that it can be sealed in place.</summary>
    public static int RoomBehind(int chunkSize, bool encrypts, int signature = 32)
    {
        if (!encrypts)
            return signature;
        var encrypted = (chunkSize - HeaderLength) / Block * Block;
        return chunkSize - HeaderLength - encrypted + 1 + signature;
    }

    /// <summary>Length of the chunk once sealed; the header contains it before the chunk is signed.</summary>
    /// <param name="length">Length with headers and body.</param>
    public int SealedLength(int length) =>
        _aes is null ? length + Mac : HeaderLength + (length - HeaderLength + 1 + Mac + Block - 1) / Block * Block;

    /// <summary>Pads, signs and encrypts in place.</summary>
    /// <param name="sealedChunk">The chunk as it will be; its first <paramref name="length"/> bytes are written.</param>
    /// <param name="length">Length with headers and body.</param>
    public void Seal(ArraySegment<byte> sealedChunk, int length)
    {
        var chunk = sealedChunk.AsSpan();
        if (_aes is not null)
        {
            var padding = chunk.Length - length - 1 - Mac;
            chunk.Slice(length, padding + 1).Fill((byte)padding);
        }

        _mac.AppendData(chunk[..^Mac]);
        _mac.GetHashAndReset(chunk[^Mac..]);
        if (_aes is not null)
            (_encryption ??= new BlockCipher(_aes.CreateEncryptor(), _aes.IV)).Encrypt(sealedChunk[HeaderLength..]);
    }

    /// <summary>Decrypts and verifies in place; returns the length of headers and body. All failures give the same error.</summary>
    /// <exception cref="UaException">BadSecurityChecksFailed.</exception>
    public int Open(ArraySegment<byte> sealedChunk)
    {
        var chunk = sealedChunk.AsSpan();
        var secured = chunk[HeaderLength..];
        if (_aes is not null && (secured.Length % Block != 0 || secured.Length == 0))
            throw Failed();
        if (_aes is not null)
            (_decryption ??= new BlockCipher(_aes.CreateDecryptor(), _aes.IV)).Decrypt(sealedChunk[HeaderLength..]);
        if (secured.Length < 8 + Mac)
            throw Failed();

        Span<byte> expected = stackalloc byte[Mac];
        _mac.AppendData(chunk[..^Mac]);
        _mac.GetHashAndReset(expected);
        if (!CryptographicOperations.FixedTimeEquals(expected, chunk[^Mac..]))
            throw Failed();
        if (_aes is null)
            return chunk.Length - Mac;
        var padding = chunk[^(Mac + 1)];
        var end = chunk.Length - Mac - 1 - padding;
        if (end < HeaderLength + 8 || chunk.Slice(end, padding + 1).ContainsAnyExcept(padding))
            throw Failed();
        return end;
    }

    public void Dispose()
    {
        _mac.Dispose();
        _encryption?.Dispose();
        _decryption?.Dispose();
        _aes?.Dispose();
    }

    private static byte[] KeysFrom(SecurityPolicy policy, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> seed)
    {
        var keys = new byte[KeysLength(policy)];
        KeyDerivation.PSha256(secret, seed, keys);
        return keys;
    }

    private static UaException Failed() => new(StatusCodes.BadSecurityChecksFailed, "A chunk could not be decrypted and verified.");
}
