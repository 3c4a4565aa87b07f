using System.Text;
using Microsoft.Data.Sqlite;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

/// <summary>Days that are deleted, clocks that go back, files that are damaged.</summary>
internal sealed class KeepingTests : StoreFixture
{
    private static readonly string Filling = new('x', 1000);

    [Test]
    public async Task Days_older_than_wanted_are_deleted()
    {
        await using var store = await OpenAsync(options => options with { Keep = TimeSpan.FromDays(2) });
        var series = store.SeriesOf("X", "");
        for (var day = 0; day < 5; day++)
        {
            store.Record(series, Variant.From(day), StatusCode.Good, UaTime.Now(Clock));
            await TurnAsync(store);
            Clock.Move(TimeSpan.FromDays(1));
            await TurnAsync(store);
        }

        var left = Shown(await AllAsync(store, "X")).Select(text => text[^1]).ToArray();
        Assert.That(left, Has.Member('3').And.Member('4').And.No.Member('0').And.No.Member('1'));
        Assert.That(Directory.GetFiles(Folder, "????-??-??.db"), Has.Length.InRange(2, 3));
    }

    [Test]
    public async Task Above_the_size_the_oldest_days_are_deleted_and_the_present_one_stays()
    {
        await using var store = await OpenAsync(options => options with { MaxSize = 1_000_000 });
        var series = store.SeriesOf("X", "");
        for (var day = 0; day < 6; day++)
        {
            for (var i = 0; i < 300; i++)
                store.Record(series, Variant.From(day + Filling), StatusCode.Good, UaTime.Now(Clock) + i);
            await TurnAsync(store);
            Clock.Move(TimeSpan.FromDays(1));
            await TurnAsync(store);
        }

        var left = (await AllAsync(store, "X")).Select(value => ((string)value.Value.Reference!)[0]).Distinct().ToArray();
        Assert.That(left, Has.Length.InRange(1, 3).And.Member('5').And.No.Member('0'));
        Assert.That(store.Figures.Bytes, Is.LessThan(1_400_000));
    }

    [Test]
    public async Task A_clock_that_goes_back_loses_nothing()
    {
        await using var store = await OpenAsync();
        var series = store.SeriesOf("X", "");
        for (var i = 0; i < 6; i++)
        {
            Clock.Move(i == 3 ? TimeSpan.FromHours(-30) : TimeSpan.FromHours(1));
            for (var k = 0; k < 10; k++)
                store.Record(series, Variant.From(i * 10 + k + Filling), StatusCode.Good, UaTime.Now(Clock) + k);
            await store.FlushAsync(CancellationToken.None);
        }

        var order = new[] { 3, 4, 5, 0, 1, 2 }.SelectMany(i => Enumerable.Range(i * 10, 10)).Select(n => n + Filling).ToArray();
        Assert.That((await AllAsync(store, "X", page: 3)).Select(value => value.Value.Reference), Is.EqualTo(order));
        Assert.That(
            (await AllAsync(store, "X", new(long.MaxValue, 0, true), page: 4)).Select(value => value.Value.Reference),
            Is.EqualTo(order.Reverse())
        );
    }

    [Test]
    public async Task A_damaged_chunk_reads_as_lost_and_its_neighbours_as_they_are()
    {
        await FillAsync(40);
        using (var connection = new SqliteConnection($"Data Source={Day};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "UPDATE chunk SET data = zeroblob(50) WHERE id = 3";
            Assert.That(command.ExecuteNonQuery(), Is.EqualTo(1));
        }

        await using var store = await OpenAsync();
        var all = await AllAsync(store, "X", page: 5);
        var lost = all.FindIndex(value => value.Status.IsBad);
        var missing = 40 - (all.Count - 1);
        Assert.That(missing, Is.InRange(1, 10));
        Assert.That(StatusCodes.NameOf(all[lost].Status), Is.EqualTo("BadDataLost"));
        Assert.That(Texts(all), Is.EqualTo(Enumerable.Range(0, 40).Where(i => i < lost || i >= lost + missing).Select(i => i + Filling)));
    }

    [Test]
    public async Task A_file_that_is_no_database_reads_as_lost_and_is_put_aside_when_it_is_to_be_written()
    {
        await FillAsync(40);
        SqliteConnection.ClearAllPools();
        await File.WriteAllBytesAsync(Day, Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("no database ", 20_000))));
        File.Delete(Day + "-wal");
        await using var store = await OpenAsync();
        Assert.That((await AllAsync(store, "X")).First().Status, Is.EqualTo(new StatusCode(StatusCodes.BadDataLost)));
        for (var i = 40; i < 60; i++)
            store.Record(store.SeriesOf("X", ""), Variant.From(i + Filling), StatusCode.Good, Start + i * Second);
        await TurnAsync(store);
        await TurnAsync(store);
        Assert.That(Texts(await AllAsync(store, "X")).TakeLast(20), Is.EqualTo(Enumerable.Range(40, 20).Select(i => i + Filling)));
        Assert.That(File.Exists(Day + ".damaged"));
    }

    [Test]
    public async Task A_damaged_place_of_the_journal_costs_what_stood_there()
    {
        await using (var store = await OpenAsync())
        {
            var series = store.SeriesOf("X", "");
            for (var i = 0; i < 30; i++)
            {
                store.Record(series, Variant.From(i), StatusCode.Good, Start + i * Second);
                await store.FlushAsync(CancellationToken.None);
            }
        }

        var journal = Directory.GetFiles(Folder, "journal-*.log").Single();
        var bytes = await File.ReadAllBytesAsync(journal);
        bytes[bytes.Length / 2] ^= 0xFF;
        await File.WriteAllBytesAsync(journal, bytes[..^5]); // And a torn end.
        await using var again = await OpenAsync();
        var values = (await AllAsync(again, "X")).Select(value => value.Value.Bits).ToArray();
        Assert.That(values, Has.Length.EqualTo(28).And.Ordered);
        Assert.That(values[^1], Is.EqualTo(28));
    }

    private static IEnumerable<string> Texts(IEnumerable<DataValue> values) =>
        values.Where(value => !value.Status.IsBad).Select(value => (string)value.Value.Reference!);

    private string Day => Path.Combine(Folder, "2026-11-20.db");

    private async Task FillAsync(int count)
    {
        await using var store = await OpenAsync();
        for (var i = 0; i < count; i++)
            store.Record(store.SeriesOf("X", ""), Variant.From(i + Filling), StatusCode.Good, Start + i * Second);
        await TurnAsync(store);
    }

    /// <summary>Lets time pass until everything due is in the files of the days.</summary>
    private async Task TurnAsync(HistoryStore store)
    {
        await store.FlushAsync(CancellationToken.None);
        Clock.Move(TimeSpan.FromSeconds(61));
        await store.FlushAsync(CancellationToken.None);
        await store.FlushAsync(CancellationToken.None);
    }
}
