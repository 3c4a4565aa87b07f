using System.Net;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Users;

/// <summary>
/// Slows down password guessing: after <see cref="FreeFailures"/> wrong passwords for one user from one address, that pair must wait, twice as long after each
/// further failure. Logins from other addresses are not delayed, so that nobody can lock out another user. Every hour half of the failures are forgotten.
/// </summary>
/// <param name="time">The clock.</param>
internal sealed class LoginThrottle(TimeProvider time)
{
    /// <summary>Number of failures without a wait, for typing errors.</summary>
    public const int FreeFailures = 3;

    /// <summary>Limit of remembered pairs of user and address; the pair with the oldest failure is dropped first.</summary>
    public const int MaxPairs = 4096;

    /// <summary>The wait after the first failure above <see cref="FreeFailures"/>.</summary>
    public static readonly TimeSpan FirstWait = TimeSpan.FromSeconds(2);

    /// <summary>The longest wait.</summary>
    public static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(15);

    /// <summary>Time after which half of the failures are forgotten.</summary>
    public static readonly TimeSpan HalfLife = TimeSpan.FromHours(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<(string User, IPAddress Address), Record> _pairs = [];

    /// <summary>Number of remembered pairs.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
                return _pairs.Count;
        }
    }

    /// <summary>Remaining wait of the user at this address; zero: none.</summary>
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

    /// <summary>Records a wrong password; returns the resulting wait.</summary>
    public TimeSpan Fail(string user, EndPoint? remote)
    {
        lock (_gate)
        {
            var key = KeyOf(user, remote);
            if (!_pairs.TryGetValue(key, out var record) && _pairs.Count >= MaxPairs)
                _pairs.Remove(_pairs.MinBy(pair => pair.Value.Last).Key);
            // A pair without a record has no failures.
            var failures = record.Failures * Math.Pow(0.5, time.GetElapsedTime(record.Last) / HalfLife) + 1;
            var wait = WaitAfter(failures);
            _pairs[key] = new Record(failures, time.GetTimestamp(), wait);
            return wait;
        }
    }

    /// <summary>Records a right password; earlier failures are forgotten.</summary>
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

    // In monotonic time, so that setting the clock neither ends nor extends a wait.
    private readonly record struct Record(double Failures, long Last, TimeSpan Wait);
}
