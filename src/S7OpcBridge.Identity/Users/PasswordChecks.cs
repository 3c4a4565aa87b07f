using System.Diagnostics;
using System.Net;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity.Users;

/// <summary>
/// Checks passwords and computes a hash only where the result matters: a known right password needs none, and a throttled user is refused without one. A name
/// that nobody has costs the same work in the same queue as one that somebody has, so that times do not tell which names exist.
/// </summary>
/// <param name="throttle">The waits after failures.</param>
internal sealed class PasswordChecks(LoginThrottle throttle, TimeProvider time)
{
    // As long as the server takes to refuse a name unchecked.
    private static readonly TimeSpan RefusedAfter = TimeSpan.FromMilliseconds(500);

    private readonly VerifiedPasswords _known = new(time);
    private readonly PasswordQueue _queue = PasswordQueue.ForMachine();
    private int _hashed;

    /// <summary>Number of hashes computed so far.</summary>
    public int Hashed => Volatile.Read(ref _hashed);

    /// <summary>Checks a password and records the outcome in the throttle.</summary>
    /// <returns>The user, or null; and how long that name must wait now at this address.</returns>
    public async Task<(UserEntry? User, TimeSpan Wait)> CheckAsync(
        UserList users,
        string name,
        ReadOnlyMemory<byte> password,
        EndPoint? remote,
        CancellationToken cancellationToken
    )
    {
        if (users.Find(name) is { } user && _known.Has(user, password.Span))
        {
            throttle.Succeed(name, remote);
            return (user, TimeSpan.Zero);
        }

        var start = Stopwatch.GetTimestamp();
        var outcome = await _queue.RunAsync(
            name,
            ClientNetwork.From(remote),
            () => Check(users, name, password, remote),
            cancellationToken
        );
        // Where unknown names are refused unchecked, a known one is not refused earlier. The delay replaces computation, so it does not follow a test clock.
        if (
            outcome.User is null
            && throttle.RefusesUnknownNames(remote)
            && RefusedAfter - Stopwatch.GetElapsedTime(start) is var left
            && left > TimeSpan.Zero
        )
            await Task.Delay(left, TimeProvider.System, cancellationToken);
        return outcome;
    }

    private (UserEntry? User, TimeSpan Wait) Check(UserList users, string name, ReadOnlyMemory<byte> password, EndPoint? remote)
    {
        // Parallel guesses may have failed meanwhile; most requests of a flood end here.
        var hasPassword = users.Find(name)?.Password is not null;
        if (throttle.WaitOf(name, remote) > TimeSpan.Zero || !hasPassword && throttle.RefusesUnknownNames(remote))
            return default;
        Interlocked.Increment(ref _hashed);
        if (users.Check(name, password.Span) is not { } user)
            return (null, throttle.Fail(name, remote, hasPassword));
        throttle.Succeed(name, remote);
        _known.Add(user, password.Span);
        return (user, TimeSpan.Zero);
    }
}
