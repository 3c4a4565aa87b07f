using System.Globalization;
using Parquet;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

/// <summary>What the commands do with a store, beside a bridge and without one.</summary>
internal sealed class MaintenanceTests : StoreFixture
{
    [Test]
    public async Task A_running_bridge_s_store_is_listed_exported_and_verified()
    {
        await using var store = await OpenAsync();
        await FillAsync(store, 50);
        await using var archive = HistoryArchive.Open(new() { Folder = Folder });
        Assert.That(
            archive.Contents().Select(c => (c.Key, c.Plc, c.Values, c.First - Start)),
            Is.EqualTo([("Line1/Name, \"first\"", "Line1", 50L, 0L), ("Line1/Speed", "Line1", 50L, 0L)])
        );
        using var csv = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        var told = new List<string>();
        var count = await HistoryExport.CsvAsync(
            archive,
            archive.Keys,
            new(Start + 48 * Second, long.MaxValue),
            csv,
            (key, _) => told.Add(key),
            CancellationToken.None
        );
        Assert.That(
            csv.ToString().Replace(Filling, "…", StringComparison.Ordinal),
            Is.EqualTo(
                """"
                key,time,status,value
                "Line1/Name, ""first""",2026-11-20T12:00:48.0000000Z,Good,"48, ""a""…"
                "Line1/Name, ""first""",2026-11-20T12:00:49.0000000Z,Good,"49, ""a""…"
                "Line1/Name, ""first""",2026-11-20T12:00:50.0000000Z,BadDataLost,
                Line1/Speed,2026-11-20T12:00:48.0000000Z,Good,24.25
                Line1/Speed,2026-11-20T12:00:49.0000000Z,Good,24.75
                Line1/Speed,2026-11-20T12:00:50.0000000Z,BadDataLost,

                """".Replace("\r", "", StringComparison.Ordinal)
            )
        );
        Assert.That((count, told), Is.EqualTo((6L, archive.Keys)));
        Assert.That(HistoryVerification.Run(Folder, _ => { }, CancellationToken.None), Is.Empty);
        Assert.That(
            () => HistoryCompaction.Run(Folder, (_, _, _) => { }, CancellationToken.None),
            Throws.InstanceOf<HistoryException>().With.Message.Contains("in use by another process")
        );
    }

    [Test]
    public async Task Parquet_holds_the_same_table()
    {
        await using (var store = await OpenAsync())
            await FillAsync(store, 30);
        var path = Path.Combine(Folder, "out.parquet");
        await using (var archive = HistoryArchive.Open(new() { Folder = Folder }))
        await using (var file = File.Create(path))
            Assert.That(
                await HistoryExport.ParquetAsync(archive, archive.Keys, new(0, long.MaxValue), file, (_, _) => { }, CancellationToken.None),
                Is.EqualTo(62)
            );
        await using var read = File.OpenRead(path);
        await using var reader = await ParquetReader.CreateAsync(read);
        Assert.That(reader.Schema.DataFields.Select(field => field.Name), Is.EqualTo(["key", "time", "ticks", "status", "number", "text"]));
        Assert.That(Enumerable.Range(0, reader.RowGroupCount).Sum(i => reader.OpenRowGroupReader(i).RowCount), Is.EqualTo(62));
    }

    [Test]
    public async Task Verify_says_which_chunk_of_which_file_is_damaged()
    {
        await using (var store = await OpenAsync())
            await FillAsync(store, 50);
        using (
            var connection = new Microsoft.Data.Sqlite.SqliteConnection(
                $"Data Source={Path.Combine(Folder, "2026-11-20.db")};Pooling=False"
            )
        )
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "UPDATE chunk SET data = zeroblob(50) WHERE id = 2";
            command.ExecuteNonQuery();
        }

        var journal = Directory.GetFiles(Folder, "journal-*.log").Single();
        var bytes = await File.ReadAllBytesAsync(journal);
        bytes[40] ^= 1;
        await File.WriteAllBytesAsync(journal, bytes);
        var findings = HistoryVerification.Run(Folder, _ => { }, CancellationToken.None).ToArray();
        Assert.That(findings, Has.Length.EqualTo(2));
        Assert.That(findings[0], Does.Contain("2026-11-20.db, chunk 2 of series").And.EndWith("its checksum is wrong."));
        Assert.That(findings[1], Does.Contain("no readable frame at byte"));
    }

    [Test]
    public async Task Compacting_joins_small_chunks_and_changes_no_value()
    {
        for (var i = 0; i < 12; i++)
        {
            await using var store = await OpenAsync(options => options with { JournalBytes = 1 });
            store.Record(store.SeriesOf("X", ""), Variant.From(i), StatusCode.Good, UaTime.Now(Clock));
            store.Record(store.SeriesOf("Y", ""), Variant.From(i * 0.5), StatusCode.Good, UaTime.Now(Clock));
            Clock.Move(TimeSpan.FromHours(3));
            await store.FlushAsync(CancellationToken.None);
            await store.FlushAsync(CancellationToken.None);
        }

        Clock.Move(TimeSpan.FromDays(2));
        var before = await ReadAllAsync();
        var files = new List<string>();
        HistoryCompaction.Run(Folder, (path, _, _) => files.Add(Path.GetFileName(path)), CancellationToken.None);
        Assert.That(files, Does.Contain("2026-11-20.db"));
        Assert.That(await ReadAllAsync(), Is.EqualTo(before));
        Assert.That(HistoryVerification.Run(Folder, _ => { }, CancellationToken.None), Is.Empty);

        async Task<string[]> ReadAllAsync()
        {
            await using var store = await OpenAsync();
            return [.. Shown(await AllAsync(store, "X")), .. Shown(await AllAsync(store, "Y", page: 2))];
        }
    }

    [Test]
    public void A_folder_without_history_is_told() =>
        Assert.That(
            () => HistoryArchive.Open(new() { Folder = Folder }),
            Throws.InstanceOf<HistoryException>().With.Message.Contains("holds no history")
        );

    private static readonly string Filling = new('x', 300);

    private async Task FillAsync(HistoryStore store, int count)
    {
        for (var i = 0; i < count; i++)
        {
            store.Record(store.SeriesOf("Line1/Speed", "Line1"), Variant.From(0.25 + i * 0.5), StatusCode.Good, Start + i * Second);
            store.Record(
                store.SeriesOf("Line1/Name, \"first\"", "Line1"),
                Variant.From($"{i}, \"a\"{Filling}"),
                StatusCode.Good,
                Start + i * Second
            );
        }

        store.MarkLost("Line1", Start + count * Second);
        await store.FlushAsync(CancellationToken.None);
        Clock.Move(TimeSpan.FromSeconds(61));
        await store.FlushAsync(CancellationToken.None);
        await store.FlushAsync(CancellationToken.None);
    }
}
