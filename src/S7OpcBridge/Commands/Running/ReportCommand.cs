using System.CommandLine;
using System.Globalization;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Local;
using S7OpcBridge.Output;
using S7OpcBridge.Support;

namespace S7OpcBridge.Commands.Running;

/// <summary><c>report [map]</c>: one zip for support, without secrets.</summary>
internal static class ReportCommand
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    public static Command Build()
    {
        var map = MapCommand.OptionalArgument();
        var output = new Option<string?>("-o", "--output")
        {
            Description = "The zip to write. Default s7opcbridge-report-TIME.zip here.",
            HelpName = "FILE",
        };
        var log = new Option<string?>("--log")
        {
            Description = "A log file whose last megabyte is added, where the bridge does not run any more.",
            HelpName = "FILE",
        };
        var command = new Command(
            "report",
            "Writes one zip for support, without secrets: versions, map, findings, plan; of a running bridge also status, "
                + "metrics and log."
        )
        {
            map,
            output,
            log,
        };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                var (console, path, now) = (parsed.InvocationConfiguration, parsed.GetRequiredValue(map), TimeProvider.System.GetUtcNow());
                if (!File.Exists(path))
                {
                    console.Error.WriteLine($"s7opcbridge: there is no map '{path}'; name the one that the bridge runs.");
                    return ExitCode.Failed;
                }
                var zip =
                    parsed.GetValue(output) ?? string.Create(CultureInfo.InvariantCulture, $"s7opcbridge-report-{now:yyyyMMdd-HHmmss}.zip");
                try
                {
                    var files = SupportFiles.Collect(
                        path,
                        await AskAsync(path, console.Error, cancellationToken),
                        parsed.GetValue(log),
                        TimeProvider.System
                    );
                    SupportZip.Write(zip, files, now);
                    console.Output.WriteLine($"{zip}: {string.Join(", ", files.Select(file => file.Name))}");
                    console.Output.WriteLine("Secrets are left out; names and addresses are not. Read the files before you send them.");
                    return ExitCode.Ok;
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    console.Error.WriteLine($"s7opcbridge: the report was not written: {e.Message}");
                    return ExitCode.Failed;
                }
            }
        );
        return command;
    }

    private static async Task<SupportAnswer?> AskAsync(string map, TextWriter error, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Patience);
        try
        {
            using var bridge = await RunningBridge.FindAsync(map, error.WriteLine, patience.Token);
            return bridge is null ? null : await bridge.SupportAsync(patience.Token);
        }
        catch (Exception e)
            when (e is LocalProtocolException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            error.WriteLine("s7opcbridge: the running bridge did not answer; its status, metrics and log are not in the report.");
            return null;
        }
    }
}
