using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary>What all commands share that measure one table.</summary>
internal static class TableCommand
{
    /// <summary>A command that measures a table and shows it.</summary>
    /// <param name="name">The command's name.</param>
    /// <param name="description">A sentence.</param>
    /// <param name="options">Its own options.</param>
    /// <param name="measure">Measures; null: it could not, and has said why.</param>
    public static Command Build(
        string name,
        string description,
        Option[] options,
        Func<ParseResult, CancellationToken, Task<ResultTable?>> measure
    )
    {
        var write = new Option<bool>("--write") { Description = "Also writes the table as JSON and as a picture into docs/benchmarks." };
        var command = new Command(name, description) { write };
        foreach (var option in options)
            command.Add(option);
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                if (await measure(parsed, cancellationToken) is not { } table)
                    return 1;
                Report.Show(table, parsed.InvocationConfiguration.Output, parsed.GetValue(write));
                return 0;
            }
        );
        return command;
    }
}
