using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>PLC tags in a session by symbol.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class PlcTagLinkTests
{
    private static readonly SoftTag[] Tags = [new("Level", "Int", "%MW4"), new("Start", "Int", "%IW2")];

    [TestCase(S7PlusSubscriptions.Off)]
    [TestCase(S7PlusSubscriptions.On)]
    public async Task PLC_tags_whose_checksum_the_CPU_refuses_are_asked_without_one(S7PlusSubscriptions wanted, CancellationToken cancel)
    {
        await using var plant = Plant(
            new SoftPlusOptions
            {
                Blocks = [SymbolPlant.Pack],
                Tags = Tags,
                HasOwnTagChecksums = true,
            },
            wanted
        );
        plant.Plus.Set("Level", [0, 7]);
        plant.Run();
        Assert.That((await plant.GoodAsync("Level", cancel)).Bits, Is.EqualTo(7));
        await plant.GoodAsync("Count", cancel);
        Assert.That(await WriteAsync(plant, "Level", 8, cancel), Is.EqualTo(TagWriteResult.Ok));
        Assert.That(plant.Plus.Get("Level"), Is.EqualTo(new byte[] { 0, 8 }));
        await plant.UntilAsync(() => plant.Seen.ValueOf(plant.TagOf("Level")).Bits == 8, cancel);
        Assert.That(plant.Acquisition.StatusOf(0).Reconnects, Is.Zero);
        Assert.That(plant.Acquisition.StatusOf(0).S7Plus!.Downloads, Is.Zero, "nobody has downloaded anything");
    }

    [Test]
    public async Task An_input_is_as_little_writable_by_symbol_as_by_address(CancellationToken cancel)
    {
        await using var plant = Plant(new SoftPlusOptions { Blocks = [SymbolPlant.Pack], Tags = Tags }, S7PlusSubscriptions.Off);
        plant.Run();
        await plant.GoodAsync("Start", cancel);
        Assert.That(plant.Acquisition.Map.Tags[plant.TagOf("Start")].Access, Is.EqualTo(TagAccess.Read));
        Assert.That(await WriteAsync(plant, "Start", 1, cancel), Is.EqualTo(TagWriteResult.NotWritable));
        Assert.That(plant.Plus.Get("Start"), Is.EqualTo(new byte[2]));
    }

    private static SymbolPlant Plant(SoftPlusOptions plus, S7PlusSubscriptions wanted) =>
        new(
            plus,
            plc => plc with { S7Plus = new S7PlusSettings { Subscriptions = wanted } },
            ("Level", "\"Level\"", null),
            ("Start", "\"Start\"", null),
            ("Count", "\"DB_Pack\".Count", null)
        );

    private static async Task<TagWriteResult> WriteAsync(SymbolPlant plant, string tag, short value, CancellationToken cancel)
    {
        var results = new TagWriteResult[1];
        await plant.Acquisition.WriteAsync(
            new[] { new TagWrite(plant.TagOf(tag), new TagValue(TagValueKind.Int16, value)) },
            results,
            cancel
        );
        return results[0];
    }
}
