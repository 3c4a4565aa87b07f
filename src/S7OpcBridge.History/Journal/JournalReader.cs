using System.Buffers.Binary;
using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Journal;

/// <summary>Reads the frames of a file of the journal. A torn end is normal after a crash; frames behind a damaged place are found by their mark.</summary>
internal sealed class JournalReader(string path)
{
    private const int MaxFrame = 256 << 20;
    private readonly byte[] _head = new byte[JournalWriter.HeadBytes];

    /// <summary>The end of the last whole frame.</summary>
    public long End { get; private set; }

    /// <summary>Places with whole frames behind them that are no frames themselves, as byte offsets.</summary>
    public List<long> Damaged { get; } = [];

    /// <summary>The payloads of all whole frames; a buffer lives until the next one is asked for.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Frames()
    {
        using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var length = RandomAccess.GetLength(file);
        var buffer = new byte[1 << 16];
        long at = 0,
            damagedAt = -1;
        while (at + JournalWriter.HeadBytes <= length)
        {
            if (!ReadFrame(file, at, length, ref buffer, out var size))
            {
                damagedAt = damagedAt < 0 ? at : damagedAt;
                at = NextMark(file, at + 1, length);
                continue;
            }

            if (damagedAt >= 0)
                Damaged.Add(damagedAt);
            damagedAt = -1;
            End = at += JournalWriter.HeadBytes + size;
            yield return buffer.AsMemory(0, size);
        }
    }

    private bool ReadFrame(Microsoft.Win32.SafeHandles.SafeFileHandle file, long at, long length, ref byte[] buffer, out int size)
    {
        size = 0;
        if (RandomAccess.Read(file, _head, at) < _head.Length || BinaryPrimitives.ReadUInt32LittleEndian(_head) != JournalWriter.Mark)
            return false;
        size = BinaryPrimitives.ReadInt32LittleEndian(_head.AsSpan(4));
        if (size is < 1 or > MaxFrame || at + JournalWriter.HeadBytes + size > length)
            return false;
        if (buffer.Length < size)
            buffer = new byte[Math.Max(size, buffer.Length * 2)];
        var read = 0;
        while (
            read < size
            && RandomAccess.Read(file, buffer.AsSpan(read, size - read), at + JournalWriter.HeadBytes + read) is > 0 and var more
        )
            read += more;
        return read == size && Checksum.Compute(buffer.AsSpan(0, size)) == BinaryPrimitives.ReadUInt32LittleEndian(_head.AsSpan(8));
    }

    private static long NextMark(Microsoft.Win32.SafeHandles.SafeFileHandle file, long at, long length)
    {
        var buffer = new byte[1 << 16];
        Span<byte> mark = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(mark, JournalWriter.Mark);
        while (at + JournalWriter.HeadBytes <= length)
        {
            var read = RandomAccess.Read(file, buffer, at);
            var found = buffer.AsSpan(0, read).IndexOf(mark);
            if (found >= 0)
                return at + found;
            if (read < buffer.Length)
                break;
            at += read - 3;
        }

        return length;
    }
}
