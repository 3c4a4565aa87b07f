using S7OpcBridge.Words;
using Spectre.Console;

namespace S7OpcBridge.Output;

/// <summary>A Spectre console over any writer: with colours and the real width on a terminal, without them in a pipe.</summary>
internal static class Terminal
{
    private const int WidthOfPipes = 120;

    /// <summary>Escapes text of unknown origin: it cannot contain markup, control sequences or line breaks.</summary>
    public static string Escape(string text) => Markup.Escape(Printable.From(text, int.MaxValue));

    public static IAnsiConsole Over(TextWriter output)
    {
        var to = new AnsiConsoleOutput(output);
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Out = to, Ansi = to.IsTerminal ? AnsiSupport.Detect : AnsiSupport.No });
        if (!to.IsTerminal)
            console.Profile.Width = WidthOfPipes;
        return console;
    }
}
