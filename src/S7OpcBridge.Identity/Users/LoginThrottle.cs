using System.Net;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity.Users;

/// <summary>
/// Slows down password guessing: after <see cref="FreeFailures"/> wrong passwords for one user from one address, that pair must wait, twice as long after each
/// further failure. Logins from other addresses are not delayed, so that nobody can lock out another user. Failures with names that nobody has count on the
/// address, too: after <see cref="FreeNames"/> of them such names are refused there unchecked, and are not remembered. Every hour half of the failures are
/// forgotten.
/// </summary>
internal sealed class LoginThrottle(TimeProvider time)
{
    /// <summary>Number of failures without a wait, for typing errors.</summary>
    public const int FreeFailures = 3;

    /// <summary>Number of failures with unknown names that are checked like others at one address.</summary>
    public const int FreeNames = 8;

    /// <summary>Limit of remembered pairs of user and address, and of remembered addresses; what has the fewest failures is dropped first.</summary>
    public const int MaxPairs = 4096;

    /// <summary>The wait after the first failure above <see cref="FreeFailures"/>.</summary>
    public static readonly TimeSpan FirstWait = TimeSpan.FromSeconds(2);

    public static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(15);

    /// <summary>Time after which half of the failures are forgotten.</summary>
    public static readonly TimeSpan HalfLife = TimeSpan.FromHours(1);

    private readonly Lock _gate = new();
    private readonly FailureTable<(string User, IPAddress Address)> _pairs = new(MaxPairs, time);
    private readonly FailureTable<IPAddress> _addresses = new(MaxPairs, time);

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
            var (failures, since) = _pairs.LastOf(KeyOf(user, remote));
            var left = WaitAfter(failures) - since;
            return left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }
    }

    /// <summary>True where so many unknown names were tried at this address that further ones are refused unchecked.</summary>
    public bool RefusesUnknownNames(EndPoint? remote)
    {
        lock (_gate)
            return _addresses.LeftOf(ClientNetwork.From(remote)) >= FreeNames - 0.5;
    }

    /// <summary>Records a wrong password; returns the resulting wait.</summary>
    /// <param name="user">The user name.</param>
    /// <param name="remote">The address.</param>
    /// <param name="isKnown">False: nobody has the name.</param>
    public TimeSpan Fail(string user, EndPoint? remote, bool isKnown = true)
    {
        lock (_gate)
        {
            if (!isKnown)
                _addresses.Add(ClientNetwork.From(remote));
            return WaitAfter(_pairs.Add(KeyOf(user, remote)));
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
        (user.Length <= UserEntry.MaxName ? user : user[..UserEntry.MaxName], ClientNetwork.From(remote));
}
