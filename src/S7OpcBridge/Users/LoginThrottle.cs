using System.Net;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>
/// Slows guessing down: after <see cref="FreeFailures"/> wrong passwords of one user from one address, that user must wait there, twice as long after each
/// further one. From any other address the user gets in as ever: nobody can lock somebody else out. Failures are forgotten by half every hour.
/// </summary>
/// <param name="time">The clock.</param>
internal sealed class LoginThrottle(TimeProvider time)
{
    /// <summary>Failures that cost nothing: fingers slip.</summary>
    public const int FreeFailures = 3;

    /// <summary>Pairs of user and address that are remembered; beyond it the one that failed longest ago is forgotten.</summary>
    public const int MaxPairs = 4096;

    /// <summary>The wait after the first failure that is not free.</summary>
    public static readonly TimeSpan FirstWait = TimeSpan.FromSeconds(2);

    /// <summary>The longest wait.</summary>
    public static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(15);

    /// <summary>After it, half of the failures are forgotten.</summary>
    public static readonly TimeSpan HalfLife = TimeSpan.FromHours(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<(string User, IPAddress Address), Record> _pairs = [];

    /// <summary>Pairs remembered now.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
                return _pairs.Count;
        }
    }

    /// <summary>How long the user must still wait at this address; zero: it may try.</summary>
    public TimeSpan WaitOf(string user, EndPoint? remote)
    {
        lock (_gate)
        {
            if (!_pairs.TryGetValue(KeyOf(user, remote), out var record))
                return TimeSpan.Zero;
            var left = record.Wait - time.GetElapsedTime(record.Last);
            return left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }
    }

    /// <summary>Notes a wrong password; the wait that it costs.</summary>
    public TimeSpan Fail(string user, EndPoint? remote)
    {
        lock (_gate)
        {
            var key = KeyOf(user, remote);
            if (!_pairs.TryGetValue(key, out var record) && _pairs.Count >= MaxPairs)
                _pairs.Remove(_pairs.MinBy(pair => pair.Value.Last).Key);
            // An unknown pair has no failures, however long ago.
            var failures = record.Failures * Math.Pow(0.5, time.GetElapsedTime(record.Last) / HalfLife) + 1;
            var wait = WaitAfter(failures);
            _pairs[key] = new Record(failures, time.GetTimestamp(), wait);
            return wait;
        }
    }

    /// <summary>Notes a right password: what was before is forgiven.</summary>
    public void Succeed(string user, EndPoint? remote)
    {
        lock (_gate)
            _pairs.Remove(KeyOf(user, remote));
    }

    private static TimeSpan WaitAfter(double failures)
    {
        var doublings = Math.Floor(failures + 0.01) - FreeFailures - 1;
        if (doublings < 0)
            return TimeSpan.Zero;
        return doublings > 20 ? LongestWait : Shorter(FirstWait * Math.Pow(2, doublings), LongestWait);
    }

    private static TimeSpan Shorter(TimeSpan a, TimeSpan b) => a < b ? a : b;

    private static (string User, IPAddress Address) KeyOf(string user, EndPoint? remote) =>
        (user.Length <= UserEntry.MaxName ? user : user[..UserEntry.MaxName], ClientNetwork.Of(remote));

    // On the steady clock: who can set the time of day must not be let off, nor shut out, by it.
    private readonly record struct Record(double Failures, long Last, TimeSpan Wait);
}
