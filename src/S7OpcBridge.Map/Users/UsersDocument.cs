namespace S7OpcBridge.Map;

/// <summary>The content of a users file: <c>{ roles: […], users: […] }</c>, or only the list of users.</summary>
/// <param name="Users">The users, in the order of the file.</param>
/// <param name="Roles">The roles; null: the file has only a list of users.</param>
public sealed record UsersDocument(IReadOnlyList<UserEntry> Users, IReadOnlyList<RoleEntry>? Roles)
{
    /// <summary>No users.</summary>
    public static readonly UsersDocument Empty = new([], null);

    /// <summary>The file with the tokens for scripts beside a users file: <c>users.tokens.json</c> for <c>users.yaml</c>.</summary>
    public static string TokensBeside(string usersFile) => Path.ChangeExtension(usersFile, ".tokens.json");

    /// <summary>Names of the roles that its users can have.</summary>
    public IReadOnlyList<string> RoleNames => [.. UserRoles.Given, .. CustomNames];

    /// <summary>Names of its custom roles.</summary>
    public IEnumerable<string> CustomNames => (Roles ?? []).Where(role => role.IsCustom).Select(role => role.Name);
}
