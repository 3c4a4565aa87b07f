using System.Buffers.Binary;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

/// <summary>A CPU sends changes by itself where it has room for it, and is polled where not.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class SymbolPushTests
{
    private static readonly (string, string, string?)[] Tags =
    [
        ("Count", "\"DB_Pack\".Count", null),
        ("Name", "\"DB_Pack\".Name", null),
        ("Temps", "\"DB_Pack\".Temps", null),
    ];

    [TestCase(S7PlusSubscriptions.Auto, 50, 1)]
    [TestCase(S7PlusSubscriptions.On, 50, 1)]
    [TestCase(S7PlusSubscriptions.Off, 50, 0)]
    [TestCase(S7PlusSubscriptions.Auto, 0, 0)]
    [TestCase(S7PlusSubscriptions.On, 0, 0)]
    public async Task Changes_come_and_written_values_are_read_back(
        S7PlusSubscriptions wanted,
        int room,
        int subscriptions,
        CancellationToken cancel
    )
    {
        await using var plant = new SymbolPlant(
            new SoftPlusOptions { Blocks = [SymbolPlant.Pack], MaxSubscriptions = room },
            plc => plc with { S7Plus = new S7PlusSettings { Subscriptions = wanted } },
            Tags
        );
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        await plant.GoodAsync("Temps", cancel);
        Assert.That(plant.Plus.Subscriptions, Is.EqualTo(subscriptions));
        for (var number = 1; number <= 3; number++)
        {
            plant.Plus.Set("\"DB_Pack\".Count", BigEndian(number));
            await plant.UntilAsync(() => plant.Seen.ValueOf(plant.TagOf("Count")).Bits == number, cancel);
        }
        var results = new TagWriteResult[1];
        await plant.Acquisition.WriteAsync(
            new[] { new TagWrite(plant.TagOf("Count"), new TagValue(TagValueKind.Int32, 99)) },
            results,
            cancel
        );
        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.Ok }));
        await plant.Acquisition.ReadBackAsync(plant.TagOf("Count"), cancel);
        Assert.That(plant.Seen.ValueOf(plant.TagOf("Count")).Bits, Is.EqualTo(99));
    }

    [Test]
    public async Task A_lost_answer_to_a_write_ends_the_session_though_changes_keep_coming(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            plc =>
                plc with
                {
                    S7Plus = new S7PlusSettings { Subscriptions = S7PlusSubscriptions.On },
                    Connection = plc.Connection with { Timeout = TimeSpan.FromSeconds(1) },
                },
            Tags
        );
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        await plant.GoodAsync("Name", cancel);
        plant.Plc.Faults.Arm(Fault.Drop(), FaultPoint.Write);
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var changing = ChangeAsync(enough.Token);
        var results = new TagWriteResult[2];

        await plant.Acquisition.WriteAsync(
            new[] { new TagWrite(plant.TagOf("Name"), Values.Text("lost")), new TagWrite(plant.TagOf("Name"), Values.Text("lost, too")) },
            results,
            cancel
        );
        Assert.That(results, Is.All.EqualTo(TagWriteResult.Timeout));
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0) is { Connected: true, Reconnects: 1 }, cancel);
        Assert.That(plant.Acquisition.StatusOf(0).LastError, Does.Contain("did not answer within 1 s"));
        await plant.Acquisition.WriteAsync(
            new[] { new TagWrite(plant.TagOf("Name"), Values.Text("taken")) },
            results.AsMemory(0, 1),
            cancel
        );
        Assert.That(results[0], Is.EqualTo(TagWriteResult.Ok));

        await enough.CancelAsync();
        await changing;

        async Task ChangeAsync(CancellationToken until)
        {
            for (var number = 1; !until.IsCancellationRequested; number++)
            {
                plant.Plus.Set("\"DB_Pack\".Count", BigEndian(number));
                await Poll.AgainAsync(CancellationToken.None);
            }
        }
    }

    [Test]
    public async Task Many_items_are_several_subscriptions_and_all_have_a_value_at_once(CancellationToken cancel)
    {
        const int count = 2_100;
        var many = new SoftBlock("DB_Many", 11, [.. Enumerable.Range(0, count).Select(static i => new SoftSymbol($"T{i}", "DInt"))]);
        var tags = Enumerable.Range(0, count).Select(static i => ($"T{i}", $"\"DB_Many\".T{i}", (string?)"DInt")).ToArray();
        await using var plant = new SymbolPlant(
            new SoftPlusOptions { Blocks = [many] },
            plc => plc with { S7Plus = new S7PlusSettings { Subscriptions = S7PlusSubscriptions.On } },
            tags
        );
        plant.Run();
        await plant.GoodAsync("T0", cancel);
        await plant.GoodAsync("T2099", cancel);
        Assert.That(plant.Plus.Subscriptions, Is.EqualTo(3));
        plant.Plus.Set("\"DB_Many\".T2099", BigEndian(7));
        await plant.UntilAsync(() => plant.Seen.ValueOf(plant.TagOf("T2099")).Bits == 7, cancel);
        Assert.That(plant.Acquisition.StatusOf(0).S7Plus, Is.Not.Null);
        Assert.That(
            (plant.Acquisition.StatusOf(0).S7Plus!.Subscriptions, plant.Acquisition.StatusOf(0).Scans[0].SubscribedItems),
            Is.EqualTo((3, count))
        );
    }

    [Test]
    public async Task A_subscription_follows_a_download(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(plc => plc with { S7Plus = new S7PlusSettings() }, Tags);
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        plant.Plus.Download([
            SymbolPlant.Pack with
            {
                Symbols =
                [
                    new SoftSymbol("First", "LReal"),
                    .. SymbolPlant.Pack.Symbols.Select(symbol => symbol.Path == "Count" ? new SoftSymbol("Count", "Int") : symbol),
                ],
            },
        ]);
        plant.Plus.Set("\"DB_Pack\".Count", [0, 9]);
        plant.Plus.Set("\"DB_Pack\".Temps", [0, 1, .. new byte[18]]);
        await plant.UntilAsync(() => plant.Seen.ValueOf(plant.TagOf("Count")) is { Kind: TagValueKind.Int16, Bits: 9 }, cancel);
        await plant.UntilAsync(
            () => plant.Seen.ValueOf(plant.TagOf("Temps")).Reference is short[] { Length: 10 } temps && temps[0] == 1,
            cancel
        );
        Assert.That(plant.Plus.Subscriptions, Is.EqualTo(1));
    }

    [Test]
    public async Task A_class_whose_symbols_are_all_gone_has_no_subscription_any_more(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(plc => plc with { S7Plus = new S7PlusSettings() }, Tags);
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        Assert.That(plant.Plus.Subscriptions, Is.EqualTo(1));

        plant.Plus.Download([SymbolPlant.Pack with { Symbols = [new SoftSymbol("Other", "Int")] }]);

        await plant.UntilAsync(() => plant.Plus.Subscriptions == 0, cancel);
        Assert.That(
            (plant.Plus.Sessions, plant.Acquisition.StatusOf(0).S7Plus!.Subscriptions),
            Is.EqualTo((1, 0)),
            "on the same connection"
        );
        plant.Plus.Download([SymbolPlant.Pack]);
        await plant.GoodAsync("Count", cancel);
        await plant.UntilAsync(() => plant.Plus.Subscriptions == 1, cancel);
    }

    [Test]
    public async Task What_the_CPU_refuses_to_send_is_polled_within_the_load_ceiling(CancellationToken cancel)
    {
        // Ten cycles a second are wanted: more than two of them wait if each counts.
        await using var plant = new SymbolPlant(
            new SoftPlusOptions { Blocks = [SymbolPlant.Pack], MaxSubscriptions = 0 },
            plc =>
                plc with
                {
                    S7Plus = new S7PlusSettings { Subscriptions = S7PlusSubscriptions.On },
                    Load = new S7Load(5),
                },
            Tags
        );
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).Scans[0] is { SubscribedItems: 0, PolledItems: 3 }, cancel);
        var before = plant.Acquisition.StatusOf(0).HeldBack;
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).HeldBack >= before + 5, cancel);
    }

    [Test]
    public async Task A_lost_link_is_told_and_comes_back(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(plc => plc with { S7Plus = new S7PlusSettings() }, Tags);
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        var tag = plant.TagOf("Count");
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync(() => plant.Seen.QualityOf(tag) == TagQuality.LinkDownLastValue, cancel);
        plant.Plc.Faults.GivePower();
        await plant.GoodAsync("Count", cancel);
        Assert.That(plant.TagOf("Count"), Is.EqualTo(tag), "it is the same tag as before");
    }

    private static byte[] BigEndian(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }
}
