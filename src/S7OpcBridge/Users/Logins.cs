using System.Net;
using Microsoft.Extensions.Logging;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>Admits users by name and password. Looks at every login whether the users file has changed; one with faults changes nothing, and says so once.</summary>
/// <param name="settings">Where the users are.</param>
/// <param name="time">The clock.</param>
/// <param name="logger">Takes what clients are not told.</param>
internal sealed partial class Logins(ServerSettings settings, TimeProvider time, ILogger logger)
{
    private string? _file = settings.UsersFile;
    private readonly LoginThrottle _throttle = new(time);
    private readonly Lock _gate = new();
    private UserList _users = new([.. settings.Users]);
    private (DateTime Changed, long Length) _stamp = StampOf(settings.UsersFile);

    /// <summary>See <see cref="UserNameCheck"/>.</summary>
    public ValueTask<UaUser?> CheckAsync(string userName, ReadOnlyMemory<byte> password, EndPoint? remote, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        RefuseIfThrottled(userName, remote);
        var user = Users().Check(userName, password.Span);
        // Others may have guessed meanwhile: who guesses in parallel gains nothing by it.
        RefuseIfThrottled(userName, remote);
        if (user is null)
        {
            if (_throttle.Fail(userName, remote) is var wait && wait > TimeSpan.Zero)
                Slowed(logger, Printable.Of(userName), remote, wait.TotalSeconds);
            return default;
        }
        _throttle.Succeed(userName, remote);
        return ValueTask.FromResult<UaUser?>(new UaUser(user.Name, user.Roles));
    }

    private void RefuseIfThrottled(string userName, EndPoint? remote)
    {
        if (_throttle.WaitOf(userName, remote) is var wait && wait > TimeSpan.Zero)
            throw new UaException(StatusCodes.BadUserAccessDenied, $"User '{userName}' gave wrong passwords and must wait {Math.Ceiling(wait.TotalSeconds):0} s at this address.");
    }

    /// <summary>Goes on with the users of another map; sessions that are open keep the roles they have.</summary>
    public void Adopt(ServerSettings other)
    {
        lock (_gate)
        {
            (_file, _stamp) = (other.UsersFile, StampOf(other.UsersFile));
            _users = new UserList([.. other.Users]);
        }
    }

    private UserList Users()
    {
        lock (_gate)
        {
            if (_file is not { } path || StampOf(path) is var stamp && stamp == _stamp)
                return _users;
            _stamp = stamp;
            var findings = new FindingList();
            var users = UsersReader.ReadFile(path, new SourceSpot(new SourceFile(path), 1, 1), findings);
            if (findings.HasErrors)
            {
                NotTaken(logger, path, string.Join(' ', findings.Sorted.Select(finding => $"{finding}.")));
            }
            else
            {
                _users = new UserList(users);
                Taken(logger, _users.Count, path);
            }
            return _users;
        }
    }

    private static (DateTime, long) StampOf(string? path) =>
        path is not null && new FileInfo(path) is { Exists: true } file ? (file.LastWriteTimeUtc, file.Length) : default;

    [LoggerMessage(510, LogLevel.Warning, "User '{User}' gave wrong passwords from {Remote} and must wait {Seconds} s there; other addresses are not concerned.")]
    private static partial void Slowed(ILogger logger, string user, EndPoint? remote, double seconds);

    [LoggerMessage(511, LogLevel.Warning, "The users file {Path} has changed and has faults; the users stay as they were. {Faults}")]
    private static partial void NotTaken(ILogger logger, string path, string faults);

    [LoggerMessage(512, LogLevel.Information, "{Count} users were read from {Path}; sessions that are open keep the roles they have.")]
    private static partial void Taken(ILogger logger, int count, string path);
}
