using System.Collections.Concurrent;
using S7OpcBridge.OpcUa.Server.Counters;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>All sessions. When it is full a new one takes the place of the oldest that was never activated: a flood of half-open ones locks nobody out.</summary>
internal sealed class SessionTable(UaServerLimits limits, TimeProvider time, LiveTable<Session> alive)
{
    private readonly ConcurrentDictionary<Guid, Session> _sessions = new();
    private readonly Lock _adding = new();
    private uint _lastId = (uint)Random.Shared.Next(1, int.MaxValue);

    public int Count => _sessions.Count;

    public IEnumerable<Session> All => _sessions.Values;

    public NodeId NextId() => new(1, Interlocked.Increment(ref _lastId));

    /// <summary>Adds a session.</summary>
    /// <param name="session">The session.</param>
    /// <param name="evicted">The session that had to go, to be closed by the caller.</param>
    /// <returns>False: full of activated sessions.</returns>
    public bool TryAdd(Session session, out Session? evicted)
    {
        evicted = null;
        lock (_adding)
        {
            if (_sessions.Count >= limits.MaxSessions)
            {
                evicted = _sessions.Values.Where(s => !s.IsActivated).MinBy(s => s.Created);
                if (evicted is null)
                    return false;
                Remove(evicted);
            }

            _sessions[session.Token.Key] = session;
            session.Slot = alive.Add(session);
            return true;
        }
    }

    /// <summary>The session of a token; null: there is none.</summary>
    public Session? Find(in NodeIdView token) =>
        SessionToken.TryKey(token, out var key) && _sessions.TryGetValue(key, out var session) && session.Token.Matches(token) ? session : null;

    public void Remove(Session session)
    {
        if (_sessions.TryRemove(session.Token.Key, out _))
            alive.Remove(session.Slot);
    }

    public IEnumerable<Session> Overdue() => _sessions.Values.Where(s => s.IsOverdue(time));
}
