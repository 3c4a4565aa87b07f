using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>A CPU that describes symbols without end: what the map names of them is refused with a sentence, and all else is read.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class HostileSymbolTests
{
    private static readonly SoftBlock Good = new("DB_Good", 11, [new("Count", "DInt"), new("State.On", "Bool")]);

    [Test]
    public async Task A_type_that_contains_itself_takes_nothing_else_with_it(CancellationToken cancel)
    {
        var bad = new SoftBlock("DB_Bad", 10, [new("Speed", "Real"), new("State.On", "Bool")]) { Itself = [("Next", 0), ("Last", 0)] };
        await using var plant = Plant(
            bad,
            ("Bad*", "\"DB_Bad\"", null),
            ("Next", "\"DB_Bad\".Next", null),
            ("Speed", "\"DB_Bad\".Speed", null)
        );
        plant.Run();

        await plant.GoodAsync("Count", cancel);
        await plant.GoodAsync("Good/State/On", cancel);
        await plant.GoodAsync("Speed", cancel);
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).BadTags.Any(), cancel);

        Assert.That(plant.TagOf("Bad/Speed"), Is.EqualTo(-1));
        Assert.That(plant.Acquisition.StatusOf(0).BadTags.Single(), Does.StartWith("Line1/Next ").And.Contain("its type contains itself"));
        Assert.That(
            plant.Log.Lines.Where(line => line.Id.Id == 1037).Select(line => line.Text),
            Is.EqualTo(
                new[]
                {
                    "Line1: \"DB_Bad\".Next: its type contains itself, which no type does; the CPU describes it wrongly: compile and "
                        + "download the block again, or "
                        + "name single values. Nothing of it is read.",
                }
            )
        );
    }

    [Test]
    public async Task An_array_of_more_structures_than_there_can_be_takes_nothing_else_with_it(CancellationToken cancel)
    {
        var bad = new SoftBlock("DB_Bad", 10, [new("Speed", "Real")]) { Itself = [("Many", 1u << 31)] };
        await using var plant = Plant(
            bad,
            ("Bad*", "\"DB_Bad\"", null),
            ("Many", "\"DB_Bad\".Many", null),
            ("Deep", "\"DB_Bad\".Many[7].Speed", null)
        );
        plant.Run();

        await plant.GoodAsync("Count", cancel);
        await plant.UntilAsync(
            () => plant.Acquisition.StatusOf(0).BadTags.Any(tag => tag.StartsWith("Line1/Many ", StringComparison.Ordinal)),
            cancel
        );

        Assert.That(
            plant.Acquisition.StatusOf(0).BadTags,
            Has.Some.Contains("it has 2,147,483,647 elements, and more than 250,000 symbols are not taken")
        );
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1037), Is.EqualTo(1), "the same sentence about both");
    }

    [Test]
    public async Task More_symbols_than_the_bridge_takes_leave_the_room_to_what_is_named_after_them(CancellationToken cancel)
    {
        // 16,000 structures with 16 members each.
        var large = new SoftBlock(
            "DB_Large",
            10,
            [.. Enumerable.Range(0, 16).Select(static i => new SoftSymbol($"A[1..100].B[1..160].C{i}", "Bool"))]
        );
        await using var plant = Plant(large, ("Large*", "\"DB_Large\"", null));
        plant.Run();

        await plant.GoodAsync("Count", cancel);
        await plant.GoodAsync("Good/State/On", cancel);

        Assert.That(plant.Acquisition.Map.Listed.Count(tag => tag.Name.StartsWith("Large", StringComparison.Ordinal)), Is.Zero);
        Assert.That(plant.Log.Lines.Single(line => line.Id.Id == 1037).Text, Does.Contain("more than 250,000 symbols are not taken"));
    }

    private static SymbolPlant Plant(SoftBlock bad, params (string Path, string Symbol, string? Type)[] tags) =>
        new(
            new SoftPlusOptions { Blocks = [bad, Good] },
            plc => plc,
            [.. tags, ("Count", "\"DB_Good\".Count", null), ("Good*", "\"DB_Good\"", null)]
        );
}
