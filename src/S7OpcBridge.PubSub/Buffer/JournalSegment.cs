using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge.PubSub.Buffer;

/// <summary>One file of the journal. Records are written at its end and read in order from its begin; what is damaged is passed over.</summary>
internal sealed class JournalSegment : IDisposable
{
    private readonly byte[] _head = new byte[JournalRecord.HeadBytes];
    private long _readAt;
    private long _lastRead;

    private JournalSegment(string path, long first, SafeFileHandle file) => (Path, First, File, Last) = (path, first, file, first - 1);

    public string Path { get; }

    /// <summary>The sequence after which it is named; no record in it is older.</summary>
    public long First { get; }

    /// <summary>The sequence of its last whole record; less than <see cref="First"/>: it has none.</summary>
    public long Last { get; private set; }

    /// <summary>Records that are missing between its first and its last one: a damaged place has swallowed them.</summary>
    public long Missing { get; private set; }

    /// <summary>The end of its last whole record.</summary>
    public long Length { get; private set; }

    public SafeFileHandle File { get; }

    /// <summary>Whether all its records were read.</summary>
    public bool IsRead => _readAt >= Length;

    /// <summary>Begins a file.</summary>
    public static JournalSegment Create(string folder, long first)
    {
        var path = JournalFiles.PathOf(folder, first);
        return new(path, first, JournalFiles.Open(path, FileMode.Create));
    }

    /// <summary>Opens a file of an earlier run; a torn record at its end is cut off.</summary>
    /// <param name="after">Records up to this sequence are done.</param>
    /// <param name="records">Whole records behind them.</param>
    /// <param name="values">Values in them.</param>
    public static JournalSegment Open(string folder, long first, long after, out long records, out long values)
    {
        var path = JournalFiles.PathOf(folder, first);
        var file = JournalFiles.Open(path, FileMode.Open);
        var segment = new JournalSegment(path, first, file);
        try
        {
            (records, values) = segment.Scan(after);
            return segment;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Appends a whole record.</summary>
    /// <exception cref="IOException">It could not be written; nothing of it is left.</exception>
    public void Append(ReadOnlySpan<byte> record, long sequence, bool isRead)
    {
        try
        {
            RandomAccess.Write(File, record, Length);
        }
        catch
        {
            CutAt(Length);
            throw;
        }

        if (isRead)
            _readAt = Length + record.Length;
        Length += record.Length;
        Last = sequence;
    }

    /// <summary>Reads the next whole record.</summary>
    public bool TryRead(ref byte[] buffer, out ReadOnlySpan<byte> body)
    {
        while (_readAt < Length)
        {
            if (TryReadAt(_readAt, Length, ref buffer, out var size))
            {
                _readAt += JournalRecord.HeadBytes + size;
                body = buffer.AsSpan(0, size);
                // What looks like a record inside of a damaged one is older than its surroundings.
                if (JournalRecord.SequenceOf(body) <= _lastRead)
                    continue;
                _lastRead = JournalRecord.SequenceOf(body);
                return true;
            }

            _readAt = NextMark(_readAt + 1, Length);
        }

        body = default;
        return false;
    }

    public void Dispose() => File.Dispose();

    private (long Records, long Values) Scan(long after)
    {
        var length = RandomAccess.GetLength(File);
        var buffer = new byte[1 << 16];
        long at = 0,
            records = 0,
            values = 0,
            firstAt = -1;
        while (at + JournalRecord.HeadBytes <= length)
        {
            if (!TryReadAt(at, length, ref buffer, out var size) || JournalRecord.SequenceOf(buffer) <= Last)
            {
                at = NextMark(at + 1, length);
                continue;
            }

            Missing += JournalRecord.SequenceOf(buffer) - Last - 1;
            Last = JournalRecord.SequenceOf(buffer);
            if (Last > after)
            {
                firstAt = firstAt < 0 ? at : firstAt;
                records++;
                values += JournalRecord.ValuesOf(buffer);
            }

            Length = at += JournalRecord.HeadBytes + size;
        }

        if (length > Length)
            CutAt(Length);
        _readAt = firstAt < 0 ? Length : firstAt;
        return (records, values);
    }

    private void CutAt(long length)
    {
        try
        {
            RandomAccess.SetLength(File, length);
        }
        catch (IOException)
        {
            // The next record overwrites it, and what is left behind that is no whole record.
        }
    }

    private bool TryReadAt(long at, long end, ref byte[] buffer, out int size)
    {
        size = 0;
        if (at + JournalRecord.HeadBytes > end || !TryFill(_head, at))
            return false;
        size = JournalRecord.BodyOf(_head);
        if (size == 0 || at + JournalRecord.HeadBytes + size > end)
            return false;
        if (buffer.Length < size)
            buffer = new byte[Math.Max(size, buffer.Length * 2)];
        return TryFill(buffer.AsSpan(0, size), at + JournalRecord.HeadBytes) && JournalRecord.IsWhole(_head, buffer.AsSpan(0, size));
    }

    private bool TryFill(Span<byte> to, long at)
    {
        while (to.Length > 0)
        {
            var read = RandomAccess.Read(File, to, at);
            if (read == 0)
                return false;
            to = to[read..];
            at += read;
        }

        return true;
    }

    private long NextMark(long at, long end)
    {
        var buffer = new byte[1 << 16];
        while (at + JournalRecord.HeadBytes <= end)
        {
            var read = RandomAccess.Read(File, buffer.AsSpan(0, (int)Math.Min(buffer.Length, end - at)), at);
            var found = buffer.AsSpan(0, read).IndexOf(JournalRecord.MarkBytes);
            if (found >= 0)
                return at + found;
            if (read <= JournalRecord.MarkBytes.Length)
                break;
            at += read - (JournalRecord.MarkBytes.Length - 1);
        }

        return end;
    }
}
