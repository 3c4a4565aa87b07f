using S7OpcBridge.OpcUa;
using Spectre.Console;

namespace S7OpcBridge;

/// <summary>A console over any writer: colours and its own width on a terminal, neither in a pipe.</summary>
internal static class Terminal
{
    private const int WidthOfPipes = 120;

    /// <summary>A text from outside for a console of Spectre: nothing in it is markup, steers the terminal or breaks the line.</summary>
    public static string Escape(string text) => Markup.Escape(Printable.Of(text, int.MaxValue));

    public static IAnsiConsole Over(TextWriter output)
    {
        var to = new AnsiConsoleOutput(output);
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Out = to, Ansi = to.IsTerminal ? AnsiSupport.Detect : AnsiSupport.No });
        if (!to.IsTerminal)
            console.Profile.Width = WidthOfPipes;
        return console;
    }
}
