using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Words;

namespace S7OpcBridge.Identity;

/// <summary>
/// Changes of the users in a users file, with the rules that hold whoever makes them: the command <c>users</c>, or an administrator over OPC UA. Errors are
/// <see cref="UaException"/>s, whose messages are sentences.
/// </summary>
public static class UserEdits
{
    /// <summary>Adds a user.</summary>
    /// <exception cref="UaException">BadAlreadyExists, BadInvalidArgument: its name or its description.</exception>
    public static UsersDocument Add(UsersDocument document, UserEntry user)
    {
        if (UserEntry.FaultOf(user.Name) is { } fault)
            throw new UaException(StatusCodes.BadInvalidArgument, $"The user name {fault}.");
        CheckDescription(user);
        return document.Users.Any(known => known.Name == user.Name)
            ? throw new UaException(StatusCodes.BadAlreadyExists, $"There is a user '{user.Name}' already.")
            : document with
            {
                Users = [.. document.Users, user],
            };
    }

    /// <summary>Changes a user.</summary>
    /// <exception cref="UaException">BadNotFound, BadInvalidArgument: its description.</exception>
    public static UsersDocument Change(UsersDocument document, string name, Func<UserEntry, UserEntry> change)
    {
        var changed = change(Find(document, name));
        CheckDescription(changed);
        return document with { Users = [.. document.Users.Select(user => user.Name == name ? changed : user)] };
    }

    /// <summary>Removes a user.</summary>
    /// <exception cref="UaException">BadNotFound, BadNotSupported: the file says that it stays.</exception>
    public static UsersDocument Remove(UsersDocument document, string name) =>
        Find(document, name).NoDelete
            ? throw new UaException(
                StatusCodes.BadNotSupported,
                $"The user '{name}' cannot be removed while the users file says 'noDelete: true'."
            )
            : document with
            {
                Users = [.. document.Users.Where(user => user.Name != name)],
            };

    /// <summary>The document after a change, which must leave a user who can give roles.</summary>
    /// <exception cref="UaException">BadRequestNotAllowed: the last SecurityAdmin would be gone, disabled or without the role.</exception>
    public static UsersDocument KeepAdministrator(UsersDocument before, UsersDocument after) =>
        before.Users.Any(IsAdministrator) && !after.Users.Any(IsAdministrator)
            ? throw new UaException(
                StatusCodes.BadRequestNotAllowed,
                $"'{before.Users.First(IsAdministrator).Name}' is the last SecurityAdmin; nobody could change users any more. Give the role "
                    + "to another user first."
            )
            : after;

    private static bool IsAdministrator(UserEntry user) =>
        !user.IsDisabled && user.Roles.Contains(nameof(OpcUa.Server.WellKnownRoles.SecurityAdmin));

    /// <summary>The hash of a password that may be used.</summary>
    /// <exception cref="UaException">BadOutOfRange.</exception>
    public static PasswordHash HashOf(string password) =>
        PasswordRules.FaultOf(password) is { } fault
            ? throw new UaException(StatusCodes.BadOutOfRange, $"{fault}.")
            : PasswordHash.Compute(password);

    private static UserEntry Find(UsersDocument document, string name) =>
        document.Users.FirstOrDefault(user => user.Name == name)
        ?? throw new UaException(StatusCodes.BadNotFound, $"There is no user '{Printable.From(name)}'.");

    private static void CheckDescription(UserEntry user)
    {
        if (user.Description is { } text && UserEntry.FaultOfDescription(text) is { } fault)
            throw new UaException(StatusCodes.BadInvalidArgument, $"The description {fault}.");
    }
}
