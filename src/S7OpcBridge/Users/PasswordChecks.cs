using System.Diagnostics;
using System.Net;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>
/// Decides on passwords at the price of a hash only where the outcome can matter: who was let in before is known, who must wait is not asked again, and a name that does not exist
/// takes the time of a hash but no core.
/// </summary>
/// <param name="throttle">Who guessed, and must wait.</param>
/// <param name="time">The clock.</param>
internal sealed class PasswordChecks(LoginThrottle throttle, TimeProvider time)
{
    private readonly KnownPasswords _known = new(time);
    private readonly PasswordQueue _queue = PasswordQueue.OfMachine();
    private long _usual;
    private int _hashed;

    /// <summary>Hashes that were computed so far.</summary>
    public int Hashed => Volatile.Read(ref _hashed);

    /// <summary>The user with this name and password; null: there is none, or the user has to wait at this address.</summary>
    public async Task<UserEntry?> CheckAsync(UserList users, string name, ReadOnlyMemory<byte> password, EndPoint? remote, CancellationToken cancellationToken)
    {
        var user = users.Find(name);
        if (user is not null && _known.Has(user, password.Span))
            return user;
        if (user?.Password is not null || Volatile.Read(ref _usual) == 0)
        {
            var (checkedUser, isDecided) = await _queue.RunAsync(name, ClientNetwork.Of(remote), user?.Password is null, () => Check(users, name, password, remote), cancellationToken);
            if (isDecided)
                return checkedUser;
        }

        // The wait stands in for work, which takes its time by any clock.
        await Task.Delay(TimeSpan.FromTicks((long)(Volatile.Read(ref _usual) * (0.9 + 0.2 * Random.Shared.NextDouble()))), TimeProvider.System, cancellationToken);
        return null;
    }

    private (UserEntry? User, bool IsDecided) Check(UserList users, string name, ReadOnlyMemory<byte> password, EndPoint? remote)
    {
        // While it stood in line others may have guessed: all but the first few of a storm end here.
        if (throttle.WaitOf(name, remote) > TimeSpan.Zero)
            return (null, true);
        // Nobody knew yet how long a hash takes when it came; strangers who come first with many names must not keep the cores for it.
        if (Volatile.Read(ref _usual) != 0 && users.Find(name)?.Password is null)
            return (null, false);
        Interlocked.Increment(ref _hashed);
        var start = Stopwatch.GetTimestamp();
        var user = users.Check(name, password.Span);
        var took = Stopwatch.GetElapsedTime(start).Ticks;
        Volatile.Write(ref _usual, Volatile.Read(ref _usual) is not 0 and var usual ? (usual * 7 + took) / 8 : took);
        if (user is not null)
            _known.Add(user, password.Span);
        return (user, true);
    }
}
