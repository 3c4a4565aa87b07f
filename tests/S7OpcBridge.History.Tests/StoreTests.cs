using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

/// <summary>What a store keeps and how it reads.</summary>
internal sealed class StoreTests : StoreFixture
{
    [Test]
    public async Task A_value_is_read_after_the_commit_and_after_a_restart()
    {
        await using (var store = await OpenAsync())
        {
            var series = store.SeriesOf("Line1/Speed", "Line1");
            Assert.That(store.Record(series, Variant.From(42), StatusCode.Good, Start));
            await store.FlushAsync(CancellationToken.None);
            Assert.That(Shown(await AllAsync(store, "Line1/Speed")), Is.EqualTo(["0:42"]));
            Assert.That(store.Figures, Has.Property("Stored").EqualTo(1).And.Property("Lost").Zero);
        }

        await using var again = await OpenAsync();
        Assert.That(Shown(await AllAsync(again, "Line1/Speed")), Is.EqualTo(["0:42"]));
    }

    [Test]
    public async Task A_stop_leaves_a_gap_behind_the_last_value_of_the_PLC_in_all_its_series()
    {
        await using (var store = await OpenAsync())
        {
            var (speed, level) = (store.SeriesOf("Line1/Speed", "Line1"), store.SeriesOf("Line1/Level", "Line1"));
            _ = store.SeriesOf("Line2/Speed", "Line2");
            store.Record(speed, Variant.From(1), StatusCode.Good, Start);
            store.Record(level, Variant.From(2), StatusCode.Good, Start + Second);
        }

        Clock.Move(TimeSpan.FromHours(1));
        await using var again = await OpenAsync();
        _ = again.SeriesOf("Line1/Level", "Line1");
        var series = again.SeriesOf("Line1/Speed", "Line1");
        again.Record(series, Variant.From(3), StatusCode.Good, Start + 3600 * Second);
        await again.FlushAsync(CancellationToken.None);
        Assert.That(Shown(await AllAsync(again, "Line1/Speed")), Is.EqualTo(["0:1", "1.0000001:BadDataLost", "3600:3"]));
        Assert.That(Shown(await AllAsync(again, "Line1/Level")), Is.EqualTo(["1:2", "1.0000001:BadDataLost"]));
        Assert.That(await AllAsync(again, "Line2/Speed"), Is.Empty);
    }

    [Test]
    public async Task A_marked_gap_is_seen_in_series_that_were_there_and_not_in_later_ones()
    {
        await using var store = await OpenAsync();
        store.Record(store.SeriesOf("Line1/Old", "Line1"), Variant.From(1), StatusCode.Good, Start);
        store.MarkLost("Line1", Start + 10 * Second);
        Clock.Move(TimeSpan.FromSeconds(20));
        store.Record(store.SeriesOf("Line1/New", "Line1"), Variant.From(2), StatusCode.Good, Start + 20 * Second);
        await store.FlushAsync(CancellationToken.None);
        Assert.That(Shown(await AllAsync(store, "Line1/Old")), Is.EqualTo(["0:1", "10:BadDataLost"]));
        Assert.That(Shown(await AllAsync(store, "Line1/Old", new(long.MaxValue, 0, true))), Is.EqualTo(["10:BadDataLost", "0:1"]));
        Assert.That(Shown(await AllAsync(store, "Line1/New")), Is.EqualTo(["20:2"]));
    }

    [Test]
    public async Task Values_that_come_out_of_order_or_with_another_type_are_read_in_order_of_time()
    {
        await using var store = await OpenAsync();
        var series = store.SeriesOf("Line1/X", "Line1");
        store.Record(series, Variant.From(1), StatusCode.Good, Start + 10 * Second);
        store.Record(series, Variant.From(2), StatusCode.Good, Start + 5 * Second);
        store.Record(series, Variant.From("three"), StatusCode.Good, Start + 7 * Second);
        store.Record(series, Variant.From(4), StatusCode.Good, Start + 7 * Second);
        store.Record(series, Variant.From(5), StatusCode.Good, Start - 86400 * Second);
        store.Record(series, Variant.From("six"), StatusCode.Good, Start + 6 * Second);
        await store.FlushAsync(CancellationToken.None);
        string[] inOrder = ["-86400:5", "5:2", "6:six", "7:three", "7:4", "10:1"];
        Assert.That(Shown(await AllAsync(store, "Line1/X")), Is.EqualTo(inOrder));
        Assert.That(Shown(await AllAsync(store, "Line1/X", new(long.MaxValue, 0, true), page: 1)), Is.EqualTo(inOrder.Reverse()));
        Assert.That(
            Shown(await AllAsync(store, "Line1/X", new(Start + 5 * Second, Start + 7 * Second))),
            Is.EqualTo(["5:2", "6:six"]),
            "the end is not part of it"
        );
        Assert.That(
            Shown(await AllAsync(store, "Line1/X", new(Start + 7 * Second, Start + 5 * Second, true))),
            Is.EqualTo(["7:4", "7:three", "6:six"])
        );
    }

    [Test]
    public async Task The_nearest_value_is_found_on_either_side()
    {
        await using var store = await OpenAsync();
        var series = store.SeriesOf("Line1/X", "Line1");
        store.Record(series, Variant.From(1), StatusCode.Good, Start);
        store.Record(series, default, StatusCodes.BadNoCommunication, Start + Second);
        store.Record(series, Variant.From(3), StatusCode.Good, Start + 2 * Second);
        await store.FlushAsync(CancellationToken.None);
        Assert.That(await FoundAsync(new(Start + 2 * Second, Backward: true)), Is.EqualTo("1:BadNoCommunication"));
        Assert.That(await FoundAsync(new(Start + 2 * Second, Backward: true, Usable: true)), Is.EqualTo("0:1"));
        Assert.That(await FoundAsync(new(Start + 2 * Second, Backward: true, Inclusive: true)), Is.EqualTo("2:3"));
        Assert.That(await FoundAsync(new(Start, Backward: false)), Is.EqualTo("1:BadNoCommunication"));
        Assert.That(await FoundAsync(new(Start, Backward: false, Usable: true)), Is.EqualTo("2:3"));
        Assert.That(await FoundAsync(new(Start + 2 * Second, Backward: false)), Is.Null);
        Assert.That(await FoundAsync(new(Start, Backward: true)), Is.Null);

        async Task<string?> FoundAsync(HistorySearch search) =>
            await store.FindAsync("Line1/X", search, CancellationToken.None) is { } value ? Shown([value]).Single() : null;
    }

    [Test]
    public async Task A_page_ends_with_its_bytes()
    {
        await using var store = await OpenAsync();
        var series = store.SeriesOf("Line1/Text", "Line1");
        for (var i = 0; i < 50; i++)
            store.Record(series, Variant.From(new string('x', 1000)), StatusCode.Good, Start + i);
        await store.FlushAsync(CancellationToken.None);
        var page = await store.ReadAsync("Line1/Text", new(0, long.MaxValue), null, 1000, 10_000, CancellationToken.None);
        Assert.That(page.Values, Has.Count.InRange(8, 9));
        Assert.That(page.Next, Is.Not.Null);
        Assert.That(await AllAsync(store, "Line1/Text", maxBytes: 1), Has.Count.EqualTo(50), "one value at least");
    }

    [Test]
    public async Task Too_many_values_are_refused_counted_and_marked()
    {
        await using var store = await OpenAsync(options => options with { MaxWaiting = 10, CommitInterval = TimeSpan.FromHours(1) });
        var series = store.SeriesOf("Line1/X", "Line1");
        for (var i = 0; i < 12; i++)
            Assert.That(store.Record(series, Variant.From(i), StatusCode.Good, Start + i * Second), Is.EqualTo(i < 10));
        await store.FlushAsync(CancellationToken.None);
        store.Record(series, Variant.From(99), StatusCode.Good, Start + 12 * Second);
        await store.FlushAsync(CancellationToken.None);
        Assert.That(Shown(await AllAsync(store, "Line1/X")).Skip(9), Is.EqualTo(["9:9", "10:BadDataLost", "12:99"]));
        Assert.That(store.Figures.Lost, Is.EqualTo(2));
    }

    [Test]
    public async Task A_time_that_cannot_be_is_refused_and_marked()
    {
        await using var store = await OpenAsync(options => options with { Keep = TimeSpan.FromDays(3) });
        var series = store.SeriesOf("Line1/X", "Line1");
        Assert.That(store.Record(series, Variant.From(1), StatusCode.Good, 0), Is.False, "no time");
        Assert.That(store.Record(series, Variant.From(1), StatusCode.Good, Start + 2 * 86400 * Second), Is.False, "the day after tomorrow");
        Assert.That(
            store.Record(series, Variant.From(1), StatusCode.Good, Start - 4 * 86400 * Second),
            Is.False,
            "older than what is kept"
        );
        await store.FlushAsync(CancellationToken.None);
        Assert.That(Shown(await AllAsync(store, "Line1/X")), Is.EqualTo(["0:BadDataLost"]));
    }

    [Test]
    public async Task A_second_process_is_refused()
    {
        await using var store = await OpenAsync();
        Assert.That(
            async () => await OpenAsync(),
            Throws.InstanceOf<HistoryException>().With.Message.Contains("in use by another process")
        );
    }
}
