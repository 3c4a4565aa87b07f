namespace S7OpcBridge.PubSub.Buffer;

/// <summary>Counts lost messages and tells of them at once, and then at most once a minute.</summary>
internal sealed class LossReport : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly Action<BrokerEvent> _tell;
    private readonly ITimer _timer;
    private long _messages,
        _values,
        _untoldMessages,
        _untoldValues;
    private string _words = "";
    private bool _waits;

    public LossReport(Action<BrokerEvent> tell, TimeProvider time)
    {
        _tell = tell;
        _timer = time.CreateTimer(
            static report => ((LossReport)report!).PauseIsOver(),
            this,
            Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan
        );
    }

    /// <summary>Lost messages since the start.</summary>
    public long Messages => Volatile.Read(ref _messages);

    /// <summary>Values in them.</summary>
    public long Values => Volatile.Read(ref _values);

    /// <summary>Counts what is lost. Tells nothing yet: the caller may hold a lock.</summary>
    public void Count(long messages, long values, string words)
    {
        lock (_gate)
        {
            _messages += messages;
            _values += values;
            _untoldMessages += messages;
            _untoldValues += values;
            _words = words;
        }
    }

    /// <summary>Tells, unless that was done less than a minute ago. Not to be called within a lock.</summary>
    public void Tell()
    {
        if (Volatile.Read(ref _untoldMessages) == 0 || Take() is not { } lost)
            return;
        _timer.Change(Pause, Timeout.InfiniteTimeSpan);
        _tell(lost);
    }

    public void Dispose() => _timer.Dispose();

    private MessagesLost? Take()
    {
        lock (_gate)
        {
            if (_waits || _untoldMessages == 0)
                return null;
            _waits = true;
            var lost = new MessagesLost(_untoldMessages, _untoldValues, _words);
            (_untoldMessages, _untoldValues) = (0, 0);
            return lost;
        }
    }

    private void PauseIsOver()
    {
        lock (_gate)
            _waits = false;
        Tell();
    }
}
