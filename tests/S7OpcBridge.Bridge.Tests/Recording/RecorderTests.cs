using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>What is recorded of a PLC while things happen to it.</summary>
[CancelAfter(60_000), FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class RecorderTests
{
    private static readonly TagDetails Recorded = new() { History = TagHistory.All };

    private Tape _tape = new();

    private static void TwoTags(TagList tags) =>
        tags.Class("fast", 20)
            .Tag("A", "DB1.DBW0", "Int", Recorded)
            .Tag("B", "DB1.DBW2", "Int")
            .Tag("C", "DB1.DBB10", "String[4]", Recorded)
            .Tag("D", "DB1.DBW20", "Int(0..2)", Recorded);

    [Test]
    public async Task Every_change_of_a_tag_with_history_is_recorded_with_its_source_time(CancellationToken token)
    {
        await using var plant = await StartAsync(TwoTags, token);
        await UntilAsync(() => _tape.Of("A").Length == 1, token);
        for (byte number = 1; number < 5; number++)
        {
            plant.Poke(0, 0, number, 0, number);
            await UntilAsync(() => _tape.NumbersOf("A")[^1] == number, token);
        }
        plant.Poke(10, 4, 2, (byte)'o', (byte)'k');
        plant.Poke(20, 0, 1, 0, 2, 0, 3);
        await UntilAsync(() => _tape.Of("C").Length == 2 && _tape.Of("D").Length == 2, token);

        var now = (await plant.Client.ReadAsync(token, ServedPlant.Node("A")))[0];
        Assert.That(_tape.NumbersOf("A"), Is.EqualTo(new[] { 0, 1, 2, 3, 4 }));
        Assert.That(_tape.Of("A")[^1].SourceTime, Is.EqualTo(now.SourceTime));
        Assert.That(_tape.Of("A").Select(value => value.SourceTime), Is.Ordered.Ascending);
        Assert.That(_tape.Of("B"), Is.Empty);
        Assert.That(_tape.Of("C")[1].Value.Reference, Is.EqualTo("ok"));
        Assert.That(_tape.Of("D")[1].Value.Reference, Is.EqualTo(new short[] { 1, 2, 3 }));
    }

    [Test]
    public async Task A_lost_link_is_one_gap_from_the_last_confirmation_on(CancellationToken token)
    {
        await using var plant = await StartAsync(TwoTags, token);
        plant.Poke(0, 0, 7);
        await UntilAsync(() => _tape.NumbersOf("A") is [.., 7], token);
        // The first scan may have brought the 7 already: then there is one value, and two else.
        var before = _tape.Of("A").Length;
        plant.Plc.Faults.CutPower();
        await UntilAsync(() => _tape.Gaps.Length == 1, token);
        var down = (await plant.UntilAsync("A", value => value.Status.Value != StatusCodes.Good, token)).SourceTime;
        plant.Plc.Faults.GivePower();
        await UntilAsync(() => _tape.Of("A").Length > before && _tape.StatusesOf("A")[^1] == "Good", token);

        Assert.That(_tape.StatusesOf("A"), Is.All.EqualTo("Good"), "the marker of the PLC stands for all its tags");
        Assert.That(_tape.Gaps.Single().Plc, Is.EqualTo("Line1"));
        Assert.That(_tape.Gaps[0].From, Is.GreaterThan(_tape.Of("A")[^2].SourceTime).And.LessThanOrEqualTo(down));
        Assert.That(
            _tape.Of("A")[^1].SourceTime,
            Is.GreaterThan(down),
            "the first value after the gap is recorded although it is the same"
        );
        Assert.That(_tape.NumbersOf("A")[^2..], Is.EqualTo(new[] { 7, 7 }));
    }

    [Test]
    public async Task A_PLC_that_was_never_there_has_no_gap(CancellationToken token)
    {
        await using (var plant = await StartAsync(TwoTags, token, prepare: plc => plc.Faults.CutPower()))
            await plant.UntilAsync("A", StatusCodes.BadNoCommunication, token);

        Assert.That(_tape.Gaps, Is.Empty);
        Assert.That(_tape.Of("A"), Is.Empty);
    }

    [Test]
    public async Task A_CPU_in_STOP_is_recorded_as_uncertain_with_the_last_value(CancellationToken token)
    {
        await using var plant = await StartAsync(TwoTags, token, plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(50) });
        plant.Poke(0, 0, 7);
        await UntilAsync(() => _tape.NumbersOf("A") is [.., 7], token);
        plant.Plc.Cpu.IsRunning = false;
        await UntilAsync(() => _tape.StatusesOf("A")[^1] == "UncertainLastUsableValue", token);
        plant.Plc.Cpu.IsRunning = true;
        await UntilAsync(() => _tape.StatusesOf("A")[^1] == "Good", token);

        Assert.That(_tape.NumbersOf("A")[^3..], Is.EqualTo(new[] { 7, 7, 7 }));
        Assert.That(_tape.Gaps, Is.Empty, "the values arrived all the time");
    }

    [Test]
    public async Task A_tag_that_the_PLC_refuses_is_recorded_as_bad_without_a_value(CancellationToken token)
    {
        await using var plant = await StartAsync(tags => tags.Class("fast", 20).Tag("A", "DB9.DBW0", "Int", Recorded), token);
        await UntilAsync(() => _tape.Of("A").Length > 0, token);

        Assert.That(_tape.StatusesOf("A")[0], Is.EqualTo("BadConfigurationError"));
        Assert.That(_tape.Of("A")[0].Value.IsNull, Is.True);
    }

    [Test]
    public async Task A_reload_begins_and_ends_recording_while_other_tags_go_on(CancellationToken token)
    {
        await using var plant = await StartAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int", Recorded).Tag("B", "DB1.DBW2", "Int"),
            token
        );
        plant.Poke(2, 0, 9);
        await plant.UntilAsync("B", value => value.Value.Bits == 9, token);
        await UntilAsync(() => _tape.Of("A").Length == 1, token);

        await plant.AdoptAsync(tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int", Recorded), token);

        Assert.That(_tape.StatusesOf("A"), Is.EqualTo(new[] { "Good", "BadDataLost" }), "from here on values are missing");
        Assert.That(_tape.NumbersOf("B"), Is.EqualTo(new[] { 9 }), "the value of this moment is the first");
        plant.Poke(0, 0, 1, 0, 10);
        await UntilAsync(() => _tape.NumbersOf("B")[^1] == 10, token);
        Assert.That(_tape.Of("A"), Has.Length.EqualTo(2));
        Assert.That(_tape.Gaps, Is.Empty);
    }

    [Test]
    public async Task A_changed_type_goes_on_in_the_same_series_and_a_new_name_in_another(CancellationToken token)
    {
        await using var plant = await StartAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int", Recorded).Tag("B", "DB1.DBW2", "Int", Recorded),
            token
        );
        await UntilAsync(() => _tape.Of("A").Length == 1 && _tape.Of("B").Length == 1, token);

        await plant.AdoptAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBD0", "Real", Recorded).Tag("New", "DB1.DBW2", "Int", Recorded),
            token
        );
        await UntilAsync(() => _tape.Of("A").Length == 2 && _tape.Of("New").Length == 1, token);

        Assert.That(_tape.Of("A").Select(value => value.Value.Type), Is.EqualTo(new[] { BuiltInType.Int16, BuiltInType.Float }));
        Assert.That(_tape.StatusesOf("A"), Is.All.EqualTo("Good"));
        Assert.That(_tape.StatusesOf("B"), Is.EqualTo(new[] { "Good", "BadDataLost" }));
    }

    [Test]
    public async Task At_the_end_it_is_recorded_until_when_the_values_were_confirmed(CancellationToken token)
    {
        var plant = await StartAsync(TwoTags, token);
        await UntilAsync(() => _tape.Of("A").Length == 1, token);
        var seen = (
            await plant.UntilAsync("A", value => value.ServerTime > _tape.Of("A")[0].SourceTime + TimeSpan.TicksPerSecond / 2, token)
        ).ServerTime;
        plant.Server.EndRecording();
        var confirmed = _tape.OfKey("!seen/Line1");
        await plant.DisposeAsync();

        Assert.That(
            confirmed[^1].SourceTime,
            Is.GreaterThanOrEqualTo(seen),
            "though no value changed: the gap begins there and not at the last change"
        );
        Assert.That(_tape.OfKey("!seen/Line1"), Has.Length.EqualTo(confirmed.Length), "nothing is recorded after the end");
        Assert.That(_tape.Gaps, Is.Empty, "the store marks it when it is opened again");
    }

    [Test]
    public async Task What_another_node_has_read_is_not_recorded_here_and_leaves_a_gap(CancellationToken token)
    {
        await using var plant = await StartAsync(TwoTags, token);
        plant.Poke(0, 0, 7);
        await UntilAsync(() => _tape.NumbersOf("A") is [.., 7], token);
        var now = TimeProvider.System.GetUtcNow().UtcTicks;
        var forwarded = plant.Acquisition.RentForwarded(0, now);
        forwarded.Add(new TagSample(0, new TagValue(TagValueKind.Int16, 8), TagQuality.Good, now));
        await plant.Acquisition.FeedAsync(forwarded, token);
        await UntilAsync(() => _tape.Gaps.Length == 1, token);

        Assert.That(_tape.NumbersOf("A"), Has.None.EqualTo(8));
        Assert.That(_tape.Gaps[0].From, Is.GreaterThan(_tape.Of("A")[^1].SourceTime));
    }

    [Test]
    public async Task What_another_node_has_read_is_recorded_once_and_its_silence_is_a_gap(CancellationToken token)
    {
        _tape = new Tape { RecordsForwarded = true };
        await using var plant = await StartAsync(TwoTags, token, prepare: plc => plc.Faults.CutPower());
        await plant.UntilAsync("A", StatusCodes.BadNoCommunication, token);
        var start = TimeProvider.System.GetUtcNow().UtcTicks;
        await FeedAsync(start + 1000, (8, TagQuality.Good, start), (9, TagQuality.Good, start + 500));
        await UntilAsync(() => _tape.NumbersOf("A") is [8, 9], token);
        // The connection between the nodes was away for a moment: all values come again.
        await FeedAsync(start + 2000, (9, TagQuality.Good, start + 500));
        await FeedAsync(start + 3000, (10, TagQuality.Good, start + 3000));
        await UntilAsync(() => _tape.NumbersOf("A") is [.., 10], token);
        Assert.That(_tape.NumbersOf("A"), Is.EqualTo(new[] { 8, 9, 10 }));
        Assert.That(_tape.Gaps, Is.Empty);

        await FeedAsync(0, (null, TagQuality.NotConfirmed, start + 20_000));
        await UntilAsync(() => _tape.Gaps.Length == 1, token);
        Assert.That(_tape.Gaps[0].From, Is.EqualTo(UaTime.FromTicks(start + 3000) + 1), "from the last confirmation on");
        // It did not change meanwhile: it counts again from its confirmation on.
        await FeedAsync(start + 30_000, (10, TagQuality.Good, start + 3000));
        await UntilAsync(() => _tape.Of("A").Length == 4, token);
        Assert.That((_tape.NumbersOf("A")[3], _tape.Of("A")[3].SourceTime), Is.EqualTo((10, UaTime.FromTicks(start + 30_000))));

        // This node takes the PLC over.
        plant.Plc.Faults.GivePower();
        await UntilAsync(() => _tape.NumbersOf("A")[^1] == 0, token);
        Assert.That(_tape.Gaps.Select(gap => gap.From), Does.Contain(UaTime.FromTicks(start + 30_000) + 1), "nobody read it in between");

        async Task FeedAsync(long confirmed, params (short? Value, TagQuality Quality, long Ticks)[] values)
        {
            var batch = plant.Acquisition.RentForwarded(0, confirmed);
            foreach (var (value, quality, ticks) in values)
                batch.Add(new TagSample(0, value is { } number ? new TagValue(TagValueKind.Int16, number) : default, quality, ticks));
            await plant.Acquisition.FeedAsync(batch, token);
        }
    }

    [Test]
    public async Task The_last_value_of_an_interval_is_recorded_when_the_PLC_has_gone_on(CancellationToken token)
    {
        var every = new TagDetails { History = new TagHistory { Every = TimeSpan.FromMilliseconds(500) } };
        await using var plant = await StartAsync(tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int", every), token);
        await UntilAsync(() => _tape.Of("A").Length == 1, token);
        for (byte number = 1; number <= 100; number++)
        {
            plant.Poke(0, 0, number);
            await plant.UntilAsync("A", value => value.Value.Bits == number, token);
        }
        await UntilAsync(() => _tape.NumbersOf("A")[^1] == 100, token);

        Assert.That(_tape.NumbersOf("A"), Is.Ordered.Ascending);
        Assert.That(_tape.Of("A").Skip(1).Select(value => value.SourceTime / (500 * TimeSpan.TicksPerMillisecond)), Is.Unique);
    }

    private Task<ServedPlant> StartAsync(
        Action<TagList> tags,
        CancellationToken token,
        Func<PlcDefinition, PlcDefinition>? change = null,
        Action<Simulator.SoftPlc>? prepare = null
    ) => ServedPlant.StartAsync(tags, token, change, prepare: prepare, recording: _tape.Recording);

    private static Task UntilAsync(Func<bool> holds, CancellationToken token) =>
        Poll.UntilAsync(() => Task.FromResult(holds()), holds => holds, token);
}
