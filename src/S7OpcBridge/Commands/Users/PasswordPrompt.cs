using System.Text;
using S7OpcBridge.Identity;

namespace S7OpcBridge.Commands.Users;

/// <summary>
/// Reads a password from a terminal, hidden and typed twice, or from standard input. Never from the command line, which other users can read.
/// </summary>
internal static class PasswordPrompt
{
    /// <summary>The password; null after an error message.</summary>
    public static string? Read(string user, bool fromInput, TextWriter error)
    {
        if (!fromInput && Console.IsInputRedirected)
        {
            error.WriteLine("s7opcbridge: there is no terminal to ask for the password; pipe it in and add --password-stdin.");
            return null;
        }
        var password = fromInput ? Console.In.ReadLine() ?? "" : Ask($"Password of {user}: ", error);
        if (PasswordRules.FaultOf(password) is { } fault)
        {
            error.WriteLine($"s7opcbridge: {fault}.");
            return null;
        }
        if (fromInput || Ask("Again: ", error) == password)
            return password;
        error.WriteLine("s7opcbridge: the two passwords differ; nothing was changed.");
        return null;
    }

    private static string Ask(string question, TextWriter error)
    {
        error.Write(question);
        error.Flush();
        var text = new StringBuilder();
        while (Console.ReadKey(intercept: true) is { Key: not ConsoleKey.Enter } key)
        {
            if (key.Key == ConsoleKey.Backspace)
                text.Length -= Math.Min(1, text.Length);
            else if (!char.IsControl(key.KeyChar))
                text.Append(key.KeyChar);
        }
        error.WriteLine();
        return text.ToString();
    }
}
