using System.CommandLine.Parsing;

namespace S7OpcBridge;

/// <summary>Checks numbers of the command line where the shell's user sees it as usage, not as a fault of the program.</summary>
internal static class NumberOption
{
    /// <summary>A validator for whole numbers from <paramref name="min"/> to <paramref name="max"/>; what is no number at all the parser reports itself.</summary>
    public static Action<OptionResult> Within(int min, int max) => result =>
    {
        if (result.Tokens is [var token] && int.TryParse(token.Value, out var number) && (number < min || number > max))
            result.AddError($"{result.Option.Name} {number} is out of range; write a number from {min} to {max}.");
    };
}
