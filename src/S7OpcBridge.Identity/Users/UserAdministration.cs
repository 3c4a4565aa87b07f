using S7OpcBridge.Identity.Users;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Identity;

/// <summary>What administrators do with the users of the users file on the page: by the rules of the command <c>users</c>.</summary>
public sealed class UserAdministration
{
    private readonly UserSource _users;
    private readonly Action _changed;

    /// <param name="users">The users.</param>
    /// <param name="changed">Checks open sessions again, before a change is answered.</param>
    internal UserAdministration(UserSource users, Action changed) => (_users, _changed) = (users, changed);

    /// <summary>False: the users are listed in the map itself, and nothing can be changed.</summary>
    public bool HasFile => _users.HasFile;

    /// <summary>The users, in the order of the file.</summary>
    public IReadOnlyCollection<UserEntry> List => _users.Current.All;

    /// <summary>The roles that users can have.</summary>
    public IReadOnlyList<string> RoleNames => new UsersDocument([], _users.Current.Roles).RoleNames;

    /// <summary>Adds a user.</summary>
    /// <exception cref="UaException">It cannot be added; the message says why.</exception>
    public void Add(UserChanges user)
    {
        var hash = user.Password is null ? null : UserEdits.HashOf(user.Password);
        if (hash is null && user.Certificate is null)
            throw new UaException(StatusCodes.BadInvalidArgument, "A user has a password, a certificate, or both.");
        Edit(document => UserEdits.Add(document, Apply(document, new UserEntry(user.Name, null, []), user, hash)));
    }

    /// <summary>Changes a user; what is null stays as it is.</summary>
    /// <exception cref="UaException">It cannot be changed; the message says why.</exception>
    public void Change(UserChanges user)
    {
        var hash = user.Password is null ? null : UserEdits.HashOf(user.Password);
        Edit(document => UserEdits.Change(document, user.Name, before => Apply(document, before, user, hash)));
    }

    /// <summary>Removes a user, with its tokens; its sessions end.</summary>
    /// <exception cref="UaException">It cannot be removed; the message says why.</exception>
    public void Remove(string name) => Edit(document => UserEdits.Remove(document, name));

    private void Edit(Func<UsersDocument, UsersDocument> change)
    {
        _users.Edit(document => UserEdits.KeepAdministrator(document, change(document)));
        _changed();
    }

    private static UserEntry Apply(UsersDocument document, UserEntry before, UserChanges given, PasswordHash? hash)
    {
        var roles = given.Roles?.Distinct().ToList() ?? before.Roles;
        if (roles.Count == 0)
            throw new UaException(StatusCodes.BadInvalidArgument, "A user has at least one role.");
        if (roles.FirstOrDefault(role => !document.RoleNames.Contains(role)) is { } unknown)
            throw new UaException(
                StatusCodes.BadInvalidArgument,
                $"'{unknown}' is not a role; there are {string.Join(", ", document.RoleNames)}."
            );
        if (given.Certificate is { } text && !IsThumbprint(text))
            throw new UaException(
                StatusCodes.BadInvalidArgument,
                $"The thumbprint of a certificate has {UserCertificate.ThumbprintLength} hexadecimal digits."
            );
        return before with
        {
            Roles = roles,
            Password = hash ?? before.Password,
            Certificate = given.Certificate is { } thumbprint
                ? new UserCertificate(thumbprint.ToUpperInvariant(), null, null)
                : before.Certificate,
            Description =
                given.Description is null ? before.Description
                : given.Description.Length == 0 ? null
                : given.Description,
            IsDisabled = given.IsDisabled ?? before.IsDisabled,
        };
    }

    private static bool IsThumbprint(string text) => text.Length == UserCertificate.ThumbprintLength && text.All(char.IsAsciiHexDigit);
}

/// <summary>What a user gets. A null changes nothing.</summary>
/// <param name="Name">The user.</param>
/// <param name="Password">A new password.</param>
/// <param name="Certificate">Thumbprint of the certificate that it shows instead.</param>
/// <param name="Roles">All its roles.</param>
/// <param name="Description">What administrators note about it; empty: nothing.</param>
/// <param name="IsDisabled">True: it cannot log in.</param>
public sealed record UserChanges(
    string Name,
    string? Password = null,
    string? Certificate = null,
    IReadOnlyList<string>? Roles = null,
    string? Description = null,
    bool? IsDisabled = null
);
