using System.Runtime.Intrinsics;
using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// AES-CBC of the chunks of one direction, in place, each from the same IV (OPC 10000-6, 6.7.2). A cipher that is set up for every chunk costs a microsecond and
/// garbage; this one is set up once. It chains on from the chunk before, and what that does to a chunk's first block is undone there: the bytes are those of
/// a fresh start. Either encrypts or decrypts; one owner at a time.
/// </summary>
internal sealed class BlockCipher(ICryptoTransform transform, ReadOnlySpan<byte> iv) : IDisposable
{
    /// <summary>Bytes of a block.</summary>
    public const int Block = 16;

    private readonly Vector128<byte> _iv = Vector128.Create(iv);

    // What a chunk's first block has to be combined with: the block that the cipher chains on from, and the IV that it should begin with.
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
