using System.CommandLine;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Words;

namespace S7OpcBridge.Commands.Users;

/// <summary>The tokens for scripts beside a users file.</summary>
internal static class TokenList
{
    /// <summary>Prints a line for each token.</summary>
    public static void Print(string usersFile, IReadOnlyList<UserEntry> users, InvocationConfiguration console)
    {
        if (Read(UsersDocument.TokensBeside(usersFile), console) is not { } tokens)
            return;
        foreach (var token in tokens)
            console.Output.WriteLine(
                $"token {Printable.From(token.Name)} of {Printable.From(token.Owner)}: "
                    + $"{string.Join(", ", token.Roles.Select(static role => Printable.From(role)))}; "
                    + (users.Any(token.IsOf) ? "" : "ended with its user's password; ")
                    + $"until {token.Expires:yyyy-MM-dd}; "
                    + (token.LastUsed is { } used ? $"last used {used:yyyy-MM-dd HH:mm} UTC" : "never used")
            );
    }

    /// <summary>Revokes a token.</summary>
    public static int Revoke(string name, string usersFile, InvocationConfiguration console)
    {
        var path = UsersDocument.TokensBeside(usersFile);
        if (Read(path, console) is not { } tokens)
            return ExitCode.Failed;
        if (tokens.All(token => token.Name != name))
        {
            var hint = NearestWord.Hint(name, [.. tokens.Select(static token => token.Name)]);
            console.Error.WriteLine($"s7opcbridge: there is no token '{Printable.From(name)}' in {path}; {hint}");
            return ExitCode.Failed;
        }
        try
        {
            TokensFile.Write(path, [.. tokens.Where(token => token.Name != name)]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine(
                $"s7opcbridge: the tokens file '{path}' can't be written: {e.Message.ReplaceLineEndings(" ")} Run the command as the user "
                    + "of the bridge."
            );
            return ExitCode.Failed;
        }
        console.Output.WriteLine($"Revoked: the token '{Printable.From(name)}' in {path}. It admits nobody any more.");
        return ExitCode.Ok;
    }

    private static IReadOnlyList<ScriptToken>? Read(string path, InvocationConfiguration console)
    {
        try
        {
            return TokensFile.Read(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine($"s7opcbridge: {e.Message}");
            return null;
        }
    }
}
