namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>Secures the chunks of one direction under one token, in place. One owner at a time.</summary>
internal abstract class ChunkCipher : IDisposable
{
    /// <summary>Bytes before the part that is encrypted: frame header, channel id, token id.</summary>
    public const int HeaderLength = 16;

    /// <summary>Makes the cipher of a policy.</summary>
    /// <param name="policy">A secure policy.</param>
    /// <param name="encrypts">True for SignAndEncrypt.</param>
    /// <param name="keys"><see cref="SecurityPolicy.KeysLength"/> bytes: for signatures, for encryption, IV. Wiped by the cipher.</param>
    public static ChunkCipher From(SecurityPolicy policy, bool encrypts, byte[] keys) =>
        policy.IsAead ? new AeadChunkCipher(policy, encrypts, keys) : new BlockChunkCipher(policy, encrypts, keys);

    /// <summary>The same with keys from two nonces.</summary>
    public static ChunkCipher From(SecurityPolicy policy, bool encrypts, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> seed)
    {
        var keys = new byte[policy.KeysLength];
        KeyDerivation.PSha256(secret, seed, keys);
        return From(policy, encrypts, keys);
    }

    /// <summary>Bytes to keep free after the body in a chunk of a given size, so that it can be sealed in place.</summary>
    public static int RoomBehind(SecurityPolicy policy, int chunkSize, bool encrypts)
    {
        if (!encrypts || policy.IsAead)
            return policy.SignatureSize;
        var encrypted = (chunkSize - HeaderLength) / BlockCipher.Block * BlockCipher.Block;
        return chunkSize - HeaderLength - encrypted + 1 + policy.SignatureSize;
    }

    /// <summary>Length of the chunk once sealed; the header contains it before the chunk is signed.</summary>
    /// <param name="length">Length with headers and body.</param>
    public abstract int SealedLength(int length);

    /// <summary>Signs and encrypts in place.</summary>
    /// <param name="sealedChunk">The chunk as it will be; its first <paramref name="length"/> bytes are written.</param>
    /// <param name="length">Length with headers and body.</param>
    /// <param name="previous">Number of the chunk before in this direction.</param>
    public abstract void Seal(ArraySegment<byte> sealedChunk, int length, uint previous);

    /// <summary>Decrypts and verifies in place; returns the length of headers and body. All failures give the same error.</summary>
    /// <param name="sealedChunk">The chunk as received.</param>
    /// <param name="previous">Number of the chunk before in this direction.</param>
    /// <exception cref="UaException">BadSecurityChecksFailed.</exception>
    public abstract int Open(ArraySegment<byte> sealedChunk, uint previous);

    public abstract void Dispose();

    /// <summary>The one error of all failures.</summary>
    protected static UaException Failed() => new(StatusCodes.BadSecurityChecksFailed, "A chunk could not be decrypted and verified.");
}
