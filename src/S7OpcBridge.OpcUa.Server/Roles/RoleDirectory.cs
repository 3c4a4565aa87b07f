using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// The roles beside the well-known ones, and the conditions under which a session has a role. A name gets a bit at its first use and keeps it for the lifetime
/// of the directory, so that permissions stay right when a role is removed and added again. Any thread.
/// </summary>
public sealed class RoleDirectory
{
    /// <summary>Roles in all, the well-known ones included: each is a bit.</summary>
    public const int MaxRoles = 32;

    /// <summary>Most names beside the well-known ones.</summary>
    public const int MaxNames = MaxRoles - WellKnown;

    private const int WellKnown = 8;

    private readonly Lock _gate = new();
    private volatile string[] _names = [];
    private volatile RoleConfiguration[] _current = [];

    /// <summary>Raised after a change, on the thread that made it.</summary>
    internal event Action? Changed;

    /// <summary>The present roles and restrictions.</summary>
    public IReadOnlyList<RoleConfiguration> Current => _current;

    /// <summary>The present roles beside the well-known ones, and their nodes.</summary>
    internal IEnumerable<(WellKnownRoles Role, NodeId Id)> Declared =>
        from role in _current
        where !RoleTable.IsWellKnown(role.Name)
        select (BitOf(role.Name), RoleTable.IdOf(role.Name));

    /// <summary>The bit of a role, well-known or not; <see cref="WellKnownRoles.None"/>: there are <see cref="MaxNames"/> other names already.</summary>
    public WellKnownRoles BitOf(string name)
    {
        if (RoleTable.BitOf(name) is not WellKnownRoles.None and var role)
            return role;
        if (Array.IndexOf(_names, name) is >= 0 and var at)
            return BitAt(at);
        lock (_gate)
        {
            at = Array.IndexOf(_names, name);
            if (at < 0 && _names.Length == MaxNames)
                return WellKnownRoles.None;
            if (at < 0)
                _names = [.. _names, name];
            return BitAt(at < 0 ? _names.Length - 1 : at);
        }
    }

    /// <summary>Replaces the roles; open sessions gain or lose roles at once.</summary>
    /// <exception cref="ArgumentException">A name has no bit left.</exception>
    public void Replace(IReadOnlyList<RoleConfiguration> roles)
    {
        if (roles.FirstOrDefault(role => BitOf(role.Name) == WellKnownRoles.None) is { } beyond)
            throw new ArgumentException(
                $"The role '{beyond.Name}' cannot be added: {MaxNames} names beside the well-known ones were used since the start already. Restart it."
            );
        _current = [.. roles];
        Changed?.Invoke();
    }

    /// <summary>The roles in words.</summary>
    internal string NamesOf(WellKnownRoles roles) =>
        string.Join(", ", RoleTable.All.Select(role => role.Name).Concat(_names).Where(name => (roles & BitOf(name)) != 0));

    /// <summary>The configuration of a role; the default where there is none.</summary>
    internal RoleConfiguration ConfigurationOf(string name) =>
        Array.Find(_current, role => role.Name == name) ?? new RoleConfiguration(name);

    /// <summary>The role whose bit has this number; null: there is none now.</summary>
    internal RoleConfiguration? At(int bit) =>
        bit - WellKnown is >= 0 and var at && at < _names.Length && _names[at] is var name
            ? Array.Find(_current, role => role.Name == name)
            : null;

    /// <summary>The roles of a session.</summary>
    /// <param name="user">Its user; null: anonymous.</param>
    /// <param name="names">The roles given to the user; unknown ones are ignored.</param>
    /// <param name="session">The properties of the session.</param>
    internal WellKnownRoles RolesOf(string? user, IReadOnlyList<string> names, in RoleCircumstances session)
    {
        var roles = RoleTable.RolesOf(user, names);
        foreach (var role in _current)
        {
            var bit = BitOf(role.Name);
            if (((roles & bit) != 0 || names.Contains(role.Name) || role.IsGivenTo(user, session)) && role.Admits(session))
                roles |= bit;
            else
                roles &= ~bit;
        }

        return roles;
    }

    /// <summary>
    /// The roles of a user who has no session of OPC UA, for example on a web page: those of the names that exist, and those that every user has.
    /// </summary>
    /// <param name="names">The roles that the user has there.</param>
    public WellKnownRoles RolesOf(string user, IReadOnlyList<string> names)
    {
        var roles = RoleTable.RolesOf(user, names);
        foreach (var role in _current)
        {
            if (names.Contains(role.Name))
                roles |= BitOf(role.Name);
        }

        return roles;
    }

    private static WellKnownRoles BitAt(int at) => (WellKnownRoles)(1u << (WellKnown + at));
}
