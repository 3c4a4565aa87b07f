using System.Runtime.Intrinsics;
using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// Encrypts or decrypts the chunks of one direction in place with AES-CBC, each from the same IV (OPC 10000-6, 6.7.2). The cipher is set up once, because a new
/// one for every chunk costs a microsecond and garbage. It therefore chains on from the chunk before, and the first block of each chunk is corrected for that.
/// One owner at a time.
/// </summary>
internal sealed class BlockCipher(ICryptoTransform transform, ReadOnlySpan<byte> iv) : IDisposable
{
    /// <summary>Bytes of a block.</summary>
    public const int Block = 16;

    private readonly Vector128<byte> _iv = Vector128.Create(iv);

    // The first block of a chunk is combined (XOR) with both: the block that the cipher chains on from, and the IV.
    private Vector128<byte> _correction;

    /// <summary>Encrypts whole blocks, at least one.</summary>
    public void Encrypt(ArraySegment<byte> blocks)
    {
        Correct(blocks);
        transform.TransformBlock(blocks.Array!, blocks.Offset, blocks.Count, blocks.Array!, blocks.Offset);
        _correction = Last(blocks) ^ _iv;
    }

    /// <summary>Decrypts whole blocks, at least one.</summary>
    public void Decrypt(ArraySegment<byte> blocks)
    {
        var next = Last(blocks) ^ _iv;
        transform.TransformBlock(blocks.Array!, blocks.Offset, blocks.Count, blocks.Array!, blocks.Offset);
        Correct(blocks);
        _correction = next;
    }

    public void Dispose() => transform.Dispose();

    private void Correct(Span<byte> blocks) => (Vector128.Create<byte>(blocks[..Block]) ^ _correction).CopyTo(blocks);

    private static Vector128<byte> Last(ReadOnlySpan<byte> blocks) => Vector128.Create(blocks[^Block..]);
}
