namespace S7OpcBridge.PubSub.Buffer;

/// <summary>
/// Messages that wait for the broker, in order: in memory while it keeps up, in the journal while it does not. Bounded by values, age and bytes; the oldest are
/// lost first, but for those that are in flight.
/// </summary>
/// <remarks>
/// From the oldest: those that were taken, those in memory, those that only the journal has, and those that it should have and can't take. Each message that is
/// in memory alone is newer than each that is in the journal, but in trouble.
/// </remarks>
internal sealed partial class MessageBuffer : IDisposable
{
    private const int LoadMessages = 64;
    private const long LoadBytes = 1 << 20;

    // The publishing loop and the link take this one, also while they write to and read from the journal, which is theirs alone.
    private readonly Lock _gate = new();
    private readonly Lock _figuresGate = new();
    private readonly BufferOptions _options;
    private readonly TimeProvider _time;
    private readonly JournalSpill? _journal;
    private readonly WaitingQueue _taken = new(),
        _front = new(),
        _back = new();
    private readonly LossReport _lost;
    private BufferFigures _figures;
    private BrokerEvent? _untold;
    private long _next,
        _heldValues,
        _damaged;
    private bool _isAway = true,
        _isDisposed;

    /// <summary>Opens the buffer with what an earlier run has left. A journal that can't be used is told by <see cref="TellOpening"/>.</summary>
    public MessageBuffer(BufferOptions options, TimeProvider time)
    {
        (_options, _time) = (options, time);
        _lost = new LossReport(happened => Happened?.Invoke(happened), time);
        _journal = JournalSpill.Open(options, time, out _untold);
        _next = (_journal?.Last ?? 0) + 1;
        CountDamage();
        CountAll();
    }

    /// <summary>Raised for lost messages and trouble with the journal, on any thread.</summary>
    public event Action<BrokerEvent>? Happened;

    /// <summary>Raised when there is something to send, on any thread; must return at once.</summary>
    public event Action? Filled;

    /// <summary>What waits and what was lost, as of the last change. Waits for nobody: whoever asks must not hang on a disk that does.</summary>
    public BufferFigures Figures
    {
        get
        {
            lock (_figuresGate)
                return _figures;
        }
    }

    /// <summary>The folder that it holds; null: messages wait in memory only.</summary>
    public string? Folder => _journal is null ? null : _options.Folder;

    private long Waiting => _front.Count + (_journal?.Unread ?? 0) + _back.Count;

    /// <summary>Tells what happened when the buffer was opened. Called once, when somebody listens.</summary>
    public void TellOpening() => TellAll();

    /// <summary>Adds a message at the end and copies its payload. Never waits for the broker. Any thread.</summary>
    public void Append(in OutgoingMessage message)
    {
        lock (_gate)
        {
            if (_isDisposed)
                return;
            if (message.Payload.Length > JournalRecord.MostPayload)
            {
                _lost.Count(1, message.Values, $"A message to {message.Topic} has more than {JournalRecord.MostPayload} bytes.");
            }
            else
            {
                Add(WaitingMessage.Copy(_next++, _time.GetUtcNow().UtcTicks, message));
                Trim();
            }

            CountAll();
        }

        TellAll();
        Filled?.Invoke();
    }

    /// <summary>Takes the oldest message that was not taken, to send it. Its payload lives until it is acknowledged or the buffer is suspended.</summary>
    public bool TryTake(out OutgoingMessage message)
    {
        bool any;
        lock (_gate)
        {
            Trim();
            any = !_isDisposed && MakeFront();
            message = any ? _front[0].Message : default;
            if (any)
                _taken.AddLast(_front.RemoveFirst());
            CountAll();
        }

        TellAll();
        return any;
    }

    /// <summary>The oldest message that was taken is done.</summary>
    public void AcknowledgeOldest()
    {
        lock (_gate)
        {
            if (_taken.Count > 0)
                Done(_taken.RemoveFirst());
            CountAll();
        }
    }

    /// <summary>The broker is there: what comes waits in memory.</summary>
    public void Resume()
    {
        lock (_gate)
            _isAway = false;
    }

    /// <summary>The broker is away: what was taken waits again, and all goes to the journal.</summary>
    public void Suspend()
    {
        lock (_gate)
        {
            while (_taken.Count > 0)
                _front.AddFirst(_taken.RemoveLast());
            _isAway = true;
            if (!_isDisposed && (_journal?.Unread ?? 0) == 0)
                TrySpill();
            CountAll();
        }

        TellAll();
    }

    /// <summary>Writes what is in memory alone to the journal and ends.</summary>
    public void Dispose()
    {
        Suspend();
        lock (_gate)
        {
            if (_isDisposed)
                return;
            _isDisposed = true;
            _journal?.Dispose();
            foreach (var queue in (ReadOnlySpan<WaitingQueue>)[_front, _back])
            {
                while (queue.Count > 0)
                    queue.RemoveFirst().Free();
            }
        }

        _lost.Dispose();
    }

    private void Add(in WaitingMessage message)
    {
        _heldValues += message.Message.Values;
        var isOnlyMemory = (_journal?.Unread ?? 0) == 0 && _back.Count == 0;
        if (_journal is null)
        {
            _front.AddLast(message);
            return;
        }

        if (isOnlyMemory && !_isAway && _taken.Bytes + _front.Bytes + message.Bytes <= _options.MemoryBytes)
            _front.AddLast(message);
        else if (TrySpill() && _journal.TryAppend(message, isHeld: false, ref _untold))
            LetGo(message);
        else if (isOnlyMemory)
            _front.AddLast(message);
        else
            _back.AddLast(message);
    }

    // Writes all that is in memory alone, in order; false: the journal can't take it.
    private bool TrySpill()
    {
        if (_journal is null)
            return false;
        if (_journal.Unread == 0 && (!TrySpill(_taken) || !TrySpill(_front)))
            return false;
        while (_back.Count > 0)
        {
            if (!_journal.TryAppend(_back[0], isHeld: false, ref _untold))
                return false;
            LetGo(_back.RemoveFirst());
        }

        return true;
    }

    private bool TrySpill(WaitingQueue queue)
    {
        var index = queue.Count;
        while (index > 0 && !queue[index - 1].IsInJournal)
            index--;
        for (; index < queue.Count; index++)
        {
            if (!_journal!.TryAppend(queue[index], isHeld: true, ref _untold))
                return false;
            queue.MarkInJournal(index);
        }

        return true;
    }

    // The journal has it, and memory does not any more.
    private void LetGo(in WaitingMessage message)
    {
        _heldValues -= message.Message.Values;
        message.Free();
    }

    private void Done(in WaitingMessage message)
    {
        _heldValues -= message.Message.Values;
        if (message.IsInJournal)
            _journal?.Release(message.Sequence);
        message.Free();
    }

    // Sees that the oldest message that was not taken is in memory; false: there is none.
    private bool MakeFront()
    {
        if (_front.Count == 0 && _journal?.Unread > 0 && !_isDisposed)
        {
            while (_front.Count < LoadMessages && _front.Bytes < LoadBytes && _journal.TryRead(out var message))
            {
                _heldValues += message.Message.Values;
                _front.AddLast(message);
            }

            CountDamage();
        }

        if (_front.Count == 0)
        {
            while (_back.Count > 0)
                _front.AddLast(_back.RemoveFirst());
        }

        return _front.Count > 0;
    }

    private void CountDamage()
    {
        if (_journal is null || _journal.Damaged == _damaged)
            return;
        _lost.Count(_journal.Damaged - _damaged, 0, "The journal was damaged.");
        _damaged = _journal.Damaged;
    }

    private void CountAll()
    {
        var oldest =
            _taken.Count > 0 ? _taken[0].Time
            : MakeFront() ? _front[0].Time
            : 0;
        var figures = new BufferFigures(
            _taken.Count + Waiting,
            _heldValues + (_journal?.UnreadValues ?? 0),
            _taken.Bytes + _front.Bytes + _back.Bytes,
            _journal?.Bytes ?? 0,
            _lost.Messages,
            _lost.Values,
            oldest == 0 ? null : new DateTimeOffset(oldest, TimeSpan.Zero)
        );
        lock (_figuresGate)
            _figures = figures;
    }

    private void TellAll()
    {
        if (Interlocked.Exchange(ref _untold, null) is { } told)
            Happened?.Invoke(told);
        _lost.Tell();
    }
}
