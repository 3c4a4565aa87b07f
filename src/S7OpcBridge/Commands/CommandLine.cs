using System.CommandLine;
using S7OpcBridge.Commands.Certs;
using S7OpcBridge.Commands.History;
using S7OpcBridge.Commands.Import;
using S7OpcBridge.Commands.Plants;
using S7OpcBridge.Commands.Running;
using S7OpcBridge.Commands.Users;
using S7OpcBridge.Local;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Words;

namespace S7OpcBridge.Commands;

/// <summary>Defines the commands and handles usage errors.</summary>
internal static class CommandLine
{
    /// <summary>Runs one command line.</summary>
    /// <param name="args">The arguments, without the program's name.</param>
    /// <param name="output">Receives results.</param>
    /// <param name="error">Receives findings and logs.</param>
    /// <param name="cancellationToken">Stops a running bridge, as Ctrl+C does.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(string[] args, TextWriter output, TextWriter error, CancellationToken cancellationToken)
    {
        var root = Build();
        var parsed = root.Parse(WithDefault(args));
        if (parsed.Errors.Count > 0)
            return ExplainUsage(root, args, parsed, error);
        try
        {
            // The host handles Ctrl+C and SIGTERM itself.
            return await parsed.InvokeAsync(
                new InvocationConfiguration
                {
                    Output = output,
                    Error = error,
                    EnableDefaultExceptionHandler = false,
                    ProcessTerminationTimeout = null,
                },
                cancellationToken
            );
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return ExitCode.Ok;
        }
        catch (LocalProtocolException fault)
        {
            error.WriteLine($"s7opcbridge: {fault.Message}");
            return ExitCode.Failed;
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            error.WriteLine(
                $"s7opcbridge: internal error: {fault.GetType().Name}: {fault.Message.ReplaceLineEndings(" ")} Please report it together with the "
                    + "map."
            );
            return ExitCode.Failed;
        }
    }

    private static int ExplainUsage(RootCommand root, string[] args, ParseResult parsed, TextWriter error)
    {
        if (args is [var word, ..] && !word.StartsWith('-') && parsed.CommandResult.Command == root)
        {
            error.WriteLine(
                $"s7opcbridge: '{word}' is not a command; {NearestWord.Hint(word, [.. root.Subcommands.Select(command => command.Name)])}"
            );
        }
        else
        {
            foreach (var fault in parsed.Errors)
                error.WriteLine(
                    $"s7opcbridge: {string.Join(' ', fault.Message.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))}"
                );
        }
        error.WriteLine(
            $"'{ProgramInvocation.Command("--help")}' lists the commands, '{ProgramInvocation.Command("COMMAND --help")}' their options."
        );
        return ExitCode.Usage;
    }

    public static RootCommand Build()
    {
        var root = Commands();
        CommandExamples.ShowIn(root);
        return root;
    }

    private static RootCommand Commands() =>
        new("An OPC UA server for Siemens S7 PLCs. Without a command it runs the demo plant, config/bridge.yaml.")
        {
            RunCommand.Build(),
            ValidateCommand.Build(),
            PlanCommand.Build(),
            DoctorCommand.Build(),
            WatchCommand.Build(),
            TagsCommand.Build(),
            SimulateCommand.Build(),
            HealthCommand.Build(),
            ClusterCommand.Build(),
            WitnessCommand.Build(),
            SchemaCommand.Build(),
            ImportCommand.Build(),
            HistoryCommand.Build(),
            ReportCommand.Build(),
            ServiceCommand.Build(),
            CertsCommand.Build(),
            UsersCommand.Build(),
        };

    // 'run' is the default command: without arguments, before its option, and before a map.
    private static string[] WithDefault(string[] args) =>
        args switch
        {
            [] => ["run"],
            [RunCommand.SimulateOption, ..] => ["run", .. args],
            [var map, ..]
                when map.EndsWith(".yaml", StringComparison.OrdinalIgnoreCase)
                    || map.EndsWith(".yml", StringComparison.OrdinalIgnoreCase) => ["run", .. args],
            _ => args,
        };
}
