using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>What a session by symbol does to the CPU, and says while it waits for it.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class SymbolLinkTests
{
    private static readonly (string, string, string?)[] Tags =
    [
        ("Count", "\"DB_Pack\".Count", null),
        ("Name", "\"DB_Pack\".Name", null),
        ("Temps", "\"DB_Pack\".Temps", null),
    ];

    [Test]
    public async Task A_class_whose_symbols_are_all_gone_has_no_subscription_any_more(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            plc => plc with { S7Plus = new S7PlusSettings { Subscriptions = S7PlusSubscriptions.On } },
            Tags
        );
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        Assert.That(plant.Plus.Subscriptions, Is.EqualTo(1));
        plant.Plus.Download([SymbolPlant.Pack with { Symbols = [new SoftSymbol("Other", "Int")] }]);
        await plant.UntilAsync(() => plant.Seen.QualityOf(plant.TagOf("Count")) == TagQuality.ConfigurationError, cancel);
        await plant.UntilAsync(() => plant.Plus.Subscriptions == 0, cancel);
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).S7Plus!.Subscriptions == 0, cancel);
        Assert.That(plant.Acquisition.StatusOf(0).Reconnects, Is.Zero);
    }

    [Test]
    public async Task Requests_in_place_of_a_refused_subscription_count_for_the_load_ceiling(CancellationToken cancel)
    {
        // Twelve items in requests of four, every 100 ms: 30 requests in a second.
        await using var plant = new SymbolPlant(
            new SoftPlusOptions
            {
                Blocks = [SymbolPlant.Pack],
                MaxSubscriptions = 0,
                MaxReadItems = 4,
            },
            plc =>
                plc with
                {
                    S7Plus = new S7PlusSettings { Subscriptions = S7PlusSubscriptions.On },
                    Load = new S7Load(20),
                },
            [.. Tags, ("Bits", "\"DB_Pack\".Bits", null), ("State", "\"DB_Pack\".State", null), ("Motors", "\"DB_Pack\".Motors", null)]
        );
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).HeldBack > 2, cancel);
    }

    [Test]
    public async Task Values_grow_old_while_a_CPU_is_browsed_for_a_long_time(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            plc => plc with { Stale = TimeSpan.FromSeconds(2), Connection = plc.Connection with { Timeout = TimeSpan.FromMinutes(10) } },
            Tags
        );
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        plant.Plc.Faults.Arm(Fault.Drop(), FaultPoint.Browse, times: 0);
        plant.Plc.Faults.Arm(Fault.Reset(), FaultPoint.Read);
        await plant.UntilAsync(() => plant.Seen.QualityOf(plant.TagOf("Count")) == TagQuality.LinkDown, cancel);
        Assert.That(plant.Acquisition.StatusOf(0).State, Is.EqualTo(PlcState.Connecting));
    }

    [TestCase(S7PlusSubscriptions.Off)]
    [TestCase(S7PlusSubscriptions.On)]
    public async Task In_STOP_values_are_uncertain_and_the_state_is_told(S7PlusSubscriptions wanted, CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            plc =>
                plc with
                {
                    S7Plus = new S7PlusSettings { Subscriptions = wanted },
                    CpuStateEvery = TimeSpan.FromMilliseconds(50),
                },
            Tags
        );
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).CpuState == "RUN", cancel);
        plant.Plc.Cpu.IsRunning = false;
        await plant.UntilAsync(() => plant.Seen.QualityOf(plant.TagOf("Count")) == TagQuality.CpuStopped, cancel);
        Assert.That(plant.Acquisition.StatusOf(0).CpuState, Is.EqualTo("STOP"));
        plant.Plc.Cpu.IsRunning = true;
        await plant.GoodAsync("Count", cancel);
        Assert.That(plant.Acquisition.StatusOf(0).Reconnects, Is.Zero);
    }

    [Test]
    public async Task A_CPU_that_does_not_tell_its_state_alone_tells_it_with_all_else(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(50) }, Tags);
        plant.Plc.Cpu.IsRunning = false;
        plant.Run();
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).CpuState == "STOP", cancel);
        // −12: there is no such object.
        plant.Plc.Faults.Arm(Fault.Refuse(unchecked((ushort)-12)), FaultPoint.Userdata, times: 0);
        plant.Plc.Cpu.IsRunning = true;
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).CpuState == "RUN", cancel);
        plant.Plc.Cpu.IsRunning = false;
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).CpuState == "STOP", cancel);
        Assert.That(plant.Acquisition.StatusOf(0).Reconnects, Is.Zero);
    }

    [Test]
    public async Task STOP_is_not_uncertain_where_the_map_says_so(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            plc => plc with { StopIsUncertain = false, CpuStateEvery = TimeSpan.FromMilliseconds(50) },
            Tags
        );
        plant.Plc.Cpu.IsRunning = false;
        plant.Run();
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).CpuState == "STOP", cancel);
        await plant.GoodAsync("Count", cancel);
    }

    [Test]
    public async Task A_slow_symbol_rides_in_the_request_of_a_fast_class(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(("Count", "\"DB_Pack\".Count", null), ("~Temps", "\"DB_Pack\".Temps", null));
        plant.Run();
        await plant.GoodAsync("Count", cancel);
        await plant.GoodAsync("Temps", cancel);
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).Scans[1].PdusPerCycle == 0, cancel);
        // Its own class would look again in ten minutes.
        for (byte number = 1; number <= 3; number++)
        {
            plant.Plus.Set("\"DB_Pack\".Temps", [0, number, .. new byte[18]]);
            await plant.UntilAsync(() => plant.Seen.ValueOf(plant.TagOf("Temps")).Reference is short[] temps && temps[0] == number, cancel);
        }
        var results = new TagWriteResult[1];
        await plant.Acquisition.WriteAsync(
            new[]
            {
                new TagWrite(
                    plant.TagOf("Temps"),
                    new TagValue(TagValueKind.Int16, 0, new short[] { 77, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, IsArray: true)
                ),
            },
            results,
            cancel
        );
        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.Ok }));
        await plant.Acquisition.ReadBackAsync(plant.TagOf("Temps"), cancel);
        Assert.That(plant.Seen.ValueOf(plant.TagOf("Temps")).Reference is short[] { Length: 10 } read ? read[0] : -1, Is.EqualTo(77));
    }

    [Test]
    public async Task A_slow_symbol_that_rides_and_is_gone_is_told_and_comes_back(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(("Count", "\"DB_Pack\".Count", null), ("~Temps", "\"DB_Pack\".Temps", null));
        plant.Run();
        await plant.GoodAsync("Temps", cancel);
        plant.Plus.Download([SymbolPlant.Pack with { Symbols = [.. SymbolPlant.Pack.Symbols.Where(symbol => symbol.Path != "Temps")] }]);
        await plant.UntilAsync(() => plant.Seen.QualityOf(plant.TagOf("Temps")) == TagQuality.ConfigurationError, cancel);
        plant.Plus.Download([SymbolPlant.Pack]);
        await plant.GoodAsync("Temps", cancel);
        await plant.GoodAsync("Count", cancel);
    }

    [TestCase("\"DB_Pack\".Beat")]
    [TestCase("\"DB_Pack\".Alive")]
    public async Task A_symbol_is_the_heartbeat(string symbol, CancellationToken cancel)
    {
        var pack = SymbolPlant.Pack with
        {
            Symbols = [.. SymbolPlant.Pack.Symbols, new SoftSymbol("Beat", "DWord"), new SoftSymbol("Alive", "Bool")],
        };
        await using var plant = new SymbolPlant(
            new SoftPlusOptions { Blocks = [pack] },
            plc => plc with { Heartbeat = new PlcHeartbeat(default, TimeSpan.FromMilliseconds(100)) { Symbol = symbol } },
            Tags
        );
        plant.Run();
        for (var round = 0; round < 2; round++)
        {
            await plant.UntilAsync(() => plant.Plus.Get(symbol)[^1] == 1, cancel);
            await plant.UntilAsync(() => plant.Plus.Get(symbol)[^1] == 0, cancel);
        }
    }

    [TestCase("\"DB_Pack\".Nothing", "the CPU has no Nothing there")]
    [TestCase("\"DB_Pack\".Name", "no number and no Bool")]
    [TestCase("\"DB_Pack\".Secret", "does not show it")]
    public async Task A_heartbeat_that_cannot_be_written_says_why(string symbol, string words, CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(
            plc => plc with { Heartbeat = new PlcHeartbeat(default, TimeSpan.FromMilliseconds(100)) { Symbol = symbol } },
            Tags
        );
        plant.Run();
        await plant.UntilAsync(() => plant.Log.Lines.Any(line => line.Text.Contains("heartbeat") && line.Text.Contains(symbol)), cancel);
        Assert.That(plant.Log.Lines.Select(line => line.Text), Has.Some.Contains(symbol).And.Some.Contains(words));
        await plant.GoodAsync("Count", cancel);
    }

    [TestCase("Names", "Names[1]", "\"DB_Pack\".Names")]
    [TestCase("Motors", "Motors[2]", "\"DB_Pack\".Motors")]
    [TestCase("Motors", "Motors[2]/Speed", "\"DB_Pack\".Motors")]
    public async Task A_tag_of_the_map_keeps_the_name_that_an_element_would_have(
        string array,
        string element,
        string symbol,
        CancellationToken cancel
    )
    {
        var pack = SymbolPlant.Pack with { Symbols = [.. SymbolPlant.Pack.Symbols, new SoftSymbol("Names", "Array[1..2] of String[10]")] };
        await using var plant = new SymbolPlant(
            new SoftPlusOptions { Blocks = [pack] },
            static plc => plc,
            (array, symbol, null),
            (element, "\"DB_Pack\".Count", null),
            ("Free", symbol, null)
        );
        plant.Run();
        Assert.That((await plant.GoodAsync(element, cancel)).Kind, Is.EqualTo(TagValueKind.Int32));
        await plant.UntilAsync(() => plant.Seen.QualityOf(plant.TagOf(array)) == TagQuality.ConfigurationError, cancel);
        Assert.That(plant.Acquisition.StatusOf(0).BadTags, Has.Some.Contains(array).And.Some.Contains($"'{element}'"));
        Assert.That(plant.Acquisition.Map.Listed.Select(tag => tag.Name), Is.Unique);
        Assert.That(plant.Acquisition.Map.Listed.Select(tag => tag.Name), Has.Some.StartsWith("Free["), "the same under another name");
    }
}
