using System.Buffers.Binary;
using Microsoft.Win32.SafeHandles;
using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Journal;

/// <summary>Appends frames to a file of the journal: a mark, the length, the checksum, the bytes.</summary>
internal sealed class JournalWriter : IDisposable
{
    /// <summary>Bytes before the payload of a frame.</summary>
    public const int HeadBytes = 12;

    /// <summary>The mark of a frame, "S7HJ".</summary>
    public const uint Mark = 0x4A483753;
    private readonly SafeFileHandle _file;
    private readonly byte[] _head = new byte[HeadBytes];
    private long _written;

    private JournalWriter(SafeFileHandle file, long length)
    {
        _file = file;
        Committed = _written = length;
    }

    /// <summary>Bytes that are on the disk for certain.</summary>
    public long Committed { get; private set; }

    /// <summary>Begins a file.</summary>
    public static JournalWriter Create(string path) => new(Open(path, FileMode.Create), 0);

    /// <summary>Goes on behind the frames of a file that are whole.</summary>
    public static JournalWriter Continue(string path, long length)
    {
        var file = Open(path, FileMode.Open);
        if (RandomAccess.GetLength(file) > length)
            RandomAccess.SetLength(file, length);
        return new(file, length);
    }

    /// <summary>Appends a frame; it counts when <see cref="Commit"/> returned.</summary>
    public void Append(ReadOnlySpan<byte> payload)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_head, Mark);
        BinaryPrimitives.WriteInt32LittleEndian(_head.AsSpan(4), payload.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(_head.AsSpan(8), Checksum.Compute(payload));
        RandomAccess.Write(_file, _head, _written);
        RandomAccess.Write(_file, payload, _written + HeadBytes);
        _written += HeadBytes + payload.Length;
    }

    /// <summary>Waits until everything appended is on the disk.</summary>
    public void Commit()
    {
        RandomAccess.FlushToDisk(_file);
        Committed = _written;
    }

    /// <summary>Discards what was appended since the last commit.</summary>
    public void TakeBack()
    {
        _written = Committed;
        try
        {
            RandomAccess.SetLength(_file, Committed);
        }
        catch (IOException)
        {
            // The next frame overwrites it, and a rest behind that is no whole frame.
        }
    }

    public void Dispose() => _file.Dispose();

    // Shared for reading: the export command reads the journal of a running bridge.
    private static SafeFileHandle Open(string path, FileMode mode) =>
        StoreFile.OpenHandle(path, mode, FileAccess.Write, FileShare.Read | FileShare.Delete);
}
