using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig.Users;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map;

/// <summary>Reads users, from a list in the map or from the users file.</summary>
public static class UsersReader
{
    private const string Roles = "roles",
        Users = "users";

    /// <summary>Reads a users file; a finding where it is missing or others than its owner have access to it.</summary>
    public static UsersDocument ReadDocument(string path, SourceLocation spot, FindingList findings)
    {
        var document = UsersDocument.Empty;
        findings.Seek(path);
        var isLaidOver = findings.Overlay?.Find(path) is not null;
        if (!isLaidOver && !File.Exists(path) && !Directory.Exists(path))
            findings.Error(
                spot,
                $"there is no users file '{path}'; make it with "
                    + $"'{ProgramInvocation.Command($"users add NAME --role {UserRoles.Given[1]} --map {ProgramInvocation.Quoted(spot.File?.Path ?? path)}")}'"
            );
        else if (!isLaidOver && SecretFile.IsOpenToOthers(path))
            findings.Error(spot, $"others than its owner have access to the users file '{path}'; type: chmod 600 {path}");
        else if (TextFiles.Read(path, spot, findings) is { } text && text.Trim().Length > 0)
            YamlFile.Read(
                findings.OpenSecret(path),
                text,
                findings,
                yaml => document = IsDocument(yaml) ? ReadDocument(yaml) : new UsersDocument(ReadList(yaml), null),
                isWritten: true
            );
        CheckTokens(UsersDocument.TokensBeside(path), spot, findings);
        return document;
    }

    // The bridge takes no token of a file that others may have written.
    private static void CheckTokens(string path, SourceLocation spot, FindingList findings)
    {
        if (File.Exists(path) && SecretFile.IsOpenToOthers(path))
            findings.Warning(
                spot,
                $"others than its owner have access to the tokens file '{path}', so no token is accepted; type: chmod 600 {path}"
            );
    }

    /// <summary>True where the cursor is at a users file with roles.</summary>
    internal static bool IsDocument(YamlReader yaml) => yaml.FirstKey is Roles or Users;

    /// <summary>Reads the list of users at the cursor.</summary>
    internal static List<UserEntry> ReadList(YamlReader yaml)
    {
        var (users, named) = ReadUsers(yaml);
        CheckRoles(named, UserRoles.Given, yaml.Findings);
        return users;
    }

    private static UsersDocument ReadDocument(YamlReader yaml)
    {
        var document = new UsersDocument([], []);
        var named = new List<(SourceLocation, string)>();
        if (!yaml.EnterMapping("roles and users"))
            return document;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } key)
                continue;
            switch (key)
            {
                case Roles:
                    document = document with { Roles = RolesReader.Read(yaml) };
                    break;
                case Users:
                    (var users, named) = ReadUsers(yaml);
                    document = document with { Users = users };
                    break;
                default:
                    yaml.Findings.Error(
                        spot,
                        $"unknown key '{Excerpt.FromKey(key)}' of a users file; {NearestWord.Hint(key, [Roles, Users])}"
                    );
                    yaml.Skip();
                    break;
            }
        }

        CheckRoles(named, document.RoleNames, yaml.Findings);
        return document;
    }

    // The roles may follow the users in the file.
    private static void CheckRoles(List<(SourceLocation Spot, string Role)> named, IReadOnlyList<string> known, FindingList findings)
    {
        foreach (var (spot, role) in named.Where(name => !known.Contains(name.Role)))
            findings.Error(spot, $"unknown value '{Excerpt.From(role)}' for 'roles'; {NearestWord.Hint(role, known)}");
    }

    private static (List<UserEntry> Users, List<(SourceLocation Spot, string Role)> Named) ReadUsers(YamlReader yaml)
    {
        yaml.Key = Users;
        var (users, names, named) = (new List<UserEntry>(), new Dictionary<string, SourceLocation>(), new List<(SourceLocation, string)>());
        if (!yaml.EnterSequence("a list of users, each with name, password or certificate, and roles"))
            return (users, named);
        while (!yaml.Leave())
        {
            yaml.Key = Users;
            var draft = new RawUser { Spot = yaml.Spot, NameSpot = yaml.Spot };
            var isRead = UserKeys.Table.Read(yaml, draft);
            named.AddRange(draft.NamedRoles);
            if (!isRead || !IsComplete(draft, yaml.Findings))
                continue;
            if (!names.TryAdd(draft.Name!, draft.NameSpot))
                yaml.Findings.Error(
                    draft.NameSpot,
                    $"the user '{draft.Name}' is given twice, first at {names[draft.Name!]}; remove one of them"
                );
            else
                users.Add(
                    new UserEntry(draft.Name!, draft.Password, draft.Roles)
                    {
                        Certificate = draft.Certificate,
                        Description = draft.Description,
                        IsDisabled = draft.IsDisabled,
                        NoDelete = draft.NoDelete,
                        NoChangeByUser = draft.NoChangeByUser,
                    }
                );
        }
        return (users, named);
    }

    private static bool IsComplete(RawUser user, FindingList findings)
    {
        if (user.Name is null)
            findings.Error(user.NameSpot, "the user has no name; add 'name'");
        else if (UserEntry.FaultOf(user.Name) is { } fault)
            findings.Error(user.NameSpot, $"the user name {fault}; use another one");
        if (!user.HasPassword && !user.HasCertificate)
            findings.Error(
                user.Spot,
                "the user has neither a password nor a certificate; make one with "
                    + $"'{ProgramInvocation.Command($"users add {UserEntry.ShellNameOf(user.Name)} --role {UserRoles.Given[1]}")}'"
            );
        if (!user.HasRoles || (user.Roles.Count == 0 && !user.HasNoRoles))
            findings.Error(user.Spot, $"the user has no roles; add 'roles', some of {string.Join(", ", UserRoles.Given)}");
        return user.Name is { } name
            && (user.Roles.Count > 0 || user.HasNoRoles)
            && (user.Password is not null || user.Certificate is not null)
            && UserEntry.FaultOf(name) is null;
    }
}
