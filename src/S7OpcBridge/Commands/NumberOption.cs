using System.CommandLine;

namespace S7OpcBridge;

/// <summary>A whole number on the command line; what is none, or out of range, is told in the user's words.</summary>
internal static class NumberOption
{
    public static Option<int?> Build(string name, string help, int min, int max) => new(name)
    {
        Description = help,
        HelpName = "N",
        CustomParser = result =>
        {
            if (result.Tokens is [var token] && int.TryParse(token.Value, out var number) && number >= min && number <= max)
                return number;
            result.AddError($"{name} {string.Join(' ', result.Tokens)} does not fit; write a whole number from {min} to {max}.");
            return null;
        },
    };
}
