using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

/// <summary>Tags that are read once beside the cycles, without being in the map.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class PeekTests
{
    [Test]
    public async Task Values_of_any_length_are_read_and_refusals_have_the_words_of_bad_tags(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        plant.Poke(10, 0x01, 0x02);
        plant.Poke(998, 0x00, 0x07);
        var wanted = new MapDraft()
            .Plc(102)
            .Class("normal", 1000)
            .Tag("Word", "DB1.DBW10", "Int")
            .Tag("Long", "DB1.DBB10", "Int[495]")
            .Tag("Behind", "DB1.DBW1000", "Int")
            .Tag("None", "DB77.DBW0", "Int")
            .Tag("Date", "DB1.DBB600", "Date_And_Time")
            .Build();

        var answer = (await plant.Acquisition.PeekAsync(0, wanted, token))!;

        Assert.That(answer.LeftOut, Is.Zero);
        Assert.That(
            answer.Tags.Select(tag => (tag.Tag.Name, tag.Quality)),
            Is.EqualTo(
                new[]
                {
                    ("Word", TagQuality.Good),
                    ("Long", TagQuality.Good),
                    ("Behind", TagQuality.ConfigurationError),
                    ("None", TagQuality.ConfigurationError),
                    ("Date", TagQuality.DecodingError),
                }
            )
        );
        Assert.That((answer.Tags[0].Value.Bits, answer.Tags[0].Reason), Is.EqualTo((0x0102L, (string?)null)));
        var elements = (short[])answer.Tags[1].Value.Reference!;
        Assert.That((elements.Length, elements[0], elements[494]), Is.EqualTo((495, (short)0x0102, (short)7)), "in several parts");
        Assert.That(answer.Tags[2].Reason, Does.StartWith("DB1 has no such bytes (05)").And.EndWith("."));
        Assert.That(answer.Tags[3].Reason, Does.StartWith("DB77 does not exist in the PLC"));
        Assert.That(answer.Tags[4].Reason, Does.Contain("are not a valid"));
        Assert.That(plant.Acquisition.Map.Tags, Has.Length.EqualTo(1), "the map is as it was");
        Assert.That(plant.Status.Reconnects, Is.Zero, "over the only connection");
    }

    [Test]
    public async Task More_than_500_tags_are_left_out(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        var wanted = new MapDraft().Plc(102).Class("normal", 1000).Tags(501, i => $"DB1.DBB{i}", "Byte").Build();
        var answer = (await plant.Acquisition.PeekAsync(0, wanted, token))!;
        Assert.That((answer.Tags.Count, answer.LeftOut), Is.EqualTo((500, 1)));
    }

    [Test]
    public async Task Nothing_is_read_where_there_is_no_connection(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"));
        var wanted = new MapDraft().Plc(102).Class("normal", 1000).Tag("A", "DB1.DBW0", "Int").Build();
        Assert.That(await plant.Acquisition.PeekAsync(0, wanted, token), Is.Null);
        Assert.That(await plant.Acquisition.PeekAsync(7, wanted, token), Is.Null, "no such PLC");
    }

    [Test]
    public async Task A_look_keeps_the_load_ceiling(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Start(
            map => map.Class("fast", 250).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Load = new S7Load(10), CpuStateEvery = TimeSpan.Zero },
            time: clock
        );
        await plant.UntilGoodAsync(0, token);
        var began = clock.GetUtcNow();
        // One item for each job.
        var wanted = new MapDraft()
            .Plc(102, plc => plc with { MaxItems = 1 })
            .Class("normal", 1000)
            .Tags(20, i => $"DB1.DBB{i}", "Byte")
            .Build();
        var looking = plant.Acquisition.PeekAsync(0, wanted, token);
        await plant.UntilAsync(() => looking.IsCompleted, token, step: 20);
        Assert.That((await looking)!.Tags, Has.All.Property("Quality").EqualTo(TagQuality.Good));
        Assert.That(clock.GetUtcNow() - began, Is.GreaterThan(TimeSpan.FromSeconds(1.8)));
    }
}
