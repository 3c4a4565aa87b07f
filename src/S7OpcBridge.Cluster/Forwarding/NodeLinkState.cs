namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>How a link works: counters, and what its node has said about maps. Any thread.</summary>
internal sealed class NodeLinkState(TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly SortedSet<string> _different = new(StringComparer.Ordinal),
        _unknown = new(StringComparer.Ordinal);
    private long _batches,
        _values,
        _bytes,
        _failures,
        _sentAt,
        _failingSince,
        _toldAt;
    private string _failure = "";
    private volatile bool _isBusy;
    private bool _renewed;

    /// <summary>True: the link sends, or waits until there is enough to send.</summary>
    public bool IsBusy
    {
        get => _isBusy;
        set => _isBusy = value;
    }

    /// <summary>How many batches were confirmed.</summary>
    public long Batches => Volatile.Read(ref _batches);

    public void Sent()
    {
        lock (_gate)
            _sentAt = _sentAt == 0 ? time.GetTimestamp() : _sentAt;
    }

    /// <summary>Notes an answer. Returns true where a failure had been told.</summary>
    public bool Answered(int values, int bytes)
    {
        lock (_gate)
        {
            (_batches, _values, _bytes, _sentAt, _failingSince) = (_batches + 1, _values + values, _bytes + bytes, 0, 0);
            (_failure, _renewed) = ("", false);
            var wasTold = _toldAt != 0;
            _toldAt = 0;
            return wasTold;
        }
    }

    /// <summary>Notes a failure. Returns true where it is to be told: once, when it has lasted for some time.</summary>
    public bool Failed(string why, TimeSpan told)
    {
        lock (_gate)
        {
            (_failures, _failure) = (_failures + 1, why);
            if (_failingSince == 0)
                _failingSince = time.GetTimestamp();
            if (_toldAt != 0 || time.GetElapsedTime(_failingSince) < told)
                return false;
            _toldAt = time.GetTimestamp();
            return true;
        }
    }

    /// <summary>Notes that the link begins anew. Returns true the first time since an answer.</summary>
    public bool Renewed()
    {
        lock (_gate)
            return !_renewed && (_renewed = true);
    }

    /// <summary>Notes that the lists of a PLC differ. Returns true where that is new.</summary>
    public bool Differs(string plc)
    {
        lock (_gate)
            return _different.Add(plc);
    }

    /// <summary>Notes that the node does not have a PLC. Returns true where that is new.</summary>
    public bool Unknown(string plc)
    {
        lock (_gate)
            return _unknown.Add(plc);
    }

    /// <summary>The maps may have changed on either side: what differs is found again.</summary>
    public void Forget()
    {
        lock (_gate)
        {
            _different.Clear();
            _unknown.Clear();
        }
    }

    public LinkFigures Figures(string node, int waiting, long joined)
    {
        lock (_gate)
        {
            return new LinkFigures(
                node,
                waiting,
                _sentAt == 0 ? TimeSpan.Zero : time.GetElapsedTime(_sentAt),
                _batches,
                _values,
                _bytes,
                joined,
                _failures,
                _failure,
                [.. _different],
                [.. _unknown]
            );
        }
    }
}
