using System.Buffers.Binary;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>A session that asks a CPU by symbol: types come from the CPU while it runs, and follow it.</summary>
[CancelAfter(60_000)]
internal sealed class SymbolSessionTests
{
    [Test]
    public async Task Tags_without_a_type_become_what_the_CPU_has(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            ("Count", "\"DB_Pack\".Count", null),
            ("Motors", "\"DB_Pack\".Motors", null),
            ("All*", "\"DB_Pack\"", null)
        );
        plant.Plus.Set("\"DB_Pack\".Count", BigEndian(7));
        plant.Run();
        Assert.That((await plant.GoodAsync("Count", cancel)).Bits, Is.EqualTo(7));
        await plant.GoodAsync("Motors[3]/On", cancel);
        await plant.GoodAsync("All/State/Speed", cancel);
        Assert.That(plant.TagOf("All/Secret"), Is.EqualTo(-1));
        Assert.That(
            plant.Acquisition.Map.Structures.Select(structure => structure.Type.Name),
            Does.Contain("DB_Pack.Motors").And.Contain("DB_Pack.State")
        );
    }

    [Test]
    public async Task A_download_while_connected_is_followed_on_the_same_connection(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            ("Count", "\"DB_Pack\".Count", null),
            ("Name", "\"DB_Pack\".Name", null),
            ("Speed", "\"DB_Pack\".State.Speed", null)
        );
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        await plant.GoodAsync("Name", cancel);
        await plant.GoodAsync("Speed", cancel);
        var before = plant.TagOf("Count");

        // Another type, one that is gone, and a block that lies otherwise.
        plant.Plus.Download([
            SymbolPlant.Pack with
            {
                Symbols =
                [
                    new SoftSymbol("First", "LReal"),
                    .. SymbolPlant
                        .Pack.Symbols.Where(symbol => symbol.Path != "Name")
                        .Select(symbol => symbol.Path == "Count" ? new SoftSymbol("Count", "Real") : symbol),
                ],
            },
        ]);
        plant.Plus.Set("\"DB_Pack\".Count", BigEndian(BitConverter.SingleToInt32Bits(1.5f)));
        plant.Plus.Set("\"DB_Pack\".State.Speed", BigEndian(BitConverter.SingleToInt32Bits(2.5f)));

        await plant.UntilAsync(() => plant.TagOf("Count") != before, cancel);
        Assert.That((await plant.GoodAsync("Count", cancel)).Kind, Is.EqualTo(TagValueKind.Single));
        await plant.UntilAsync(() => plant.Seen.QualityOf(plant.TagOf("Name")) == TagQuality.ConfigurationError, cancel);
        await plant.UntilAsync(() => plant.Seen.ValueOf(plant.TagOf("Speed")).Bits == BitConverter.SingleToInt32Bits(2.5f), cancel);
        Assert.That(plant.Acquisition.StatusOf(0).Reconnects, Is.Zero);
        Assert.That(
            plant.Log.Lines.Select(line => line.Text),
            Has.Some.Contains("Line1: the program in the CPU was changed").And.Some.Contains("\"DB_Pack\".Name is gone")
        );
    }

    [Test]
    public async Task Parts_of_arrays_are_written_element_by_element(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(("Temps", "\"DB_Pack\".Temps", null), ("Bits", "\"DB_Pack\".Bits", null));
        plant.Run();
        await plant.GoodAsync("Temps", cancel);
        await plant.GoodAsync("Bits", cancel);
        var results = new TagWriteResult[2];
        await plant.Acquisition.WriteAsync(
            new[]
            {
                new TagWrite(plant.TagOf("Temps"), new TagValue(TagValueKind.Int16, 0, new short[] { 5, 6 }, IsArray: true), Start: 3),
                new TagWrite(plant.TagOf("Bits"), new TagValue(TagValueKind.Boolean, 1), Start: 10),
            },
            results,
            cancel
        );
        Assert.That(results, Is.All.EqualTo(TagWriteResult.Ok));
        Assert.That(plant.Plus.Get("\"DB_Pack\".Temps")[6..10], Is.EqualTo(new byte[] { 0, 5, 0, 6 }));
        Assert.That(plant.Plus.Get("\"DB_Pack\".Bits[11]"), Is.EqualTo(new byte[] { 1 }));
    }

    [Test]
    public async Task A_wrong_password_and_another_certificate_say_so_and_read_nothing(CancellationToken cancel)
    {
        var settings = new S7PlusSettings
        {
            Password = "wrong",
            Certificate = new S7PlusCertificateRule(S7PlusTrustKind.Thumbprint, new string('A', 64)),
        };
        await using (var plant = new SymbolPlant(plc => plc with { S7Plus = settings }, ("Count", "\"DB_Pack\".Count", null)))
        {
            plant.Run();
            await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).LastError.Contains("the pinned one is AAAA"), cancel);
        }
        await using (
            var plant = new SymbolPlant(
                plc => plc with { S7Plus = settings with { Certificate = S7PlusCertificateRule.FirstUse } },
                ("Count", "\"DB_Pack\".Count", null)
            )
        )
        {
            (plant.Plus.Access, plant.Plus.Password) = (SoftAccess.None, "right");
            plant.Run();
            await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).LastError.Contains("password"), cancel);
            Assert.That(plant.Acquisition.StatusOf(0).Connected, Is.False);
        }
    }

    [Test]
    public async Task The_right_password_lets_in(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            plc => plc with { S7Plus = new S7PlusSettings { Password = "right" } },
            ("Count", "\"DB_Pack\".Count", null)
        );
        (plant.Plus.Access, plant.Plus.Password) = (SoftAccess.None, "right");
        plant.Run();
        await plant.GoodAsync("Count", cancel);
    }

    private static byte[] BigEndian(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }
}
