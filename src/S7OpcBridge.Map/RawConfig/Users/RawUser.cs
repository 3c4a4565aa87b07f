using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Users;

/// <summary>The keys of a user, in the users file and in the map.</summary>
internal static class UserKeys
{
    private const int LongestHash = 1000;

    public static readonly KeyTable<RawUser> Table = new(
        "user",
        new(
            "name",
            KeyShape.Text,
            "Name of the user, as it is typed at login.",
            static (yaml, user) =>
            {
                user.NameSpot = yaml.Spot;
                user.Name = yaml.Text();
            }
        ),
        new(
            "password",
            KeyShape.Any(new KeyShape("""{ "type": "string", "pattern": "^\\$(pbkdf2-sha512\\$|[{])" }"""), KeyShape.Ref("secretFile")),
            "Hash of the password; 's7opcbridge users add' makes it. Never the password itself. Or { file: … } with the hash in its only line.",
            ReadPassword
        ),
        new(
            "certificate",
            UserCertificateKeys.Shape,
            "Whose certificate is this user's: its thumbprint, or { subject: \"CN=Anna, O=Plant\", issuer: \"CN=Plant CA\" }. It must be trusted as well.",
            static (yaml, user) =>
            {
                user.HasCertificate = true;
                user.Certificate = UserCertificateKeys.Read(yaml);
            }
        ),
        new(
            "roles",
            KeyShape.SomeOf(UserRoles.Given),
            "What the user may do: Observer reads, Operator also writes, Engineer also calls methods.",
            static (yaml, user) =>
            {
                user.HasRoles = true;
                if (!yaml.AtSequence)
                    AddRole(yaml, user);
                else if (yaml.EnterSequence("a list of roles"))
                {
                    user.HasNoRoles = true;
                    while (!yaml.Leave())
                    {
                        user.HasNoRoles = false;
                        AddRole(yaml, user);
                    }
                }
            }
        ),
        new(
            "description",
            KeyShape.Text,
            "What administrators note about the user, at most 256 characters.",
            static (yaml, user) =>
            {
                var spot = yaml.Spot;
                if (yaml.Text() is { } text && UserEntry.FaultOfDescription(user.Description = text) is { } fault)
                    yaml.Findings.Error(spot, $"the description {fault}");
            }
        ),
        new(
            "disabled",
            KeyShape.Bool,
            "true: the user cannot log in. Default false.",
            static (yaml, user) => user.IsDisabled = yaml.Bool() ?? false
        ),
        new(
            "noDelete",
            KeyShape.Bool,
            "true: neither the command nor an OPC UA client can remove the user. Default false.",
            static (yaml, user) => user.NoDelete = yaml.Bool() ?? false
        ),
        new(
            "noChangeByUser",
            KeyShape.Bool,
            "true: the user cannot change its password over OPC UA. Default false.",
            static (yaml, user) => user.NoChangeByUser = yaml.Bool() ?? false
        )
    );

    private static void AddRole(YamlReader yaml, RawUser user)
    {
        var spot = yaml.Spot;
        var isOwn = yaml.Peek is { } text && !UserRoles.Given.Contains(text, StringComparer.OrdinalIgnoreCase) && RoleEntry.IsName(text);
        if ((isOwn ? yaml.Text() : yaml.OneOf(UserRoles.Given)) is not { } role || user.Roles.Contains(role))
            return;
        user.Roles.Add(role);
        if (isOwn)
            user.NamedRoles.Add((spot, role));
    }

    private static string? ReadHash(YamlReader yaml)
    {
        if (!yaml.AtMapping)
            return yaml.Text("a hash, made by 's7opcbridge users add'");
        var secret = new SecretText("the hash of a password, made by 's7opcbridge users add'", LongestHash);
        SecretFileKeys.Table.Read(yaml, secret);
        return secret.Text;
    }

    // The finding never repeats the text, because it may be a password.
    private static void ReadPassword(YamlReader yaml, RawUser user)
    {
        user.HasPassword = true;
        var spot = yaml.Spot;
        if (ReadHash(yaml) is not { } text)
            return;
        if (PasswordHash.TryParse(text, out var hash, out var fault))
            user.Password = hash;
        else if (text.StartsWith(PasswordHash.Prefix, StringComparison.Ordinal))
            yaml.Findings.Error(
                spot,
                $"the password {fault}; make a new one with "
                    + $"'{ProgramInvocation.Command($"users add {UserEntry.ShellNameOf(user.Name)} --role {UserRoles.Given[1]}")}'"
            );
        else
            yaml.Findings.Error(
                spot,
                "the password is not a hash, and plain text is not accepted; change it where it is used, and make a hash with "
                    + $"'{ProgramInvocation.Command($"users add {UserEntry.ShellNameOf(user.Name)} --role {UserRoles.Given[1]}")}'"
            );
    }
}

/// <summary>A user as written, with locations.</summary>
internal sealed class RawUser
{
    public required SourceLocation Spot { get; init; }

    public SourceLocation NameSpot { get; set; }

    public string? Name { get; set; }

    public PasswordHash? Password { get; set; }

    /// <summary>True once a password key was read, even a faulty one.</summary>
    public bool HasPassword { get; set; }

    public UserCertificate? Certificate { get; set; }

    /// <summary>True once a certificate key was read, even a faulty one.</summary>
    public bool HasCertificate { get; set; }

    public List<string> Roles { get; } = [];

    /// <summary>True once a roles key was read, even a faulty one.</summary>
    public bool HasRoles { get; set; }

    public string? Description { get; set; }

    public bool IsDisabled { get; set; }

    public bool NoDelete { get; set; }

    public bool NoChangeByUser { get; set; }

    /// <summary>True for an empty list: the user has only the permissions of every authenticated user.</summary>
    public bool HasNoRoles { get; set; }

    /// <summary>Custom roles, with their locations; the users file must define them.</summary>
    public List<(SourceLocation Spot, string Role)> NamedRoles { get; } = [];
}
