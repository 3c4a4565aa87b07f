using System.CommandLine;

namespace S7OpcBridge;

/// <summary><c>users add NAME --role R</c>: adds a user to the users file, or gives one another password and other roles.</summary>
internal static class UsersCommand
{
    private const string DefaultFile = "users.yaml";

    public static Command Build() => new("users", "Keeps the users file: who may log in, and as what.") { Add() };

    /// <summary>A name as a command line takes it, for sentences that tell what to type.</summary>
    public static string NameFor(string? name) => name is null || UserEntry.FaultOf(name) is not null ? "NAME" : name.All(char.IsAsciiLetterOrDigit) ? name : $"'{name.Replace("'", "'\\''")}'";

    private static Command Add()
    {
        var name = new Argument<string>("name") { Description = "The user's name; case matters." };
        name.Validators.Add(result =>
        {
            if (result.Tokens is [var token] && (token.Value.StartsWith('-') ? "begins with '-'" : UserEntry.FaultOf(token.Value)) is { } fault)
                result.AddError($"The name {fault}.");
        });
        var roles = new Option<string[]>("--role") { Description = $"A role of the user, several times for several: {string.Join(", ", Role.Names)}.", Required = true, AllowMultipleArgumentsPerToken = true };
        roles.Validators.Add(result =>
        {
            foreach (var token in result.Tokens.Where(token => !Role.Names.Contains(token.Value, StringComparer.OrdinalIgnoreCase)))
                result.AddError($"'{token.Value}' is no role; {NearestWord.Hint(token.Value, Role.Names)}.");
        });
        var stdin = new Option<bool>("--password-stdin") { Description = "Reads the password from standard input, for scripts. Without it the password is asked for." };
        var file = new Option<string>("--file") { Description = $"The users file. Default {DefaultFile}.", DefaultValueFactory = _ => DefaultFile };
        var command = new Command("add", "Adds a user, or gives one another password and other roles.") { name, roles, stdin, file };
        command.SetAction(parsed =>
        {
            var named = parsed.GetRequiredValue(roles).Select(role => Role.Names.First(known => known.Equals(role, StringComparison.OrdinalIgnoreCase))).Distinct().ToArray();
            return Add(parsed.GetRequiredValue(name), named, parsed.GetValue(stdin), parsed.GetRequiredValue(file), parsed.InvocationConfiguration);
        });
        return command;
    }

    private static int Add(string name, string[] roles, bool fromInput, string path, InvocationConfiguration console)
    {
        var findings = new FindingList();
        var users = File.Exists(path) || Directory.Exists(path) ? UsersReader.ReadFile(path, new SourceSpot(new SourceFile(path), 1, 1), findings) : [];
        foreach (var finding in findings.Sorted)
            console.Error.WriteLine(finding);
        if (findings.HasErrors || PasswordPrompt.Read(name, fromInput, console.Error) is not { } password)
            return ExitCode.Failed;
        var entry = new UserEntry(name, PasswordHash.Of(password), roles);
        var at = users.FindIndex(user => user.Name == name);
        if (at < 0)
            users.Add(entry);
        else
            users[at] = entry;
        try
        {
            UsersFile.Write(path, users);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine($"s7opcbridge: the users file '{path}' can't be written: {e.Message.ReplaceLineEndings(" ")} Run the command as the user of the bridge.");
            return ExitCode.Failed;
        }
        console.Output.WriteLine($"{(at < 0 ? "Added" : "Changed")}: '{name}' with {string.Join(", ", roles)} in {path}.");
        console.Output.WriteLine("A running bridge takes it up at the next login; a map names the file with 'users' under 'server'.");
        return ExitCode.Ok;
    }
}
