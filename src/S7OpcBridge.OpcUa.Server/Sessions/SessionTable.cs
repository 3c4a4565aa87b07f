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

    // Names and URLs of usual length are part of a session's bytes; longer ones take a share of an eighth of the memory of all clients.
    private const int UsualTexts = 2048;

    private readonly int _sessionMemory = ClientMemoryBudget.Session + limits.MaxContinuationPoints * ClientMemoryBudget.ContinuationPoint;
    private readonly ConcurrentDictionary<Guid, Session> _sessions = new();
    private readonly Lock _adding = new();
    private long _longTexts;
    private uint _lastId = (uint)Random.Shared.Next(1, int.MaxValue);

    public int Count => _sessions.Count;

    public IEnumerable<Session> All => _sessions.Values;

    public NodeId NextId() => new(1, Interlocked.Increment(ref _lastId));

    /// <summary>Adds a session.</summary>
    /// <param name="evicted">The session that was replaced, to be closed by the caller.</param>
    /// <returns>False: all sessions are activated and connected, or the client has its share of them or of the memory for names.</returns>
    public bool TryAdd(Session session, out Session? evicted)
    {
        lock (_adding)
        {
            if (!TryMakeRoom(session, session.Identity, out evicted) || !HasRoomForTexts(session))
                return false;
            _sessions[session.Token.Key] = session;
            CountMemory(session, 1);
            session.Slot = alive.Add(session);
            return true;
        }
    }

    /// <summary>Makes room for a session among the others: a new one, or one of the table that becomes a client's by its activation.</summary>
    /// <param name="client">The client to which it is to belong.</param>
    /// <param name="evicted">The session that was removed for it, to be closed by the caller; null: there was room.</param>
    /// <returns>False: all others are activated and connected, or the client has its share of them.</returns>
    public bool TryMakeRoom(Session session, ClientIdentity client, out Session? evicted)
    {
        evicted = null;
        lock (_adding)
        {
            Session[] others = [.. _sessions.Values.Where(other => other != session)];
            var hasShare = !HasShareLeft(client, others);
            if (!hasShare && others.Length < limits.MaxSessions)
                return true;
            evicted = FindEvictable(hasShare ? others.Where(other => client.IsSameClient(other.Identity)) : others);
            if (evicted is null)
                return false;
            Remove(evicted);
            return true;
        }
    }

    /// <summary>The session of a token; null: there is none.</summary>
    public Session? Find(in NodeIdView token) =>
        SessionToken.TryKey(token, out var key) && _sessions.TryGetValue(key, out var session) && session.Token.Matches(token)
            ? session
            : null;

    public void Remove(Session session)
    {
        if (!_sessions.TryRemove(session.Token.Key, out _))
            return;
        CountMemory(session, -1);
        alive.Remove(session.Slot);
    }

    public IEnumerable<Session> Overdue() => _sessions.Values.Where(s => s.IsOverdue(time));

    /// <summary>Sessions whose user's time is over.</summary>
    public IEnumerable<Session> WithoutRightUser() => _sessions.Values.Where(s => s.IsUserOver(time));

    private static long LongTexts(Session session) => Math.Max(0, session.TextBytes - UsualTexts);

    private void CountMemory(Session session, int sign)
    {
        memory.Add(sign * (_sessionMemory + LongTexts(session)));
        Interlocked.Add(ref _longTexts, sign * LongTexts(session));
    }

    private bool HasRoomForTexts(Session session)
    {
        if (LongTexts(session) == 0)
            return true;
        var byClient = session.Identity.LargestShare(_sessions.Values.Select(static each => (each.Identity, LongTexts(each))));
        return LongTexts(session) <= FairShare.Left(limits.ClientMemory / 8, Volatile.Read(ref _longTexts), 0, byClient, small: 0);
    }

    private bool HasShareLeft(ClientIdentity client, Session[] others) =>
        FairShare.IsPlenty(others.Length, limits.MaxSessions)
        || FairShare.Allows(
            limits.MaxSessions,
            Math.Min(others.Length, limits.MaxSessions - 1),
            0,
            client.LargestShare(others.Select(static s => (s.Identity, 1L)))
        );

    private Session? FindEvictable(IEnumerable<Session> sessions) =>
        sessions.Where(s => !s.IsActivated && time.GetElapsedTime(s.Created) > ToActivate).MinBy(static s => s.Created)
        ?? sessions.Where(static s => s.Connection is not { IsAlive: true }).MaxBy(s => s.Silence(time))
        ?? sessions.Where(static s => !s.IsActivated).MinBy(static s => s.Created);
}
