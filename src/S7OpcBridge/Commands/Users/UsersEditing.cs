using System.CommandLine;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Output;
using S7OpcBridge.Words;

namespace S7OpcBridge.Commands.Users;

/// <summary>The operations of the <c>users</c> commands on the users file.</summary>
internal static class UsersEditing
{
    private const string TakenUp = "A running bridge applies it within seconds";

    /// <summary>Adds or changes a user. Properties that are not given are kept, except for the roles.</summary>
    public static int Add(string name, string[] roles, string? thumbprint, bool fromInput, string path, InvocationConfiguration console)
    {
        if (Read(path, console) is not { } document)
            return ExitCode.Failed;
        if (roles.FirstOrDefault(role => !document.RoleNames.Contains(role)) is { } unknown)
        {
            console.Error.WriteLine($"s7opcbridge: '{unknown}' is not a role; {NearestWord.Hint(unknown, document.RoleNames)}");
            return ExitCode.Usage;
        }

        string? password = null;
        if ((thumbprint is null || fromInput) && (password = PasswordPrompt.Read(name, fromInput, console.Error)) is null)
            return ExitCode.Failed;
        var isNew = document.Users.All(user => user.Name != name);
        var hash = password is null ? null : UserEdits.HashOf(password);
        document = isNew ? UserEdits.Add(document, Changed(new UserEntry(name, null, roles))) : UserEdits.Change(document, name, Changed);
        if (!Write(path, document, console))
            return ExitCode.Failed;
        console.Output.WriteLine($"{(isNew ? "Added" : "Changed")}: '{name}' with {string.Join(", ", roles)} in {path}.");
        if (thumbprint is not null)
            console.Output.WriteLine(
                $"The certificate must be trusted, too: {ProgramInvocation.Command($"certs trust {thumbprint} --users")} (or name its "
                    + "file)."
            );
        console.Output.WriteLine($"{TakenUp}; a map names the file with 'users' under 'server'.");
        return ExitCode.Ok;

        UserEntry Changed(UserEntry before) =>
            before with
            {
                Roles = roles,
                Password = hash ?? before.Password,
                Certificate = thumbprint is null ? before.Certificate : new UserCertificate(thumbprint, null, null),
            };
    }

    /// <summary>Prints a line for each user.</summary>
    public static int List(string path, InvocationConfiguration console)
    {
        if (Read(path, console) is not { Users: var users })
            return ExitCode.Failed;
        foreach (var user in users)
            console.Output.WriteLine(
                $"{Printable.From(user.Name)}: {string.Join(", ", user.Roles)}; {string.Join(" and ", WaysOf(user))}"
                    + (user.IsDisabled ? "; disabled" : "")
            );
        TokenList.Print(path, users, console);
        if (users.Count == 0)
            console.Output.WriteLine($"There are no users in {path}.");
        return ExitCode.Ok;
    }

    /// <summary>Removes a user.</summary>
    public static int Remove(string name, string path, InvocationConfiguration console)
    {
        if (Read(path, console) is not { } document)
            return ExitCode.Failed;
        if (document.Users.All(user => user.Name != name))
        {
            var hint = NearestWord.Hint(name, [.. document.Users.Select(user => user.Name)]);
            console.Error.WriteLine($"s7opcbridge: there is no user '{name}' in {path}; {hint}");
            return ExitCode.Failed;
        }
        try
        {
            document = UserEdits.Remove(document, name);
        }
        catch (UaException e)
        {
            console.Error.WriteLine($"s7opcbridge: {e.Message}");
            return ExitCode.Failed;
        }

        if (!Write(path, document, console))
            return ExitCode.Failed;
        console.Output.WriteLine($"Removed: '{name}' from {path}. {TakenUp}: its sessions end.");
        return ExitCode.Ok;
    }

    private static IEnumerable<string> WaysOf(UserEntry user)
    {
        if (user.Password is not null)
            yield return "password";
        if (user.Certificate is { } certificate)
        {
            var names = new[] { certificate.Subject, certificate.Issuer }.Where(name => name is not null);
            yield return $"certificate {Printable.From(certificate.Thumbprint ?? string.Join(" of ", names))}";
        }
    }

    private static UsersDocument? Read(string path, InvocationConfiguration console)
    {
        var findings = new FindingList();
        var users =
            File.Exists(path) || Directory.Exists(path)
                ? UsersReader.ReadDocument(path, new SourceLocation(new SourceFile(path), 1, 1), findings)
                : UsersDocument.Empty;
        foreach (var finding in findings.Sorted)
            console.Error.WriteLine(finding);
        return findings.HasErrors ? null : users;
    }

    private static bool Write(string path, UsersDocument document, InvocationConfiguration console)
    {
        try
        {
            UsersFile.Write(path, document);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine(
                $"s7opcbridge: the users file '{path}' can't be written: {e.Message.ReplaceLineEndings(" ")} Run the command as the user "
                    + "of the bridge."
            );
            return false;
        }
    }
}
