using System.Buffers.Binary;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>Another map while a PLC is being read.</summary>
public sealed class AdoptTests
{
    [Test, CancelAfter(30_000)]
    public async Task Fifty_reloads_disturb_no_tag_that_stays_and_keep_the_connection(CancellationToken token)
    {
        static void Staying(MapDraft map) => map.Class("fast", 10).Tag("Count", "DB1.DBW0", "Int").Tag("Still", "DB1.DBW2", "Int");
        await using var plant = Plant.Start(Staying);
        await plant.UntilGoodAsync(1, token);

        for (var round = 1; round <= 50; round++)
        {
            var at = 10 + round % 7 * 2;
            await plant.AdoptAsync(
                map =>
                {
                    Staying(map);
                    map.Tag($"Extra{round % 3}", $"DB1.DBW{at}", "Word");
                    if (round % 2 == 0)
                        map.Class("slow", 50).Tag("Slow", $"DB1.DBW{at + 20}", "Int");
                },
                token
            );
            var value = new byte[2];
            BinaryPrimitives.WriteInt16BigEndian(value, (short)round);
            plant.Poke(0, value);
            await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == round, token);
        }

        Assert.That(
            plant.Seen.SamplesOf(0).Select(sample => sample.Value.Bits),
            Is.EqualTo(Enumerable.Range(0, 51)),
            "no value is missed, none comes twice"
        );
        Assert.That(plant.Seen.SamplesOf(1), Has.Length.EqualTo(1), "a tag that stands is not sent again");
        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.EqualTo(1));
    }

    [Test, CancelAfter(20_000)]
    public async Task New_tags_come_at_once_and_removed_ones_are_read_no_more(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("slow", 60_000).Tag("A", "DB1.DBW0", "Int").Tag("Gone", "DB1.DBW500", "Int"));
        await plant.UntilGoodAsync(1, token);

        var numbers = await plant.AdoptAsync(
            map => map.Class("slow", 60_000).Tag("A", "DB1.DBW0", "Int").Tag("New", "DB1.DBW2", "Int"),
            token
        );
        await plant.UntilGoodAsync(numbers[1], token);

        Assert.That(plant.Acquisition.Map.Tags[1].IsGone, Is.True);
        Assert.That(
            await plant.WriteAsync(
                token,
                new TagWrite(1, new TagValue(TagValueKind.Int16, 1)),
                new TagWrite(numbers[1], new TagValue(TagValueKind.Int16, 7))
            ),
            Is.EqualTo(new[] { TagWriteResult.NoCommunication, TagWriteResult.Ok }),
            "a client that still has the old number is not told that the tag is read-only"
        );
        await plant.UntilAsync(() => plant.Seen.ValueOf(numbers[1]).Bits == 7, token);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_changed_type_is_read_anew_and_its_old_number_says_nothing_more(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int"));
        plant.Poke(0, 0xFF, 0xFF);
        await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == -1, token);

        var numbers = await plant.AdoptAsync(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Word").Tag("B", "DB1.DBW2", "Int"), token);
        await plant.UntilAsync(() => plant.Seen.ValueOf(numbers[0]) == new TagValue(TagValueKind.UInt16, 0xFFFF), token);
        var seen = plant.Seen.SamplesOf(0).Length;
        plant.Poke(0, 0, 1);
        await plant.UntilAsync(() => plant.Seen.ValueOf(numbers[0]).Bits == 1, token);

        Assert.That(numbers, Is.EqualTo(new[] { 2, 1 }));
        Assert.That(plant.Seen.SamplesOf(0), Has.Length.EqualTo(seen));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_refused_tag_stays_refused_and_its_neighbours_good(CancellationToken token)
    {
        static void Draft(MapDraft map) => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Tag("Bad", "DB1.DBW2000", "Int");
        await using var plant = Plant.Start(Draft);
        await plant.UntilAsync(
            () => plant.Seen.QualityOf(1) == TagQuality.ConfigurationError && plant.Seen.QualityOf(0) == TagQuality.Good,
            token
        );

        await plant.AdoptAsync(
            map =>
            {
                map.Class("fast", 10).Tag("New", "DB1.DBW4", "Int");
                map.Tag("A", "DB1.DBW0", "Int").Tag("Bad", "DB1.DBW2000", "Int");
            },
            token
        );
        await plant.UntilGoodAsync(2, token);

        Assert.That(plant.Seen.QualitiesOf(1), Is.EqualTo(new[] { TagQuality.ConfigurationError }));
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }));
        Assert.That(plant.Status.BadTags.Single(), Does.StartWith("Line1/Bad"));
        await plant.AdoptAsync(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"), token);
        Assert.That(plant.Status.BadTags, Is.Empty);
    }

    [Test, CancelAfter(20_000)]
    public async Task Tags_that_come_while_the_link_is_down_say_so_and_are_read_when_it_is_back(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LinkDownLastValue, token);

        var numbers = await plant.AdoptAsync(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Tag("New", "DB1.DBW2", "Int"), token);
        await plant.UntilAsync(() => plant.Seen.QualityOf(numbers[1]) == TagQuality.LinkDown, token);
        plant.Plc.Faults.GivePower();
        await plant.UntilGoodAsync(numbers[1], token);

        await plant.UntilGoodAsync(0, token);
    }

    [Test, CancelAfter(20_000)]
    public async Task Only_a_PLC_with_other_settings_is_connected_anew(CancellationToken token)
    {
        static void Draft(MapDraft map) => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int");
        await using var plant = Plant.Start(Draft);
        await plant.UntilGoodAsync(0, token);

        await plant.AdoptAsync(Draft, token, plc => plc with { Writes = false });
        Assert.That(
            await plant.WriteAsync(token, new TagWrite(0, new TagValue(TagValueKind.Int16, 1))),
            Is.EqualTo(new[] { TagWriteResult.OutOfService })
        );
        Assert.That(
            plant.Plc.Counters.ConnectionsAccepted,
            Is.EqualTo(1),
            "whether clients may write is nothing that the PLC needs to know"
        );

        await plant.AdoptAsync(Draft, token, plc => plc with { MaxItems = 5 });
        await plant.UntilAsync(() => plant.Plc.Counters.ConnectionsAccepted == 2 && plant.Seen.QualityOf(0) == TagQuality.Good, token);
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good, TagQuality.LinkDownLastValue, TagQuality.Good }));
        Assert.That(plant.Plc.Counters.ConnectionsMax, Is.EqualTo(1), "one connection at a time");
    }

    [Test, CancelAfter(20_000)]
    public async Task PLCs_come_and_go_while_another_is_read(CancellationToken token)
    {
        await using var other = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        other.Memory.AddBlock(1, 100);
        other.Start();
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);

        var numbers = await plant.AdoptAsync(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Plc(other.Port).Class("fast", 10).Tag("B", "DB1.DBW0", "Int"),
            token
        );
        await plant.UntilGoodAsync(numbers[1], token);
        await plant.AdoptAsync(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"), token);
        await other.Counters.WhenAsync(counters => counters.ConnectionsOpen == 0, token);

        Assert.That(plant.Acquisition.StatusOf(1).State, Is.EqualTo(PlcState.Stopped));
        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.EqualTo(1));
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }));
        await plant.AdoptAsync(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Plc(other.Port).Class("fast", 10).Tag("B", "DB1.DBW0", "Int"),
            token
        );
        await other.Counters.WhenAsync(counters => counters.ConnectionsOpen == 1, token);
    }

    [Test, CancelAfter(20_000)]
    public async Task Who_listens_to_a_class_and_who_waits_for_it_are_served_across_a_reload(CancellationToken token)
    {
        static void Draft(MapDraft map, int extra) =>
            map.Class("lazy", 10, ScanMode.Demand).Tag("A", "DB1.DBW0", "Int").Tag($"X{extra}", "DB1.DBW2", "Int");
        await using var plant = Plant.Start(map => Draft(map, 0));
        plant.Acquisition.Listen(0, TimeSpan.FromMilliseconds(10));
        await plant.UntilGoodAsync(0, token);

        await plant.AdoptAsync(map => Draft(map, 1), token);
        await plant.Acquisition.NextCycleAsync(0, token);
        plant.Poke(0, 0, 9);
        await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == 9, token);
        plant.Acquisition.Unlisten(0, TimeSpan.FromMilliseconds(10));

        await plant.AdoptAsync(map => map.Class("other", 10).Tag("A", "DB1.DBW0", "Int"), token);
        await plant.Acquisition.NextCycleAsync(0, token); // a class that is gone keeps nobody waiting
    }
}
