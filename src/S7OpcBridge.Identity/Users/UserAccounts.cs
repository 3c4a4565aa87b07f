using System.Net;
using System.Text;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Words;

namespace S7OpcBridge.Identity.Users;

/// <summary>
/// Stores users in the users file when an administrator changes them over OPC UA (OPC 10000-18, 5.2), or when they change their passwords. The file is replaced
/// as a whole; running bridges apply it within seconds.
/// </summary>
/// <param name="passwords">Checks the old password of a user who changes it, with the same waits as a login.</param>
/// <param name="changed">Is told the name, the old and the new hash after a user has changed its password.</param>
internal sealed class UserAccounts(UserSource users, UserNameCheck passwords, Action<string, PasswordHash, PasswordHash> changed)
{
    /// <summary>See <see cref="UserManagement.List"/>.</summary>
    public IReadOnlyList<ManagedUser> List() =>
        [.. users.Current.All.Select(user => new ManagedUser(user.Name, ConfigurationOf(user), user.Description))];

    /// <summary>See <see cref="UserManagement.Add"/>.</summary>
    public string Add(ManagedUser user, string password)
    {
        var entry = With(
            new UserEntry(user.Name, UserEdits.HashOf(password), []) { Description = NoneIfEmpty(user.Description) },
            user.Configuration
        );
        users.Edit(document => UserEdits.Add(document, entry));
        return $"'{Printable.From(user.Name)}' is a user without roles; AddIdentity of a role gives it one";
    }

    /// <summary>See <see cref="UserManagement.Modify"/>.</summary>
    public string Modify(UserModification change)
    {
        var password = change.Password is null ? null : UserEdits.HashOf(change.Password);
        users.Edit(document =>
            UserEdits.Change(
                document,
                change.Name,
                user =>
                {
                    var entry = change.Configuration is { } configuration ? With(user, configuration) : user;
                    return entry with
                    {
                        Password = password ?? entry.Password,
                        Description = change.Description is null ? entry.Description : NoneIfEmpty(change.Description),
                    };
                }
            )
        );
        IEnumerable<string?> what =
        [
            password is null ? null : "a new password",
            change.Configuration is { } set ? $"the settings {set}" : null,
            change.Description is null ? null : "a new description",
        ];
        return $"'{Printable.From(change.Name)}' has {string.Join(", ", what.OfType<string>().DefaultIfEmpty("nothing new"))}";
    }

    /// <summary>See <see cref="UserManagement.Remove"/>.</summary>
    public string Remove(string name)
    {
        users.Edit(document => UserEdits.Remove(document, name));
        return $"'{Printable.From(name)}' is no user any more";
    }

    /// <summary>See <see cref="UserManagement.ChangePassword"/>.</summary>
    public async ValueTask<string> ChangePasswordAsync(
        string? name,
        EndPoint? remote,
        string before,
        string after,
        CancellationToken cancellationToken
    )
    {
        if (name is null || users.Current.Find(name) is not { Password: { } old } user)
            throw new UaException(StatusCodes.BadInvalidState, "The session's user has no password.");
        if (user.NoChangeByUser)
            throw new UaException(
                StatusCodes.BadNotSupported,
                $"'{Printable.From(name)}' may not change its password; an administrator can."
            );
        if (await passwords(name, Encoding.UTF8.GetBytes(before), remote, cancellationToken) is null)
            throw new UaException(StatusCodes.BadIdentityTokenInvalid, $"The old password of '{Printable.From(name)}' is wrong.");
        if (before == after)
            throw new UaException(StatusCodes.BadAlreadyExists, "The new password is the old one.");
        var hash = UserEdits.HashOf(after);
        users.Edit(document => UserEdits.Change(document, name, now => now with { Password = hash }));
        changed(name, old, hash);
        return $"'{Printable.From(name)}' has a new password";
    }

    private static string? NoneIfEmpty(string? text) => string.IsNullOrEmpty(text) ? null : text;

    private static UserConfiguration ConfigurationOf(UserEntry user) =>
        (user.NoDelete ? UserConfiguration.NoDelete : 0)
        | (user.IsDisabled ? UserConfiguration.Disabled : 0)
        | (user.NoChangeByUser ? UserConfiguration.NoChangeByUser : 0);

    private static UserEntry With(UserEntry user, UserConfiguration configuration) =>
        user with
        {
            NoDelete = configuration.HasFlag(UserConfiguration.NoDelete),
            IsDisabled = configuration.HasFlag(UserConfiguration.Disabled),
            NoChangeByUser = configuration.HasFlag(UserConfiguration.NoChangeByUser),
        };
}
