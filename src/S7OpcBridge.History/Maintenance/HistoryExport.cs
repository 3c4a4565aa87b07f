using System.Globalization;
using Parquet;
using Parquet.Schema;
using S7OpcBridge.History.Maintenance;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History;

/// <summary>Writes values of a store as a table: key, time, status, number, text.</summary>
public static class HistoryExport
{
    private const int PageSize = 50_000;

    /// <summary>
    /// As CSV with a head line: times in ISO 8601 to 100 ns, UTC; statuses by name; text in quotes where it has to be, and harmless in a spreadsheet.
    /// </summary>
    /// <returns>Values written.</returns>
    /// <exception cref="HistoryException">A server cannot be reached.</exception>
    public static async Task<long> CsvAsync(
        HistoryArchive archive,
        IReadOnlyList<string> keys,
        HistoryRange range,
        TextWriter to,
        Action<string, long> progress,
        CancellationToken cancellationToken
    )
    {
        await to.WriteLineAsync("key,time,status,value").ConfigureAwait(false);
        return await PagesAsync(
                archive,
                keys,
                range,
                progress,
                async (key, values) =>
                {
                    var quoted = CsvFormat.FormatText(key);
                    foreach (var value in values)
                    {
                        await to.WriteAsync(
                                $"{quoted},{TimeOf(value).ToString("yyyy-MM-ddTHH:mm:ss.fffffffZ", CultureInfo.InvariantCulture)},"
                            )
                            .ConfigureAwait(false);
                        await to.WriteLineAsync($"{StatusCodes.NameOf(value.Status)},{CsvFormat.Format(value.Value)}")
                            .ConfigureAwait(false);
                    }
                },
                cancellationToken
            )
            .ConfigureAwait(false);
    }

    /// <summary>
    /// As Parquet: key (string), time (timestamp in µs, UTC), ticks (int64, 100 ns since 1601), status (int64), number (double, null where the value is none),
    /// text (string, of what is no number).
    /// </summary>
    /// <returns>Values written.</returns>
    /// <exception cref="HistoryException">A server cannot be reached.</exception>
    public static async Task<long> ParquetAsync(
        HistoryArchive archive,
        IReadOnlyList<string> keys,
        HistoryRange range,
        Stream to,
        Action<string, long> progress,
        CancellationToken cancellationToken
    )
    {
        var (key, text) = (new DataField<string>("key"), new DataField<string>("text"));
        var time = new DateTimeDataField("time", DateTimeFormat.Timestamp, isAdjustedToUTC: true, unit: DateTimeTimeUnit.Micros);
        var (ticks, status, number) = (new DataField<long>("ticks"), new DataField<long>("status"), new DataField<double?>("number"));
        var writer = await ParquetWriter
            .CreateAsync(new ParquetSchema(key, time, ticks, status, number, text), to, cancellationToken: cancellationToken)
            .ConfigureAwait(false);
        await using (writer.ConfigureAwait(false))
        {
            return await PagesAsync(
                    archive,
                    keys,
                    range,
                    progress,
                    async (name, values) =>
                    {
                        using var group = writer.CreateRowGroup();
                        await group.WriteAsync(key, Enumerable.Repeat(name, values.Count).ToArray()).ConfigureAwait(false);
                        await group
                            .WriteAsync<DateTime>(time, values.Select(TimeOf).ToArray(), cancellationToken: cancellationToken)
                            .ConfigureAwait(false);
                        await group
                            .WriteAsync<long>(
                                ticks,
                                values.Select(value => value.SourceTime).ToArray(),
                                cancellationToken: cancellationToken
                            )
                            .ConfigureAwait(false);
                        await group
                            .WriteAsync<long>(
                                status,
                                values.Select(value => (long)value.Status.Value).ToArray(),
                                cancellationToken: cancellationToken
                            )
                            .ConfigureAwait(false);
                        await group
                            .WriteAsync<double>(
                                number,
                                values.Select(value => HistoryText.NumberOf(value.Value)).ToArray(),
                                cancellationToken: cancellationToken
                            )
                            .ConfigureAwait(false);
                        await group
                            .WriteAsync(
                                text,
                                values
                                    .Select(value => HistoryText.NumberOf(value.Value) is null ? HistoryText.Format(value.Value) : null!)
                                    .ToArray()
                            )
                            .ConfigureAwait(false);
                    },
                    cancellationToken
                )
                .ConfigureAwait(false);
        }
    }

    private static async Task<long> PagesAsync(
        HistoryArchive archive,
        IReadOnlyList<string> keys,
        HistoryRange range,
        Action<string, long> progress,
        Func<string, IReadOnlyList<DataValue>, Task> write,
        CancellationToken cancellationToken
    )
    {
        var count = 0L;
        foreach (var key in keys)
        {
            HistoryPosition? after = null;
            do
            {
                var page = await archive.ReadAsync(key, range, after, PageSize, cancellationToken).ConfigureAwait(false);
                if (page.Values.Count > 0)
                    await write(key, page.Values).ConfigureAwait(false);
                count += page.Values.Count;
                after = page.Next;
            } while (after is not null);
            progress(key, count);
        }

        return count;
    }

    private static DateTime TimeOf(DataValue value) => new(UaTime.ToTicks(value.SourceTime), DateTimeKind.Utc);
}
