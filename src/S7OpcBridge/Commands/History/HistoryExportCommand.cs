using System.CommandLine;
using System.Globalization;
using S7OpcBridge.History;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.History;

/// <summary><c>history export</c>: values as a table for other programs.</summary>
internal static class HistoryExportCommand
{
    public static Command Build()
    {
        var store = new HistoryStoreOption();
        var format = new Option<string>("--format") { Description = "csv or parquet.", DefaultValueFactory = _ => "csv" };
        format.AcceptOnlyFromAmong("csv", "parquet");
        var to = new Option<string?>("--out", "-o") { Description = "The file that is written; without it CSV goes to standard output." };
        var tags = new Option<string[]>("--tag")
        {
            Description = "A tag, or 'Server (events)', as 'history list' shows it; may be given several times; without it all.",
        };
        var (from, until) = (Time("--from", "First time"), Time("--until", "Time before which it ends"));
        var command = store.Command(
            "export",
            "Writes recorded values as CSV or Parquet; also beside a running bridge.",
            format,
            to,
            tags,
            from,
            until
        );
        command.Validators.Add(result =>
        {
            if (result.GetValue(format) == "parquet" && result.GetValue(to) is null)
                result.AddError("Parquet needs a file: add --out FILE.");
        });
        command.SetAction(
            (parsed, cancellationToken) =>
                HistoryCommand.RunAsync(
                    parsed,
                    store,
                    async options =>
                    {
                        await using var archive = HistoryArchive.Open(options);
                        if (Keys(parsed, archive, [.. (parsed.GetValue(tags) ?? []).Select(HistoryNames.KeyOf)]) is not { } keys)
                            return ExitCode.Failed;
                        var range = new HistoryRange(Ticks(parsed.GetValue(from)) ?? 0, Ticks(parsed.GetValue(until)) ?? long.MaxValue);
                        await WriteAsync(parsed, archive, keys, range, parsed.GetValue(format)!, parsed.GetValue(to), cancellationToken);
                        return archive.Damaged.Count == 0 ? ExitCode.Ok : ExitCode.Failed;
                    }
                )
        );
        return command;
    }

    private static Option<DateTimeOffset?> Time(string name, string what) =>
        new(name)
        {
            Description = $"{what}, as 2026-11-22 or 2026-11-22T06:00:00Z; UTC where nothing else is said.",
            CustomParser = result =>
            {
                var text = result.Tokens[0].Value;
                if (DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time))
                    return time;
                result.AddError($"'{text}' is no time; write 2026-11-22 or 2026-11-22T06:00:00Z.");
                return null;
            },
        };

    private static long? Ticks(DateTimeOffset? time) => time is { } given ? UaTime.FromTicks(given.UtcTicks) : null;

    private static IReadOnlyList<string>? Keys(ParseResult parsed, HistoryArchive archive, string[] wanted)
    {
        var known = archive.Keys.ToHashSet();
        var missing = wanted.Where(key => !known.Contains(key)).ToArray();
        foreach (var key in missing)
            parsed.InvocationConfiguration.Error.WriteLine($"s7opcbridge: nothing was recorded of '{key}'; 'history list' shows the tags.");
        return missing.Length > 0 ? null
            : wanted.Length > 0 ? wanted
            : archive.Keys;
    }

    private static async Task WriteAsync(
        ParseResult parsed,
        HistoryArchive archive,
        IReadOnlyList<string> keys,
        HistoryRange range,
        string format,
        string? path,
        CancellationToken cancellationToken
    )
    {
        var error = parsed.InvocationConfiguration.Error;
        long count;
        if (format == "parquet")
        {
            await using var file = File.Create(path!);
            count = await HistoryExport.ParquetAsync(archive, keys, range, file, Progress, cancellationToken);
        }
        else if (path is null)
        {
            count = await HistoryExport.CsvAsync(
                archive,
                keys,
                range,
                parsed.InvocationConfiguration.Output,
                (_, _) => { },
                cancellationToken
            );
        }
        else
        {
            await using var file = new StreamWriter(path);
            count = await HistoryExport.CsvAsync(archive, keys, range, file, Progress, cancellationToken);
        }

        await error.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{count} values of {keys.Count} tags."));
        foreach (var damage in archive.Damaged)
            await error.WriteLineAsync($"s7opcbridge: {damage}");

        void Progress(string key, long written) => error.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{written} values, {key}"));
    }
}
