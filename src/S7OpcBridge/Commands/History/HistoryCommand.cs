using System.CommandLine;
using System.Globalization;
using S7OpcBridge.History;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Output;
using S7OpcBridge.Recording;

namespace S7OpcBridge.Commands.History;

/// <summary><c>history list|export|verify|compact</c>: the store of recorded values.</summary>
internal static class HistoryCommand
{
    public static Command Build() =>
        new("history", "Lists, exports, verifies and compacts the recorded values.")
        {
            List(),
            HistoryExportCommand.Build(),
            Verify(),
            Compact(),
        };

    /// <summary>Runs an action on a store; what it cannot do is told in a sentence.</summary>
    public static async Task<int> RunAsync(ParseResult parsed, HistoryStoreOption store, Func<HistoryOptions, Task<int>> run)
    {
        if (store.Read(parsed) is not { } options)
            return ExitCode.Failed;
        try
        {
            return await run(options);
        }
        catch (Exception e) when (e is HistoryException or IOException or UnauthorizedAccessException)
        {
            await parsed.InvocationConfiguration.Error.WriteLineAsync($"s7opcbridge: {e.Message}");
            return ExitCode.Failed;
        }
    }

    private static Command List()
    {
        var store = new HistoryStoreOption();
        var command = store.Command("list", "Prints what is stored of each tag: values, bytes, first and last time.");
        command.SetAction(
            (parsed, _) =>
                RunAsync(
                    parsed,
                    store,
                    async options =>
                    {
                        var output = parsed.InvocationConfiguration.Output;
                        await using var archive = HistoryArchive.Open(options);
                        var contents = archive.Contents();
                        await output.WriteLineAsync("tag\tvalues\tbytes\tfirst\tlast");
                        foreach (var content in contents)
                        {
                            await output.WriteLineAsync(
                                string.Create(
                                    CultureInfo.InvariantCulture,
                                    $"{HistoryNames.NameOf(content.Key)}\t{content.Values}\t{content.Bytes}\t{Time(content.First)}\t{Time(content.Last)}"
                                )
                            );
                        }

                        var tags = contents.Count(content => content.Key != EventSeries.Key);
                        var events = tags == contents.Count ? "" : " and the events";
                        await parsed.InvocationConfiguration.Error.WriteLineAsync(
                            string.Create(
                                CultureInfo.InvariantCulture,
                                $"{tags} tags{events}, {contents.Sum(c => c.Values)} values, {contents.Sum(c => c.Bytes)} bytes"
                            ) + $"{(options.Postgres is null ? "" : "; without what the server has")}."
                        );
                        return ExitCode.Ok;
                    }
                )
        );
        return command;
    }

    private static Command Verify()
    {
        var store = new HistoryStoreOption();
        var command = store.Command("verify", "Looks at every byte of the files and says what is damaged; also beside a running bridge.");
        command.SetAction(
            (parsed, cancellationToken) =>
                RunAsync(
                    parsed,
                    store,
                    async options =>
                    {
                        var (output, error) = (parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error);
                        var findings = 0;
                        foreach (
                            var finding in HistoryVerification.Run(options.Folder, path => error.WriteLine($"{path} …"), cancellationToken)
                        )
                        {
                            findings++;
                            await output.WriteLineAsync(finding);
                        }

                        await output.WriteLineAsync(
                            findings == 0
                                ? "Nothing is damaged."
                                : $"{findings} {(findings == 1 ? "place is" : "places are")} damaged; they read as BadDataLost."
                        );
                        return findings == 0 ? ExitCode.Ok : ExitCode.Failed;
                    }
                )
        );
        return command;
    }

    private static Command Compact()
    {
        var store = new HistoryStoreOption();
        var command = store.Command(
            "compact",
            "Joins the small chunks of past days, which restarts and slow tags leave. The bridge must be stopped."
        );
        command.SetAction(
            (parsed, cancellationToken) =>
                RunAsync(
                    parsed,
                    store,
                    options =>
                    {
                        var output = parsed.InvocationConfiguration.Output;
                        HistoryCompaction.Run(
                            options.Folder,
                            (path, before, after) =>
                                output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{path}: {before} bytes, now {after}")),
                            cancellationToken
                        );
                        return Task.FromResult(ExitCode.Ok);
                    }
                )
        );
        return command;
    }

    private static string Time(long ticks) =>
        new DateTime(UaTime.ToTicks(ticks), DateTimeKind.Utc).ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture);
}
