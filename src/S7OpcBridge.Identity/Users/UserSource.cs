using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Identity.Users;

/// <summary>The present users; the file is checked on each access. A faulty file changes nothing and is logged once.</summary>
internal sealed partial class UserSource(ServerSettings settings, ILogger logger)
{
    private readonly Lock _gate = new();
    private string? _file = settings.UsersFile;
    private UserList _users = new([.. settings.Users], settings.Roles);
    private FileStamp _stamp = StampOf(settings.UsersFile);

    /// <summary>The present list; the same object while nothing changes.</summary>
    public UserList Current
    {
        get
        {
            lock (_gate)
            {
                if (_file is { } path && StampOf(path) is var stamp && stamp != _stamp)
                {
                    _stamp = stamp;
                    Load(path);
                }
                return _users;
            }
        }
    }

    /// <summary>The users file; null: they are in the map itself.</summary>
    public string? File
    {
        get
        {
            lock (_gate)
                return _file;
        }
    }

    /// <summary>True: the users are in a file; false: in the map itself.</summary>
    public bool HasFile
    {
        get
        {
            lock (_gate)
                return _file is not null;
        }
    }

    /// <summary>Uses the users of another map.</summary>
    public void Adopt(ServerSettings other)
    {
        lock (_gate)
        {
            (_file, _stamp) = (other.UsersFile, StampOf(other.UsersFile));
            _users = new UserList([.. other.Users], other.Roles);
        }
    }

    /// <summary>Rewrites the file with a change applied to its present content.</summary>
    /// <exception cref="UaException">There is no file, it has faults, or it cannot be written; or an exception of the change itself.</exception>
    public void Edit(Func<UsersDocument, UsersDocument> change)
    {
        lock (_gate)
        {
            if (_file is not { } path)
                throw new UaException(
                    StatusCodes.BadRequestNotAllowed,
                    "The users are listed in the map itself; move them into a file ('users: users.yaml'), "
                        + "so that users and roles can be stored there."
                );
            var findings = new FindingList();
            var users = UsersReader.ReadDocument(path, new SourceLocation(new SourceFile(path), 1, 1), findings);
            if (findings.HasErrors)
                throw new UaException(
                    StatusCodes.BadInvalidState,
                    $"The users file {path} has faults: " + $"{string.Join(' ', findings.Sorted.Select(finding => $"{finding}."))}"
                );
            try
            {
                UsersFile.Write(path, change(users));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new UaException(
                    StatusCodes.BadResourceUnavailable,
                    $"The users file {path} cannot be written: {e.Message.ReplaceLineEndings(" ")} Give "
                        + "it, and its folder, to the user of the bridge."
                );
            }
        }
    }

    private void Load(string path)
    {
        var findings = new FindingList();
        var users = UsersReader.ReadDocument(path, new SourceLocation(new SourceFile(path), 1, 1), findings);
        if (findings.HasErrors)
        {
            NotTaken(logger, path, string.Join(' ', findings.Sorted.Select(finding => $"{finding}.")));
            return;
        }
        _users = new UserList(users.Users, users.Roles);
        Taken(logger, _users.Count, path);
    }

    private static FileStamp StampOf(string? path) => path is null ? default : FileStamp.Read(path);

    [LoggerMessage(531, LogLevel.Warning, "The users file {Path} has changed and has faults; the users stay as they were. {Faults}")]
    private static partial void NotTaken(ILogger logger, string path, string faults);

    [LoggerMessage(
        532,
        LogLevel.Information,
        "{Count} users were read from {Path}; sessions of users that are not there any more end, others go on with the "
            + "roles of the file."
    )]
    private static partial void Taken(ILogger logger, int count, string path);
}
