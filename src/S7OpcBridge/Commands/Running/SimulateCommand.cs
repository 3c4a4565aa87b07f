using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Hosting;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Commands.Running;

/// <summary><c>simulate source…</c>: runs soft PLCs on their own: of a map, of TIA sources, or of a wire log.</summary>
internal static class SimulateCommand
{
    private const int DefaultPort = 10200;

    public static Command Build()
    {
        var sources = new Argument<string[]>("source")
        {
            Description =
                "A tag map, TIA sources with data blocks and types (.db, .udt, .scl), or a wire log (.wirelog, .log), which is played back.",
            Arity = ArgumentArity.OneOrMore,
        };
        sources.Validators.Add(MapCommand.RefuseOptions);
        var port = NumberOption.Build(
            "--port",
            $"Port of the first soft PLC; the k-th listens on port N+k−1. Default {DefaultPort}.",
            1,
            65535
        );
        var faults = new Option<string?>("--faults")
        {
            Description = "A script of faults that every soft PLC executes (docs/simulator.md).",
        };
        var moving = new Option<bool>("--move") { Description = "With TIA sources: variables without a start value change." };
        var command = new Command("simulate", "Runs the soft PLCs of a map, of TIA sources or of a wire log on their own.")
        {
            sources,
            port,
            faults,
            moving,
        };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                var (paths, error) = (parsed.GetRequiredValue(sources), parsed.InvocationConfiguration.Error);
                var firstPort = parsed.GetValue(port) ?? DefaultPort;
                if (paths.Any(IsWireLog))
                {
                    if (paths is [var log] && parsed.GetValue(faults) is null && !parsed.GetValue(moving))
                        return await PlaybackHost.RunAsync(log, firstPort, parsed.InvocationConfiguration, cancellationToken);
                    error.WriteLine("s7opcbridge: a wire log is played back alone, without --faults and --move.");
                    return ExitCode.Usage;
                }
                if (await LoadFaultsAsync(parsed.GetValue(faults), error, cancellationToken) is not { } script)
                    return ExitCode.Failed;
                if (paths is [var path] && !IsSource(path))
                    return MapCommand.Load(path, error) is { } map
                        ? await SimulatorHost.RunAsync(map, firstPort, script.Script, parsed.InvocationConfiguration, cancellationToken)
                        : ExitCode.Failed;
                if (paths.FirstOrDefault(each => !IsSource(each)) is { } other)
                {
                    error.WriteLine(
                        $"s7opcbridge: '{other}' is no TIA source; give one map alone, or files that end in .db, .udt, .scl or .awl."
                    );
                    return ExitCode.Usage;
                }
                return LoadBlocks(paths, error) is { } blocks
                    ? await SimulatorHost.RunAsync(
                        blocks,
                        firstPort,
                        parsed.GetValue(moving),
                        script.Script,
                        parsed.InvocationConfiguration,
                        cancellationToken
                    )
                    : ExitCode.Failed;
            }
        );
        return command;
    }

    private static bool IsSource(string path) => Path.GetExtension(path).ToLowerInvariant() is ".db" or ".udt" or ".scl" or ".awl";

    private static bool IsWireLog(string path) => Path.GetExtension(path).ToLowerInvariant() is ".wirelog" or ".log";

    private static IReadOnlyList<TiaBlock>? LoadBlocks(string[] paths, TextWriter error)
    {
        var findings = new FindingList();
        var blocks = TiaBlocks.Load(paths, findings);
        foreach (var finding in findings.Sorted)
            error.WriteLine(finding);
        return blocks;
    }

    // Null after an error.
    private static async Task<LoadedFaults?> LoadFaultsAsync(string? path, TextWriter error, CancellationToken cancellationToken)
    {
        try
        {
            return new LoadedFaults(path is null ? null : await FaultScript.LoadAsync(path, cancellationToken));
        }
        catch (SoftPlcException fault)
        {
            error.WriteLine(fault.Message);
            return null;
        }
    }

    private sealed record LoadedFaults(FaultScript? Script);
}
