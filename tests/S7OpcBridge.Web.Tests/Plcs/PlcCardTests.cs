using S7OpcBridge.Simulator;
using S7OpcBridge.Web.Page;
using S7OpcBridge.Web.Plcs;

namespace S7OpcBridge.Web.Tests;

/// <summary>The cards: how a PLC is, and what to do where it is not well.</summary>
[CancelAfter(60_000)]
public sealed class PlcCardTests
{
    [Test]
    public async Task A_simulated_PLC_says_so_and_tells_its_cycles(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            """
              - name: Line1
                simulate: true
                profile: s7-1500
                scan: { fast: 50ms }
                tags: [{ name: A, address: DB1.DBW0, type: Int, scan: fast }, { name: B, address: DB1.DBW2, type: Int, scan: fast }]
            """,
            cancellationToken
        );
        var overview = await ShownPlant.UntilAsync(
            () => Overview.From(plant.View),
            seen => seen.Plcs[0] is { Cpu: "RUN" } card && card.Scans[0].CycleMs > 0,
            cancellationToken
        );
        var plc = overview.Plcs.Single();
        Assert.That(
            (plc.Simulated, plc.Address, plc.State, plc.Level, plc.Tags, plc.PduSize, plc.Trouble),
            Is.EqualTo((true, "inside this process", "Running", "good", 2, 960, (PlcProblem?)null))
        );
        Assert.That(
            (plc.Scans[0].Name, plc.Scans[0].IntervalMs, plc.Scans[0].Pdus, plc.Scans[0].Mode),
            Is.EqualTo(("fast", 50.0, 1, "rate"))
        );
        Assert.That(plc.Scans, Has.Count.EqualTo(1), "classes without tags are left out");
        Assert.That(overview.Tags, Is.EqualTo(2));
    }

    [Test]
    public async Task A_PLC_that_cannot_be_reached_comes_with_the_words_of_doctor(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            $$"""
              - { name: Line1, host: 127.0.0.1, port: {{FreePort.Next()}}, profile: s7-1500, tags: [{ name: A, address: DB1.DBW0, type: Int }] }
            """,
            cancellationToken
        );
        // Between two attempts: during one it is "Connecting".
        var plc = await ShownPlant.UntilAsync(
            () => Overview.From(plant.View).Plcs[0],
            seen => seen is { Trouble: not null, State: "Not connected" },
            cancellationToken
        );
        Assert.That((plc.Level, plc.Simulated, plc.Trouble!.IsNow), Is.EqualTo(("bad", false, true)));
        Assert.That(plc.Trouble.Sentence, Does.StartWith("Port closed: a machine is at 127.0.0.1"));
        Assert.That(plc.Trouble.Fix, Does.StartWith("Check that the address is the PLC's"));
    }

    [Test]
    public async Task A_CPU_that_refuses_everything_comes_with_the_switch_and_what_it_costs(CancellationToken cancellationToken)
    {
        await using var soft = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500 }, TimeProvider.System);
        soft.Memory.AddBlock(1, 100);
        soft.Cpu.PutGet = false;
        soft.Start();
        await using var plant = await ShownPlant.StartAsync(
            $$"""
              - { name: Line1, host: 127.0.0.1, port: {{soft.Port}}, profile: s7-1500, tags: [{ name: A, address: DB1.DBW0, type: Int }] }
            """,
            cancellationToken
        );
        var plc = await ShownPlant.UntilAsync(
            () => Overview.From(plant.View).Plcs[0],
            seen => seen.State == "Refuses every read",
            cancellationToken
        );
        Assert.That(
            (plc.Level, plc.Trouble!.IsNow, plc.Trouble.Sentence),
            Is.EqualTo(("bad", true, "PUT/GET is off: the CPU refuses every read (8104)."))
        );
        Assert.That(plc.Trouble.Fix, Does.Contain("Permit access with PUT/GET communication"));
        Assert.That(plc.Trouble.Cost, Does.Contain("STOP").And.Contain("port 102"));
    }

    [Test]
    public async Task Bad_tags_are_told_with_their_fix_and_not_a_second_time_as_trouble(CancellationToken cancellationToken)
    {
        await using var soft = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500 }, TimeProvider.System);
        soft.Memory.AddBlock(1, 100);
        soft.Start();
        await using var plant = await ShownPlant.StartAsync(
            $$"""
              - { name: Line1, host: 127.0.0.1, port: {{soft.Port}}, profile: s7-1500, tags: [{ name: A, address: DB1.DBW0, type: Int }, { name: B, address: DB77.DBW0, type: Int }] }
            """,
            cancellationToken
        );
        var plc = await ShownPlant.UntilAsync(() => Overview.From(plant.View).Plcs[0], seen => seen.BadTags.Count > 0, cancellationToken);
        Assert.That((plc.State, plc.Level, plc.Trouble), Is.EqualTo(("Running, some tags bad", "uncertain", (PlcProblem?)null)));
        Assert.That(plc.BadTags.Single(), Does.StartWith("Line1/B (DB77.DBW0): DB77 does not exist").And.Contain("download the block"));
    }

    [Test]
    public async Task A_PLC_that_the_map_disables_is_off(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            """
              - { name: Line1, host: 127.0.0.1, enabled: false, tags: [{ name: A, address: DB1.DBW0, type: Int }] }
            """,
            cancellationToken
        );
        var plc = Overview.From(plant.View).Plcs[0];
        Assert.That((plc.State, plc.Level, plc.Scans.Single().CycleMs), Is.EqualTo(("Disabled in the map", "off", (double?)null)));
    }
}
