namespace S7OpcBridge.Core.Tests;

/// <summary>Symbols that are looked up and read once beside the cycles.</summary>
[CancelAfter(60_000)]
internal sealed class SymbolPeekTests
{
    [Test]
    public async Task Symbols_that_the_map_does_not_have_are_looked_up_and_read(CancellationToken token)
    {
        await using var plant = new SymbolPlant(("Count", "\"DB_Pack\".Count", null));
        plant.Plus.Set("\"DB_Pack\".State.Speed", [0x3F, 0xC0, 0, 0]);
        plant.Run();
        await plant.GoodAsync("Count", token);
        var wanted = SymbolPlant.MapOf(
            ("Speed", "\"DB_Pack\".State.Speed", null),
            ("Motors", "\"DB_Pack\".Motors", null),
            ("Wrong", "\"DB_Pack\".Spede", null),
            ("Secret", "\"DB_Pack\".Secret", null)
        );

        var answer = (await plant.Acquisition.PeekAsync(0, wanted, token))!;

        Assert.That(
            answer.Tags.Select(tag => (tag.Tag.Name, tag.Quality)),
            Is.SupersetOf(
                new[]
                {
                    ("Speed", TagQuality.Good),
                    ("Motors[1]/Speed", TagQuality.Good),
                    ("Motors[3]/On", TagQuality.Good),
                    ("Wrong", TagQuality.ConfigurationError),
                    ("Secret", TagQuality.NotReadable),
                }
            )
        );
        Assert.That(answer.Tags[0].Value.Bits, Is.EqualTo(BitConverter.SingleToInt32Bits(1.5f)));
        Assert.That(answer.Tags.Single(tag => tag.Tag.Name == "Wrong").Reason, Does.Contain("no Spede there"));
        Assert.That(plant.Acquisition.Map.Listed, Has.Length.EqualTo(1), "the map is as it was");
        Assert.That(plant.Acquisition.StatusOf(0).Reconnects, Is.Zero);
    }
}
