using S7OpcBridge.Identity.Users;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Identity;

/// <summary>The roles of users where there is no session of OPC UA.</summary>
public sealed partial class Logins
{
    /// <summary>The roles of a user on web pages, where there is neither an OPC UA client nor an endpoint.</summary>
    public IReadOnlyList<string> RolesOnPages(UaUser user) => PageRoles.Of(user, _users.Current.Roles);

    /// <summary>The roles that a token has on web pages now: of its own those that its owner has; null: it admits nobody any more.</summary>
    public IReadOnlyList<string>? RolesOnPages(ScriptToken token) =>
        Tokens.FindHash(token.Hash) is { } now && Tokens.OwnerOf(now) is { } owner
            ? [.. PageRoles.Of(new LoggedIn(owner, []), _users.Current.Roles).Where(now.Roles.Contains)]
            : null;

    /// <summary>The roles that a user has where the bridge acts in the user's name without a login; null: there is no such user.</summary>
    public IReadOnlyList<string>? RolesOf(string name) =>
        _users.Current.Find(name) is { } user ? PageRoles.Of(new LoggedIn(user, []), _users.Current.Roles) : null;
}
