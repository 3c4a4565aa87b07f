namespace S7OpcBridge.Map;

/// <summary>What a users file says: <c>{ roles: […], users: […] }</c>, or the list of users alone.</summary>
/// <param name="Users">The users, in the order of the file.</param>
/// <param name="Roles">The roles; null: the file has the list of users alone.</param>
public sealed record UsersDocument(IReadOnlyList<UserEntry> Users, IReadOnlyList<RoleEntry>? Roles)
{
    /// <summary>Nobody.</summary>
    public static readonly UsersDocument Empty = new([], null);

    /// <summary>Names of roles that its users can have.</summary>
    public IReadOnlyList<string> RoleNames => [.. UserRoles.Given, .. CustomNames];

    /// <summary>Names of its own roles.</summary>
    public IEnumerable<string> CustomNames => (Roles ?? []).Where(role => role.IsCustom).Select(role => role.Name);
}
