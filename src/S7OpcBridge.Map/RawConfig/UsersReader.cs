using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map;

/// <summary>Reads users: a list in the map, or the file that it names.</summary>
public static class UsersReader
{
    /// <summary>Reads the file of the users; a finding where it is missing or not its owner's alone.</summary>
    public static List<UserEntry> ReadFile(string path, SourceSpot spot, FindingList findings)
    {
        var users = new List<UserEntry>();
        findings.Seek(path);
        if (!File.Exists(path) && !Directory.Exists(path))
            findings.Error(spot, $"there is no users file '{path}'; make it with '{StartedAs.Command($"users add NAME --role {UserRoles.Given[1]} --map {StartedAs.Quoted(spot.File?.Path ?? path)}")}'");
        else if (SecretFile.IsOpenToOthers(path))
            findings.Error(spot, $"others than its owner can get at the users file '{path}'; type: chmod 600 {path}");
        else if (TextFiles.Read(path, spot, findings) is { } text && text.Trim().Length > 0)
            YamlFile.Read(findings.Open(path), text, findings, yaml => users = ReadList(yaml));
        return users;
    }

    /// <summary>Reads a list of users; the cursor stands on it.</summary>
    internal static List<UserEntry> ReadList(YamlReader yaml)
    {
        yaml.Key = "users";
        var (users, names) = (new List<UserEntry>(), new Dictionary<string, SourceSpot>());
        if (!yaml.EnterSequence("a list of users, each with name, password or certificate, and roles"))
            return users;
        while (!yaml.Leave())
        {
            yaml.Key = "users";
            var draft = new RawUser { Spot = yaml.Spot, NameSpot = yaml.Spot };
            if (!UserKeys.Table.Read(yaml, draft) || !IsComplete(draft, yaml.Findings))
                continue;
            if (!names.TryAdd(draft.Name!, draft.NameSpot))
                yaml.Findings.Error(draft.NameSpot, $"the user '{draft.Name}' is given twice, first at {names[draft.Name!]}; remove one of them");
            else
                users.Add(new UserEntry(draft.Name!, draft.Password, draft.Roles) { Certificate = draft.Certificate });
        }
        return users;
    }

    private static bool IsComplete(RawUser user, FindingList findings)
    {
        if (user.Name is null)
            findings.Error(user.NameSpot, "the user has no name; add 'name'");
        else if (UserEntry.FaultOf(user.Name) is { } fault)
            findings.Error(user.NameSpot, $"the user name {fault}; use another one");
        if (!user.HasPassword && !user.HasCertificate)
            findings.Error(user.Spot, $"the user has neither a password nor a certificate; make one with '{StartedAs.Command($"users add {UserEntry.ShellNameOf(user.Name)} --role {UserRoles.Given[1]}")}'");
        if (!user.HasRoles || user.Roles.Count == 0)
            findings.Error(user.Spot, $"the user has no roles; add 'roles', some of {string.Join(", ", UserRoles.Given)}");
        return user is { Name: { } name, Roles.Count: > 0 } && (user.Password is not null || user.Certificate is not null) && UserEntry.FaultOf(name) is null;
    }
}
