using System.CommandLine;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Types;

namespace S7OpcBridge;

/// <summary>The program as seen from a shell: its commands, and what it answers to wrong usage.</summary>
internal static class CommandLine
{
    /// <summary>Runs one command line.</summary>
    /// <param name="args">The arguments, without the program's name.</param>
    /// <param name="output">Takes results.</param>
    /// <param name="error">Takes findings and logs.</param>
    /// <param name="cancellationToken">Ends a running bridge as Ctrl+C does.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(string[] args, TextWriter output, TextWriter error, CancellationToken cancellationToken)
    {
        var root = Build();
        var parsed = root.Parse(WithDefault(args));
        if (parsed.Errors.Count > 0)
            return ExplainUsage(root, args, parsed, error);
        try
        {
            // The host stops on Ctrl+C and SIGTERM itself, and in its own time.
            return await parsed.InvokeAsync(new InvocationConfiguration { Output = output, Error = error, EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null }, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return ExitCode.Ok;
        }
        catch (LocalAnswerException fault)
        {
            error.WriteLine($"s7opcbridge: {fault.Message}");
            return ExitCode.Failed;
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            error.WriteLine($"s7opcbridge: this should not have happened: {fault.GetType().Name}: {fault.Message.ReplaceLineEndings(" ")} Please report it with the map that led here.");
            return ExitCode.Failed;
        }
    }

    private static int ExplainUsage(RootCommand root, string[] args, ParseResult parsed, TextWriter error)
    {
        if (args is [var word, ..] && !word.StartsWith('-') && parsed.CommandResult.Command == root)
        {
            error.WriteLine($"s7opcbridge: '{word}' is no command; {NearestWord.Hint(word, [.. root.Subcommands.Select(command => command.Name)])}");
        }
        else
        {
            foreach (var fault in parsed.Errors)
                error.WriteLine($"s7opcbridge: {string.Join(' ', fault.Message.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))}");
        }
        error.WriteLine($"'{StartedAs.Command("--help")}' lists the commands, '{StartedAs.Command("COMMAND --help")}' their options.");
        return ExitCode.Usage;
    }

    /// <summary>All commands.</summary>
    public static RootCommand Build()
    {
        var root = Commands();
        CommandExamples.ShowIn(root);
        return root;
    }

    private static RootCommand Commands() => new("An OPC UA server for Siemens S7 PLCs. Without a command it runs the demo plant, config/bridge.yaml.")
    {
        RunCommand.Build(),
        ValidateCommand.Build(),
        PlanCommand.Build(),
        DoctorCommand.Build(),
        WatchCommand.Build(),
        SimulateCommand.Build(),
        HealthCommand.Build(),
        SchemaCommand.Build(),
        ImportCommand.Build(),
        CertsCommand.Build(),
        UsersCommand.Build(),
    };

    // 'run' may be left out: alone, before its option, and before a map.
    private static string[] WithDefault(string[] args) => args switch
    {
        [] => ["run"],
        [RunCommand.SimulateOption, ..] => ["run", .. args],
        [var map, ..] when map.EndsWith(".yaml", StringComparison.OrdinalIgnoreCase) || map.EndsWith(".yml", StringComparison.OrdinalIgnoreCase) => ["run", .. args],
        _ => args,
    };
}
