using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The program with a history, and what happens to it: a client that was away reads what it missed.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
public sealed class HistoryTests
{
    private const string Server = "security: [None], anonymous: read, history: { store: history }";
    private const string Recorded = "      - { name: Number, address: DB1.DBD0, type: DInt, scan: fast, history: true }\n";

    [Test]
    public async Task A_client_that_was_away_reads_every_value_that_it_missed(CancellationToken token)
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(60));
        await using var bridge = await Bridge.StartAsync(Map(plc), token);
        long since;
        await using (var before = await HistoryClient.ConnectAsync(bridge, token))
        {
            await before.UntilAsync("Number", 1, values => values.Count > 3, token);
            since = (await before.PresentAsync("Number", token)).SourceTime;
        }
        // Nobody is connected while the PLC goes on.
        await Task.Delay(TimeSpan.FromSeconds(2), token);
        await using var client = await HistoryClient.ConnectAsync(bridge, token);
        var now = await client.PresentAsync("Number", token);
        var missed = await client.UntilAsync("Number", since, values => values.Count > 0 && values[^1].SourceTime >= now.SourceTime, token);
        var numbers = missed.Select(value => value.Value.Bits).ToArray();

        Assert.That(numbers, Is.EqualTo(Enumerable.Range((int)numbers[0], numbers.Length)), "every number of the PLC once, in its order");
        Assert.That(numbers, Has.Length.GreaterThan(5));
        Assert.That(missed.Select(value => value.Status.Value), Is.All.EqualTo(StatusCodes.Good));
        Assert.That(missed[0].SourceTime, Is.EqualTo(since));
        var inPages = await client.ReadAsync("Number", since, token, missed[^1].SourceTime + 1, page: 3);
        Assert.That(inPages, Is.EqualTo(missed), "in pages the same");
    }

    [Test]
    public async Task A_lost_link_is_a_gap_between_the_values(CancellationToken token)
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(60));
        await using var bridge = await Bridge.StartAsync(Map(plc), token);
        await using var client = await HistoryClient.ConnectAsync(bridge, token);
        await client.UntilAsync("Number", 1, values => values.Count > 3, token);
        plc.Faults.CutPower();
        await client.UntilAsync("Number", 1, values => values[^1].Status.Value == StatusCodes.BadDataLost, token);
        plc.Faults.GivePower();
        var all = await client.UntilAsync("Number", 1, values => values[^1].Status.IsGood, token);

        var gap = all.FindIndex(value => !value.Status.IsGood);
        Assert.That(all.Count(value => !value.Status.IsGood), Is.EqualTo(1));
        Assert.That(all[gap].Value.IsNull, Is.True);
        Assert.That(all.Select(value => value.SourceTime), Is.Ordered.Ascending);
    }

    [Test]
    public async Task After_a_stop_or_a_kill_everything_acknowledged_is_there_and_the_gap_is_told(
        [Values("TERM", "KILL")] string signal,
        CancellationToken token
    )
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(60));
        var map = Map(plc) + "      - { name: Still, address: DB1.DBD100, type: DInt, scan: fast, history: true }\n";
        await using var bridge = await Bridge.StartAsync(map, token);
        List<DataValue> before;
        long seen;
        await using (var client = await HistoryClient.ConnectAsync(bridge, token))
        {
            before = await client.UntilAsync("Number", 1, values => values.Count > 5, token);
            seen = (await client.PresentAsync("Still", token)).ServerTime;
        }
        await bridge.Program.SignalAsync(signal);
        await bridge.Program.ExitAsync(TimeSpan.FromSeconds(60), token);
        await using var again = await bridge.AgainAsync(token);
        await using var returned = await HistoryClient.ConnectAsync(again, token);
        var numbers = await returned.UntilAsync(
            "Number",
            1,
            values => values.Exists(value => !value.Status.IsGood) && values[^1].Status.IsGood,
            token
        );
        var still = await returned.UntilAsync("Still", 1, values => values[^1].Status.IsGood && values.Count > 2, token);

        Assert.That(numbers.Take(before.Count), Is.EqualTo(before), "what a client has read stays");
        Assert.That(
            numbers.Where(value => !value.Status.IsGood).Select(value => value.Status.Value),
            Is.EqualTo(new[] { StatusCodes.BadDataLost })
        );
        var gap = numbers.FindIndex(value => !value.Status.IsGood);
        Assert.That(numbers.Take(gap).Select(value => value.Value.Bits), Is.EqualTo(Enumerable.Range((int)numbers[0].Value.Bits, gap)));
        Assert.That(still.Select(value => StatusCodes.NameOf(value.Status)), Is.EqualTo(new[] { "Good", "BadDataLost", "Good" }));
        if (signal == "TERM")
            Assert.That(still[1].SourceTime, Is.GreaterThan(seen), "until then the value was confirmed, though it did not change");
        Assert.That(numbers.Select(value => value.SourceTime), Is.Ordered.Ascending);
    }

    private static string Map(SoftPlc plc) => FieldPlc.Map(plc, Server, Recorded);
}
