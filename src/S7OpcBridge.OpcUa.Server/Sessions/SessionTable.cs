using System.Collections.Concurrent;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Counters;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// All sessions. When the table is full a new session replaces the oldest one that was never activated, otherwise the one without a connection that has been
/// silent for the longest (OPC 10000-4, 5.7.2). So neither sessions that are not activated nor abandoned ones lock other clients out.
/// </summary>
internal sealed class SessionTable(UaServerLimits limits, TimeProvider time, LiveTable<Session> alive, HeldMemory memory)
{
    // Many clients may connect at a time: a session this young is replaced only where there is no other candidate.
    private static readonly TimeSpan ToActivate = TimeSpan.FromSeconds(5);

    private readonly int _sessionMemory = ClientMemoryBudget.Session + limits.MaxContinuationPoints * ClientMemoryBudget.ContinuationPoint;
    private readonly ConcurrentDictionary<Guid, Session> _sessions = new();
    private readonly Lock _adding = new();
    private uint _lastId = (uint)Random.Shared.Next(1, int.MaxValue);

    public int Count => _sessions.Count;

    public IEnumerable<Session> All => _sessions.Values;

    public NodeId NextId() => new(1, Interlocked.Increment(ref _lastId));

    /// <summary>Adds a session.</summary>
    /// <param name="session">The session.</param>
    /// <param name="evicted">The session that was replaced, to be closed by the caller.</param>
    /// <returns>False: all sessions are activated and connected, or the client has its share of them.</returns>
    public bool TryAdd(Session session, out Session? evicted)
    {
        evicted = null;
        lock (_adding)
        {
            var hasShare = !HasShareLeft(session.Identity);
            if (hasShare || _sessions.Count >= limits.MaxSessions)
            {
                evicted = FindEvictable(hasShare ? session.Identity : null);
                if (evicted is null)
                    return false;
                Remove(evicted);
            }

            _sessions[session.Token.Key] = session;
            memory.Add(_sessionMemory);
            session.Slot = alive.Add(session);
            return true;
        }
    }

    /// <summary>True if a client may have one more session within its share.</summary>
    public bool HasShareLeft(ClientIdentity client) =>
        FairShare.IsPlenty(_sessions.Count, limits.MaxSessions)
        || FairShare.Allows(
            limits.MaxSessions,
            Math.Min(_sessions.Count, limits.MaxSessions - 1),
            0,
            client.LargestShare(_sessions.Values.Select(static s => (s.Identity, 1)))
        );

    /// <summary>The session of a token; null: there is none.</summary>
    public Session? Find(in NodeIdView token) =>
        SessionToken.TryKey(token, out var key) && _sessions.TryGetValue(key, out var session) && session.Token.Matches(token) ? session : null;

    public void Remove(Session session)
    {
        if (!_sessions.TryRemove(session.Token.Key, out _))
            return;
        memory.Add(-_sessionMemory);
        alive.Remove(session.Slot);
    }

    public IEnumerable<Session> Overdue() => _sessions.Values.Where(s => s.IsOverdue(time));

    private Session? FindEvictable(ClientIdentity? ofClient)
    {
        var sessions = _sessions.Values.Where(s => ofClient?.IsSameClient(s.Identity) ?? true);
        return sessions.Where(s => !s.IsActivated && time.GetElapsedTime(s.Created) > ToActivate).MinBy(static s => s.Created)
            ?? sessions.Where(static s => s.Connection is not { IsAlive: true }).MaxBy(s => s.Silence(time))
            ?? sessions.Where(static s => !s.IsActivated).MinBy(static s => s.Created);
    }
}
