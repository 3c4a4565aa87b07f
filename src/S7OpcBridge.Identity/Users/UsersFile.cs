using System.Text;
using S7OpcBridge.Identity.Users;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity;

/// <summary>Writes the users file atomically, readable by its owner only.</summary>
public static class UsersFile
{
    private const string Head =
        "# Users of S7OpcBridge, made by the command 'users add'. A running bridge applies changes within seconds.\n";

    /// <summary>The text of a file with these users and roles.</summary>
    public static string TextOf(UsersDocument document)
    {
        var text = new StringBuilder(Head);
        if (document.Roles is { } roles)
            text.Append(roles.Count == 0 ? "roles: []\n" : "roles:\n")
                .AppendJoin("", roles.Select(RoleText.Format))
                .Append(document.Users.Count == 0 ? "users: []\n" : "users:\n");
        AppendUsers(text, document.Users);
        return text.ToString();
    }

    private static void AppendUsers(StringBuilder text, IEnumerable<UserEntry> users)
    {
        foreach (var user in users)
        {
            text.Append("- { name: ").Append(Quoted(user.Name));
            if (user.Password is not null)
                text.Append(", password: ").Append(Quoted(user.Password.ToString()));
            if (user.Certificate is not null)
                text.Append(", certificate: ").Append(TextOf(user.Certificate));
            text.Append(", roles: [").AppendJoin(", ", user.Roles.Select(RoleText.Name)).Append(']');
            if (!string.IsNullOrEmpty(user.Description))
                text.Append(", description: ").Append(Quoted(user.Description));
            text.Append(user.IsDisabled ? ", disabled: true" : "")
                .Append(user.NoDelete ? ", noDelete: true" : "")
                .Append(user.NoChangeByUser ? ", noChangeByUser: true" : "")
                .Append(" }\n");
        }
    }

    /// <summary>Replaces the file.</summary>
    /// <exception cref="IOException">It cannot be written; the old one is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static void Write(string path, UsersDocument document)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        // First, so that no token outlives its user where one of the two cannot be written.
        TokensFile.Prune(path, document.Users);
        AtomicFile.Write(path, TextOf(document), AtomicFile.Secret);
    }

    private static string TextOf(UserCertificate certificate)
    {
        if (certificate.Thumbprint is { } thumbprint)
            return Quoted(thumbprint);
        var names = new[] { (Key: "subject", Value: certificate.Subject), (Key: "issuer", Value: certificate.Issuer) }.Where(name =>
            name.Value is not null
        );
        return $"{{ {string.Join(", ", names.Select(name => $"{name.Key}: {Quoted(name.Value!)}"))} }}";
    }

    /// <summary>A text quoted for YAML.</summary>
    public static string Quoted(string text) => $"'{text.Replace("'", "''")}'";
}
