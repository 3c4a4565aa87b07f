using System.Diagnostics;
using System.Net;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Users;

/// <summary>
/// Checks passwords and computes a hash only where the result matters: a known right password needs none, a throttled user is refused without one, and an
/// unknown name waits for as long as a hash takes.
/// </summary>
/// <param name="throttle">The waits after failures.</param>
/// <param name="time">The clock.</param>
internal sealed class PasswordChecks(LoginThrottle throttle, TimeProvider time)
{
    private readonly VerifiedPasswords _known = new(time);
    private readonly PasswordQueue _queue = PasswordQueue.OfMachine();
    private long _usual;
    private int _hashed;

    /// <summary>Number of hashes computed so far.</summary>
    public int Hashed => Volatile.Read(ref _hashed);

    /// <summary>The user with this name and password; null: none, or the user must wait at this address.</summary>
    public async Task<UserEntry?> CheckAsync(UserList users, string name, ReadOnlyMemory<byte> password, EndPoint? remote, CancellationToken cancellationToken)
    {
        var user = users.Find(name);
        if (user is not null && _known.Has(user, password.Span))
            return user;
        if (user?.Password is not null || Volatile.Read(ref _usual) == 0)
        {
            var (checkedUser, isDecided) = await _queue.RunAsync(
                name,
                ClientNetwork.Of(remote),
                user?.Password is null,
                () => Check(users, name, password, remote),
                cancellationToken
            );
            if (isDecided)
                return checkedUser;
        }

        // The delay replaces computation, so it does not follow a test clock.
        await Task.Delay(
            TimeSpan.FromTicks((long)(Volatile.Read(ref _usual) * (0.9 + 0.2 * Random.Shared.NextDouble()))),
            TimeProvider.System,
            cancellationToken
        );
        return null;
    }

    private (UserEntry? User, bool IsDecided) Check(UserList users, string name, ReadOnlyMemory<byte> password, EndPoint? remote)
    {
        // Parallel guesses may have failed meanwhile; most requests of a flood end here.
        if (throttle.WaitOf(name, remote) > TimeSpan.Zero)
            return (null, true);
        // The usual duration has been measured meanwhile, so an unknown name needs no hash.
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
