namespace S7OpcBridge.PubSub.Buffer;

/// <summary>
/// Messages on disk, in files of some megabytes. A record is written at once, so the end of the process loses none; it is forced to the disk by
/// <see cref="Sync"/>, which the buffer calls once a second, so the end of the machine loses the last second. What was done in the last second is sent again
/// after a restart.
/// </summary>
internal sealed class Journal : IDisposable
{
    private const long LeastSegment = 64 << 10,
        MostSegment = 4 << 20;
    private const int SegmentsAtLeast = 16;

    private readonly string _folder;
    private readonly long _segmentBytes;
    private readonly FileStream _lock;
    private readonly JournalPosition _position;
    private readonly LinkedList<JournalSegment> _segments = [];
    private readonly TopicTexts _topics = new();
    private LinkedListNode<JournalSegment>? _reading;
    private JournalSegment? _writing;
    private byte[] _buffer = new byte[4096];
    private long _done;
    private volatile bool _isDirty;

    private Journal(string folder, long bytes, FileStream held, JournalPosition position)
    {
        (_folder, _lock, _position, _done) = (folder, held, position, position.Done);
        _segmentBytes = Math.Clamp(bytes / SegmentsAtLeast, LeastSegment, MostSegment);
    }

    /// <summary>Records that were not read yet.</summary>
    public long Unread { get; private set; }

    /// <summary>Values in them.</summary>
    public long UnreadValues { get; private set; }

    /// <summary>Bytes of all files.</summary>
    public long Bytes { get; private set; }

    /// <summary>The newest sequence that was ever seen.</summary>
    public long Last { get; private set; }

    /// <summary>Messages whose records were damaged.</summary>
    public long Damaged { get; private set; }

    /// <summary>Opens the journal of a folder, with what an earlier run has left.</summary>
    /// <exception cref="IOException">Another process has it, or the folder can't be used.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be used.</exception>
    public static Journal Open(string folder, long bytes)
    {
        JournalFiles.MakeFolder(folder);
        var held = JournalFiles.Lock(folder);
        try
        {
            var journal = new Journal(folder, bytes, held, new JournalPosition(folder));
            journal.Recover();
            return journal;
        }
        catch
        {
            held.Dispose();
            throw;
        }
    }

    /// <summary>Appends a message.</summary>
    /// <param name="isHeld">It is in memory, too, with all before it, and will not be read.</param>
    /// <exception cref="IOException">It could not be written.</exception>
    public void Append(in WaitingMessage message, bool isHeld)
    {
        var size = JournalRecord.SizeOf(message.Message);
        if (_buffer.Length < size)
            _buffer = new byte[Math.Max(size, _buffer.Length * 2)];
        JournalRecord.Write(_buffer.AsSpan(0, size), message);
        if (_writing is null || _writing.Length >= _segmentBytes)
            Begin(message.Sequence);
        _writing!.Append(_buffer.AsSpan(0, size), message.Sequence, isHeld);
        Bytes += size;
        Last = message.Sequence;
        _isDirty = true;
        if (isHeld)
            return;
        Unread++;
        UnreadValues += message.Message.Values;
    }

    /// <summary>Reads the next message in order.</summary>
    public bool TryRead(out WaitingMessage message)
    {
        while ((_reading ??= _segments.First) is { } node)
        {
            if (node.Value.TryRead(ref _buffer, out var body))
            {
                message = JournalRecord.Read(body, _topics);
                Unread--;
                UnreadValues -= message.Message.Values;
                return true;
            }

            if (node.Next is null)
                break;
            _reading = node.Next;
        }

        // Records that could be read at the start and can't any more.
        Damaged += Unread;
        (Unread, UnreadValues) = (0, 0);
        message = default;
        return false;
    }

    /// <summary>Messages up to a sequence are done: files that hold no other are deleted.</summary>
    public void Release(long done)
    {
        _done = Math.Max(_done, done);
        while (_segments.First is { } node && node.Value.Last <= _done && node.Value.IsRead)
        {
            if (node.Value == _writing)
                _writing = null;
            if (node == _reading)
                _reading = null;
            Remove(node);
        }
    }

    /// <summary>Forces to the disk what was written, and writes down what is done. Needs no lock but against <see cref="Dispose"/>.</summary>
    public void Sync()
    {
        if (_position.Done != _done)
            _position.Write(_done);
        if (!_isDirty)
            return;
        _isDirty = false;
        if (_writing is { } segment)
            RandomAccess.FlushToDisk(segment.File);
    }

    public void Dispose()
    {
        try
        {
            Sync();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What was written is written; some messages may go out twice.
        }

        foreach (var segment in _segments)
            segment.Dispose();
        _position.Dispose();
        _lock.Dispose();
    }

    private void Recover()
    {
        foreach (var first in JournalFiles.Segments(_folder))
        {
            var segment = JournalSegment.Open(_folder, first, _done, out var records, out var values);
            if (records == 0)
            {
                segment.Dispose();
                File.Delete(segment.Path);
                continue;
            }

            Damaged += segment.Missing;
            _segments.AddLast(segment);
            Unread += records;
            UnreadValues += values;
            Bytes += segment.Length;
            Last = segment.Last;
        }

        Last = Math.Max(Last, _done);
    }

    private void Begin(long first)
    {
        if (_writing is { } full)
            RandomAccess.FlushToDisk(full.File);
        _writing = JournalSegment.Create(_folder, first);
        _segments.AddLast(_writing);
    }

    private void Remove(LinkedListNode<JournalSegment> node)
    {
        _segments.Remove(node);
        Bytes -= node.Value.Length;
        node.Value.Dispose();
        try
        {
            File.Delete(node.Value.Path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The next start deletes it: the position says that all in it is done.
        }
    }
}
