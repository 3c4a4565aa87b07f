using S7OpcBridge.OpcUa.Server.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Lanes;

/// <summary>
/// Runs long work of clients on threads that serve nothing else, slice by slice. The next slice is that of the client that has used the least time: of the
/// session, and of all sessions with the same user, certificate or address. So long work delays the work of the same client only. Any thread.
/// </summary>
/// <param name="name">Names the threads.</param>
/// <param name="threads">Slices that run at a time.</param>
internal sealed class WorkLane(string name, int threads, TimeProvider time) : IDisposable
{
    /// <summary>How long a slice lasts while others wait.</summary>
    public static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(10);

    private readonly object _gate = new();
    private readonly List<LaneTurn> _waiting = [];
    private readonly Dictionary<(string Kind, string Of), LaneShare> _shares = [];
    private int _started,
        _idle,
        _turns;
    private long _number,
        _now;
    private bool _isDisposed;

    /// <summary>Pieces of work that are not done.</summary>
    public int Turns => Volatile.Read(ref _turns);

    /// <summary>Joins the lane with a piece of work, which begins when the turn is awaited.</summary>
    /// <param name="client">Whose work it is.</param>
    /// <param name="cancellationToken">Ends the work at its next wait for a turn.</param>
    public LaneTurn Join(NodeId session, ClientIdentity client, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            _turns++;
            List<LaneShare> shares = [ShareOf("session", $"{session}")];
            if (client.User is { } user)
                shares.Add(ShareOf("user", user));
            if (client.Certificate is { } certificate)
                shares.Add(ShareOf("certificate", Convert.ToHexString(certificate)));
            if (client.Address is { } address)
                shares.Add(ShareOf("address", $"{address}"));
            return new LaneTurn(this, time, [.. shares], _number++, cancellationToken);
        }
    }

    /// <summary>Lets work wait for its next slice.</summary>
    public void Enqueue(LaneTurn turn)
    {
        lock (_gate)
        {
            if (!_isDisposed)
            {
                _waiting.Add(turn);
                if (_waiting.Count > _idle && _started < threads)
                {
                    _started++;
                    new Thread(Run) { IsBackground = true, Name = name }.UnsafeStart();
                }

                Monitor.Pulse(_gate);
                return;
            }
        }

        // The server has stopped; the work is cancelled, and only has to find that out.
        ThreadPool.UnsafeQueueUserWorkItem(static late => late.Continue(), turn, preferLocal: false);
    }

    /// <summary>Ends the membership of work that is done.</summary>
    public void Leave(LaneTurn turn)
    {
        lock (_gate)
        {
            _turns--;
            foreach (var share in turn.Shares)
            {
                if (--share.Turns == 0)
                    _shares.Remove(share.Key);
            }
        }
    }

    /// <summary>Ends the threads when nothing waits any more.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            _isDisposed = true;
            Monitor.PulseAll(_gate);
        }
    }

    // A client that comes back does not get the time that it has not used.
    private LaneShare ShareOf(string kind, string of)
    {
        if (!_shares.TryGetValue((kind, of), out var share))
            _shares[(kind, of)] = share = new LaneShare((kind, of), _now);
        share.Turns++;
        return share;
    }

    private void Run()
    {
        while (Next() is { } turn)
        {
            var begin = time.GetTimestamp();
            turn.Continue();
            var used = time.GetElapsedTime(begin).Ticks;
            lock (_gate)
            {
                foreach (var share in turn.Shares)
                    share.Used += used;
            }
        }
    }

    private LaneTurn? Next()
    {
        lock (_gate)
        {
            while (_waiting.Count == 0)
            {
                if (_isDisposed)
                    return null;
                _idle++;
                Monitor.Wait(_gate);
                _idle--;
            }

            var first = 0;
            for (var i = 1; i < _waiting.Count; i++)
            {
                if (_waiting[i].Rank.CompareTo(_waiting[first].Rank) < 0)
                    first = i;
            }

            var next = _waiting[first];
            _waiting.RemoveAt(first);
            if (!next.IsCancelled)
                _now = Math.Max(_now, next.Rank.Largest);
            return next;
        }
    }
}
