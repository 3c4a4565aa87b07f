using System.Globalization;
using Npgsql;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.History.Tests;

/// <summary>History on a real PostgreSQL server.</summary>
internal sealed class PostgresTests : StoreFixture
{
    private PostgresProcess _server = null!;

    [OneTimeSetUp]
    public async Task StartServerAsync() => _server = await PostgresProcess.StartAsync(CancellationToken.None);

    [OneTimeTearDown]
    public async Task StopServerAsync() => await _server.DisposeAsync();

    [Test, CancelAfter(60_000)]
    public async Task While_the_server_is_away_nothing_is_lost_and_afterwards_it_has_everything_once(CancellationToken cancellationToken)
    {
        await using var store = await OpenHereAsync("away");
        var series = store.SeriesOf("Line1/X", "");
        var count = 0;
        await RecordAsync(200);
        await Poll.UntilAsync(() => store.Figures is { ServerReached: true, Unsent: 0 }, cancellationToken);
        await ExpectAllAsync();

        await _server.StopAsync(cancellationToken);
        for (var hour = 0; hour < 24; hour++)
        {
            Clock.Move(TimeSpan.FromHours(1));
            await RecordAsync(20);
        }

        await Poll.UntilAsync(() => store.Figures is { ServerReached: false, Unsent: > 0 }, cancellationToken);
        Assert.That(store.Figures, Has.Property("Lost").Zero.And.Property("ServerError").EndWith("."));
        Assert.That(
            async () => await AllAsync(store, "Line1/X"),
            Throws.InstanceOf<HistoryException>().With.Message.Contains("cannot be reached")
        );

        await _server.StartAgainAsync(cancellationToken);
        await Poll.UntilAsync(() => store.Figures is { ServerReached: true, Unsent: 0 }, cancellationToken);
        await RecordAsync(3);
        await ExpectAllAsync();

        async Task RecordAsync(int more)
        {
            for (var end = count + more; count < end; count++)
                store.Record(series, Variant.From(Text(count)), StatusCode.Good, UaTime.Now(Clock) + count);
            await store.FlushAsync(cancellationToken);
            Clock.Move(TimeSpan.FromSeconds(11));
            await store.FlushAsync(cancellationToken); // Sealed chunks go to the file of their day, and the journal learns it with the next batch.
            await store.FlushAsync(cancellationToken);
        }

        async Task ExpectAllAsync()
        {
            var all = await AllAsync(store, "Line1/X", page: 7);
            Assert.That(all.Select(value => value.Value.Reference), Is.EqualTo(Enumerable.Range(0, count).Select(Text)));
            Assert.That(
                (await AllAsync(store, "Line1/X", new(long.MaxValue, 0, true))).Select(value => value.SourceTime),
                Is.Ordered.Descending
            );
        }
    }

    [Test, CancelAfter(60_000)]
    public async Task A_bridge_that_starts_again_sends_what_is_missing_and_nothing_twice(CancellationToken cancellationToken)
    {
        for (var round = 0; round < 4; round++)
        {
            await using var store = await OpenHereAsync("again");
            var series = store.SeriesOf("Line1/X", "");
            for (var i = 0; i < 100; i++)
                store.Record(series, Variant.From(Text(round * 100 + i)), StatusCode.Good, UaTime.Now(Clock) + i);
            await store.FlushAsync(cancellationToken);
            Clock.Move(TimeSpan.FromHours(7));
            await store.FlushAsync(cancellationToken);
            await store.FlushAsync(cancellationToken);
            if (round % 2 == 0)
                await Poll.UntilAsync(() => store.Figures is { ServerReached: true, Unsent: 0 }, cancellationToken);
        }

        await using var last = await OpenHereAsync("again");
        await Poll.UntilAsync(() => last.Figures.ServerReached, cancellationToken);
        Assert.That(
            (await AllAsync(last, "Line1/X")).Select(value => value.Value.Reference),
            Is.EqualTo(Enumerable.Range(0, 400).Select(Text))
        );
    }

    [Test, CancelAfter(60_000)]
    public async Task Two_bridges_do_not_share_a_schema(CancellationToken cancellationToken)
    {
        await using (var first = await OpenHereAsync("shared"))
            await Poll.UntilAsync(() => first.Figures.ServerReached, cancellationToken);
        DeleteFolder();
        MakeFolder();
        await using var second = await OpenHereAsync("shared");
        await Poll.UntilAsync(
            () => second.Figures.ServerError?.Contains("another bridge", StringComparison.Ordinal) == true,
            cancellationToken
        );
    }

    [Test, CancelAfter(60_000)]
    public async Task Sql_unpacks_what_the_bridge_packed(CancellationToken cancellationToken)
    {
        var random = new Random(5);
        var kinds = new Dictionary<string, Func<int, Variant>>
        {
            ["Bool"] = i => Variant.From(i % 3 == 0),
            ["Int16"] = _ => Variant.From((short)random.Next(short.MinValue, short.MaxValue)),
            ["UInt32"] = i => Variant.From((uint)i * 1000u),
            ["Int64"] = i => Variant.From(i % 2 == 0 ? long.MinValue : long.MaxValue),
            ["UInt64"] = i => Variant.From(i % 2 == 0 ? 0 : ulong.MaxValue),
            ["Float"] = i =>
                Variant.From(
                    i % 7 == 0 ? 0f
                    : i % 11 == 0 ? float.NegativeInfinity
                    : (float)(random.NextDouble() - 0.5) * MathF.Pow(10, random.Next(-40, 38))
                ),
            ["Double"] = i =>
                Variant.From(
                    i % 5 == 0 ? 1.5
                    : i % 7 == 0 ? 1.5 + i
                    : i % 11 == 0 ? double.NaN
                    : (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-300, 300))
                ),
            ["String"] = i => Variant.From("Füllstand " + i),
        };
        var expected = new List<(string, long, long, string)>();
        await using var store = await OpenHereAsync("unpack");
        foreach (var (name, make) in kinds)
        {
            var series = store.SeriesOf("Line1/" + name, "");
            var time = Start;
            for (var i = 0; i < 60; i++)
            {
                var value = i == 17 ? default : make(i);
                var status = i is 17 or 30 ? StatusCodes.BadNoCommunication : 0;
                time += random.Next(9) == 0 ? -12_345 : random.NextInt64(30 * Second);
                store.Record(series, value, status, time);
                expected.Add(("Line1/" + name, time, status, Shown(value)));
            }
        }

        await store.FlushAsync(cancellationToken);
        Clock.Move(TimeSpan.FromDays(1)); // The day is over: what is open is sealed.
        for (var i = 0; i < 4; i++)
            await store.FlushAsync(cancellationToken);
        await Poll.UntilAsync(() => store.Figures is { ServerReached: true, Unsent: 0 }, cancellationToken);

        await using var source = NpgsqlDataSource.Create(_server.Connection);
        await using var command = source.CreateCommand(
            """
            SELECT s.key, v.ticks, v.status, v.number, v.text FROM unpack.chunk c JOIN unpack.series s ON s.id = c.series, unpack.unpack(c.data, c.count) v
            ORDER BY s.id, c.sequence + v.place
            """
        );
        var unpacked = new List<(string, long, long, string)>();
        await using (var reader = await command.ExecuteReaderAsync(cancellationToken))
        {
            while (await reader.ReadAsync(cancellationToken))
            {
                var shown =
                    !reader.IsDBNull(3) ? Shown(Variant.From(reader.GetDouble(3)))
                    : reader.IsDBNull(4) ? "null"
                    : reader.GetString(4);
                unpacked.Add((reader.GetString(0), reader.GetInt64(1), reader.GetInt64(2), shown));
            }
        }

        Assert.That(unpacked, Is.EqualTo(expected));
        await using var count = source.CreateCommand(
            "SELECT count(*), min(moment) FROM unpack.values_of('Line1/Bool', '2026-11-20 00:00:00+00', '2026-11-22 00:00:00+00')"
        );
        await using var row = await count.ExecuteReaderAsync(cancellationToken);
        await row.ReadAsync(cancellationToken);
        Assert.That(row.GetInt64(0), Is.EqualTo(60));
        var first = expected.Where(value => value.Item1 == "Line1/Bool").Min(value => value.Item2);
        Assert.That(row.GetDateTime(1).Ticks / 10, Is.EqualTo(UaTime.ToTicks(first) / 10));
    }

    private static string Text(int i) => i.ToString("D5", CultureInfo.InvariantCulture) + new string('x', 1000);

    private static string Shown(Variant value) =>
        value.Type switch
        {
            BuiltInType.Null => "null",
            BuiltInType.String => (string)value.Reference!,
            BuiltInType.Float => ((double)BitConverter.UInt32BitsToSingle((uint)value.Bits)).ToString("G15", CultureInfo.InvariantCulture),
            BuiltInType.Double => BitConverter.Int64BitsToDouble(value.Bits).ToString("G15", CultureInfo.InvariantCulture),
            BuiltInType.UInt64 => ((double)(ulong)value.Bits).ToString("G15", CultureInfo.InvariantCulture),
            _ => ((double)value.Bits).ToString("G15", CultureInfo.InvariantCulture),
        };

    // The sender waits by the real clock, so that a test need not move it.
    private Task<HistoryStore> OpenHereAsync(string schema) =>
        OpenAsync(options => options with { Postgres = new(_server.Connection, schema) });
}
