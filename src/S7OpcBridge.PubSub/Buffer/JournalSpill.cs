namespace S7OpcBridge.PubSub.Buffer;

/// <summary>The journal of a buffer, with its trouble: a full or lost disk is told once, and tried again after a pause.</summary>
internal sealed class JournalSpill : IDisposable
{
    private static readonly TimeSpan TryAgain = TimeSpan.FromSeconds(10),
        SyncEvery = TimeSpan.FromSeconds(1);

    private readonly string _folder;
    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private readonly Lock _syncing = new();
    private readonly Journal _journal;
    private DateTimeOffset _nextTry;
    private bool _isDisposed;

    private JournalSpill(string folder, Journal journal, TimeProvider time)
    {
        (_folder, _journal, _time) = (folder, journal, time);
        _timer = time.CreateTimer(static spill => ((JournalSpill)spill!).Sync(), this, SyncEvery, SyncEvery);
    }

    /// <summary>Whether it can't be written at present.</summary>
    public bool IsInTrouble { get; private set; }

    /// <summary>Records that were not read yet.</summary>
    public long Unread => _journal.Unread;

    /// <summary>Values in them.</summary>
    public long UnreadValues => _journal.UnreadValues;

    /// <summary>Bytes of all files.</summary>
    public long Bytes => _journal.Bytes;

    /// <summary>The newest sequence that was ever seen.</summary>
    public long Last => _journal.Last;

    /// <summary>Messages whose records were damaged.</summary>
    public long Damaged => _journal.Damaged;

    /// <summary>Opens the journal that the options name; null: they name none, or it can't be used, which is told.</summary>
    public static JournalSpill? Open(BufferOptions options, TimeProvider time, out BrokerEvent? trouble)
    {
        trouble = null;
        if (options.Folder is not { } folder)
            return null;
        try
        {
            return new(folder, Journal.Open(folder, options.Bytes), time);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            trouble = new JournalFailed(
                $"The folder {folder} can't be used to keep messages for the broker ({e.Message}). They wait in memory until the next start: "
                    + "see that no other process uses the folder and that this one may write to it."
            );
            return null;
        }
    }

    /// <summary>Writes a message, unless there was trouble a moment ago.</summary>
    /// <param name="told">What is to be told, after the locks.</param>
    /// <returns>Whether it is in the journal.</returns>
    public bool TryAppend(in WaitingMessage message, bool isHeld, ref BrokerEvent? told)
    {
        if (IsInTrouble && _time.GetUtcNow() < _nextTry)
            return false;
        try
        {
            _journal.Append(message, isHeld);
            if (IsInTrouble)
                told = new JournalRecovered();
            IsInTrouble = false;
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (!IsInTrouble)
            {
                told = new JournalFailed(
                    $"Messages for the broker can't be written to {_folder} ({e.Message}). They wait in memory, the oldest are lost when there are too many: "
                        + "make room on the disk."
                );
            }

            IsInTrouble = true;
            _nextTry = _time.GetUtcNow() + TryAgain;
            return false;
        }
    }

    /// <summary>The next write is tried at once: something was deleted.</summary>
    public void TryNow() => _nextTry = default;

    /// <inheritdoc cref="Journal.TryRead"/>
    public bool TryRead(out WaitingMessage message)
    {
        try
        {
            return _journal.TryRead(out message);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            message = default;
            return false;
        }
    }

    /// <inheritdoc cref="Journal.Release"/>
    public void Release(long done) => _journal.Release(done);

    public void Dispose()
    {
        _timer.Dispose();
        lock (_syncing)
        {
            _isDisposed = true;
            _journal.Dispose();
        }
    }

    private void Sync()
    {
        lock (_syncing)
        {
            if (_isDisposed)
                return;
            try
            {
                _journal.Sync();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ObjectDisposedException)
            {
                // A segment that ended meanwhile; or the disk, which the next write tells.
            }
        }
    }
}
