using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

/// <summary>Any page size gives the same list.</summary>
internal sealed class PagingTests : StoreFixture
{
    /// <summary>Many small chunks: a string of 500 bytes fills one in eight values.</summary>
    private const int Padding = 500;

    [FsCheck.NUnit.Property(MaxTest = 6)]
    public Property Any_page_size_gives_the_same_list_both_ways_with_duplicates_while_a_writer_goes_on() =>
        Prop.ForAll(
            Cases().ToArbitrary(),
            made =>
            {
                RunAsync(made.Offsets, made.Page, made.Breaks).GetAwaiter().GetResult();
            }
        );

    private static Gen<(int[] Offsets, int Page, int Breaks)> Cases()
    {
        // Few distinct times: duplicates at every seam; steps back: chunks overlap; steps over midnight: several files.
        var offsets = Gen.ArrayOf(Gen.Frequency((6, Gen.Choose(0, 3)), (1, Gen.Choose(-40, 40)), (1, Gen.Choose(-60_000, 60_000))), 250);
        return offsets.SelectMany(o => Gen.Choose(1, 60).SelectMany(page => Gen.Choose(1, 5).Select(breaks => (o, page, breaks))));
    }

    private async Task RunAsync(int[] steps, int page, int breaks)
    {
        DeleteFolder();
        MakeFolder();
        var times = new List<long>();
        var store = await OpenAsync();
        try
        {
            var time = Start;
            for (var i = 0; i < steps.Length; i++)
            {
                time = Math.Clamp(time + steps[i] * Second, Start - 100_000 * Second, Start + 80_000 * Second);
                Assert.That(store.Record(store.SeriesOf("X", ""), Variant.From(Text(i)), StatusCode.Good, time));
                times.Add(time);
                if (i % (steps.Length / breaks) != 0)
                    continue;
                await store.DisposeAsync(); // Values move from memory to files and back from the journal.
                Clock.Move(TimeSpan.FromSeconds(11));
                store = await OpenAsync();
            }

            await store.FlushAsync(CancellationToken.None);
            var expected = times
                .Select((t, i) => (Time: t, Index: i))
                .OrderBy(x => x.Time)
                .ThenBy(x => x.Index)
                .Select(x => (x.Time, Text(x.Index)))
                .ToArray();
            using var stop = new CancellationTokenSource();
            var writer = Task.Run(() => WriteOnAsync(store, stop.Token));
            Assert.That(await ReadAsync(store, new(0, Start + 86_000 * Second), page), Is.EqualTo(expected));
            Assert.That(await ReadAsync(store, new(Start + 86_000 * Second - 1, 0, true), page), Is.EqualTo(expected.Reverse()));
            var (from, to) = (times[times.Count / 3], times[times.Count / 2]);
            (from, to) = (Math.Min(from, to), Math.Max(from, to));
            Assert.That(await ReadAsync(store, new(from, to), page), Is.EqualTo(expected.Where(x => x.Time >= from && x.Time < to)));
            Assert.That(
                await ReadAsync(store, new(to, from, true), page),
                Is.EqualTo(expected.Where(x => x.Time <= to && x.Time > from).Reverse())
            );
            await stop.CancelAsync();
            await writer;
        }
        finally
        {
            await store.DisposeAsync();
        }
    }

    /// <summary>Values behind all others, so that open chunks grow, are sealed and stored while the reader pages.</summary>
    private static async Task WriteOnAsync(HistoryStore store, CancellationToken cancellationToken)
    {
        for (var i = 0; !cancellationToken.IsCancellationRequested; i++)
        {
            store.Record(store.SeriesOf("X", ""), Variant.From(Text(i)), StatusCode.Good, Start + 86_000 * Second + i);
            if (i % 10 == 0)
                await store.FlushAsync(CancellationToken.None);
        }
    }

    private static string Text(int i) => i.ToString("D4", System.Globalization.CultureInfo.InvariantCulture) + new string('x', Padding);

    private static async Task<(long, string)[]> ReadAsync(HistoryStore store, HistoryRange range, int page) =>
        [.. (await AllAsync(store, "X", range, page)).Select(value => (value.SourceTime, (string)value.Value.Reference!))];
}
