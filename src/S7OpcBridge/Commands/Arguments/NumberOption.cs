using System.CommandLine;

namespace S7OpcBridge.Commands.Arguments;

/// <summary>An option with a whole number; other values get an error with the allowed range.</summary>
internal static class NumberOption
{
    public static Option<int?> Build(string name, string help, int min, int max) =>
        new(name)
        {
            Description = help,
            HelpName = "N",
            CustomParser = result =>
            {
                if (result.Tokens is [var token] && int.TryParse(token.Value, out var number) && number >= min && number <= max)
                    return number;
                result.AddError($"{name} {string.Join(' ', result.Tokens)} is not possible; write a whole number from {min} to {max}.");
                return null;
            },
        };
}
