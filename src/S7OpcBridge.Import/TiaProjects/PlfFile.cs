using System.Buffers.Binary;
using System.Security.Cryptography;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>
/// The frame of a project's data file (<c>System/PEData.plf</c>): a head and then a block for each saved version of each object. The last block of an object
/// is its present state. V14 and later have a UUID in the head of a block and a SHA-256 behind it; V11 to V13 have neither.
/// </summary>
/// <remarks>Siemens publishes no description; these facts are those of ERNW's and TIAconv's public notes and hold in public projects of V11 to V19.</remarks>
internal sealed class PlfFile
{
    private const int OldHead = 46,
        NewHead = 98;
    private const int HashLength = 32;
    private const ushort Deleted = 0x04;

    private readonly byte[] _bytes;
    private readonly Dictionary<(uint Type, ulong Id), PlfBlock> _blocks = [];

    private PlfFile(byte[] bytes) => (_bytes, IsOld) = (bytes, bytes[2] == 1);

    /// <summary>True for the frame of V11 to V13.</summary>
    public bool IsOld { get; }

    /// <summary>The present state of every object that is not deleted.</summary>
    public IReadOnlyDictionary<(uint Type, ulong Id), PlfBlock> Blocks => _blocks;

    /// <summary>Byte where the frame is broken, so that nothing behind it can be read; null: it holds to the end.</summary>
    public int? BrokenAt { get; private set; }

    /// <summary>Objects that were left out, because their SHA-256 does not fit.</summary>
    public int WrongHashes { get; private set; }

    /// <summary>Bytes of the head of a block.</summary>
    public int BlockHead => IsOld ? 28 : 44;

    /// <summary>True where the first bytes are those of such a file.</summary>
    public static bool Is(ReadOnlySpan<byte> bytes) =>
        bytes.Length >= NewHead
        && bytes is [0x40, 0, 0 or 1, 0, 0 or 1, 0, 0, 0, ..]
        && (bytes[2] == 1 ? bytes[OldHead - 1] : bytes[NewHead - 1]) == 0xFF;

    /// <summary>Walks over all blocks.</summary>
    /// <param name="bytes">The file, for which <see cref="Is"/> is true.</param>
    public static PlfFile Read(byte[] bytes, CancellationToken cancellationToken)
    {
        var file = new PlfFile(bytes);
        file.Walk(cancellationToken);
        file.CheckHashes(cancellationToken);
        return file;
    }

    /// <summary>The bytes of a block with its head.</summary>
    public ReadOnlySpan<byte> BytesOf(PlfBlock block) => _bytes.AsSpan(block.Offset, block.Length);

    private void Walk(CancellationToken cancellationToken)
    {
        var at = IsOld ? OldHead : NewHead;
        while (at < _bytes.Length)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var rest = _bytes.AsSpan(at);
            if (IsOld && IsMark(rest))
            {
                at += 20;
                continue;
            }
            var length = rest.Length >= BlockHead ? BinaryPrimitives.ReadUInt32LittleEndian(rest) : 0;
            var tail = IsOld ? 0 : HashLength;
            if (length < BlockHead || length > rest.Length - tail)
            {
                BrokenAt = at;
                return;
            }
            var key = (BinaryPrimitives.ReadUInt32LittleEndian(rest[4..]), BinaryPrimitives.ReadUInt64LittleEndian(rest[8..]));
            if ((BinaryPrimitives.ReadUInt16LittleEndian(rest[24..]) & Deleted) != 0)
                _blocks.Remove(key);
            else
                _blocks[key] = new PlfBlock(at, (int)length, key.Item1, key.Item2, rest[26]);
            at += (int)length + tail;
        }
    }

    // A record of V11 to V13 that ends a save: a mark, a time, FF.
    private static bool IsMark(ReadOnlySpan<byte> bytes) =>
        bytes.Length >= 20 && bytes[0] == 0x0A && (bytes[1..].StartsWith("$$COMMIT$$"u8) || bytes[1..].StartsWith("##CLOSE###"u8));

    private void CheckHashes(CancellationToken cancellationToken)
    {
        if (IsOld)
            return;
        Span<byte> hash = stackalloc byte[HashLength];
        List<(uint, ulong)>? wrong = null;
        foreach (var (key, block) in _blocks)
        {
            cancellationToken.ThrowIfCancellationRequested();
            SHA256.HashData(BytesOf(block), hash);
            if (!hash.SequenceEqual(_bytes.AsSpan(block.Offset + block.Length, HashLength)))
                (wrong ??= []).Add(key);
        }
        foreach (var key in wrong ?? [])
            _blocks.Remove(key);
        WrongHashes = wrong?.Count ?? 0;
    }
}

/// <summary>A block of the file: one version of one object.</summary>
/// <param name="Offset">Its first byte in the file.</param>
/// <param name="Length">Bytes with the head, without the hash.</param>
/// <param name="Type">Id of the object's type in the type model.</param>
/// <param name="Id">Id of the object among those of its type.</param>
/// <param name="Slots">Entries of the table of offsets behind the head.</param>
internal readonly record struct PlfBlock(int Offset, int Length, uint Type, ulong Id, byte Slots);
