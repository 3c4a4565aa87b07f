using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// Secures the chunks of one direction under one token: <c>[header 16][sequence 8 | body | padding size 1, padding n | signature 32]</c>. The signature
/// covers all before it; with SignAndEncrypt the second bracket is encrypted, each chunk on its own from the token's IV. Sign alone has no padding bytes
/// (OPC 10000-6, 6.7.2). One owner at a time.
/// </summary>
internal sealed class ChunkCipher : IDisposable
{
    /// <summary>Bytes before the part that is encrypted: frame header, channel id, token id.</summary>
    public const int HeaderLength = 16;

    private const int Block = 16;
    private const int Mac = 32;
    private readonly IncrementalHash _mac;
    private readonly Aes? _aes;
    private readonly byte[] _iv;

    public ChunkCipher(SecurityPolicy policy, bool encrypts, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> seed)
    {
        Span<byte> keys = stackalloc byte[Mac + policy.EncryptionKeySize + Block];
        KeyDerivation.PSha256(secret, seed, keys);
        _mac = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, keys[..Mac]);
        _iv = keys[^Block..].ToArray();
        if (encrypts)
        {
            _aes = Aes.Create();
            _aes.Key = keys.Slice(Mac, policy.EncryptionKeySize).ToArray();
        }

        CryptographicOperations.ZeroMemory(keys);
    }

    /// <summary>Bytes to keep free behind the body in a chunk of a given size, so that it can be sealed in place.</summary>
    public static int RoomBehind(int chunkSize, bool encrypts)
    {
        if (!encrypts)
            return Mac;
        var encrypted = (chunkSize - HeaderLength) / Block * Block;
        return chunkSize - HeaderLength - encrypted + 1 + Mac;
    }

    /// <summary>Length of the chunk once sealed; it stands in the header before the chunk is signed.</summary>
    /// <param name="length">Length with headers and body.</param>
    public int SealedLength(int length) =>
        _aes is null ? length + Mac : HeaderLength + (length - HeaderLength + 1 + Mac + Block - 1) / Block * Block;

    /// <summary>Pads, signs and encrypts in place. The span is the sealed chunk; its first <paramref name="length"/> bytes are written.</summary>
    public void Seal(Span<byte> chunk, int length)
    {
        if (_aes is not null)
        {
            var padding = chunk.Length - length - 1 - Mac;
            chunk.Slice(length, padding + 1).Fill((byte)padding);
        }

        _mac.AppendData(chunk[..^Mac]);
        _mac.GetHashAndReset(chunk[^Mac..]);
        _aes?.EncryptCbc(chunk[HeaderLength..], _iv, chunk[HeaderLength..], PaddingMode.None);
    }

    /// <summary>Decrypts and verifies in place; gives the length of headers and body. Every failure looks the same from outside.</summary>
    /// <exception cref="UaException">BadSecurityChecksFailed.</exception>
    public int Open(Span<byte> chunk)
    {
        var secured = chunk[HeaderLength..];
        if (_aes is not null && (secured.Length % Block != 0 || secured.Length == 0))
            throw Failed();
        if (_aes is not null)
            _aes.DecryptCbc(secured, _iv, secured, PaddingMode.None);
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
        _aes?.Dispose();
    }

    private static UaException Failed() => new(StatusCodes.BadSecurityChecksFailed, "A chunk could not be decrypted and verified.");
}
