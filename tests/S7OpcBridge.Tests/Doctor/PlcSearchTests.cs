using S7OpcBridge.Core;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Tests;

/// <summary>What answers at an address is found without a map: protocol, profile, rack and slot.</summary>
[CancelAfter(60_000)]
public sealed class PlcSearchTests
{
    // The usual slot of a family need not stand in the map; the S7-400 answers at 2 before it is asked at 3, its usual one.
    private static readonly object?[][] Families =
    [
        [CpuBehaviors.S7_1200, "s7-1200", "6ES7 215-1AG40-0XB0", null],
        [CpuBehaviors.S7_1500, "s7-1500", "6ES7 516-3AN02-0AB0", null],
        [CpuBehaviors.S7_300, "s7-300", "6ES7 315-2EH14-0AB0", null],
        [CpuBehaviors.S7_400, "s7-400", "6ES7 414-3EM06-0AB0", 2],
    ];

    [TestCaseSource(nameof(Families))]
    public async Task A_family_is_told_by_its_identity_at_whatever_slot(
        CpuBehavior behavior,
        string profile,
        string number,
        int? slot,
        CancellationToken cancellationToken
    )
    {
        await using var plc = Start(behavior);
        var (found, reports) = await SearchAsync(plc, static sought => sought, cancellationToken);
        Assert.That(
            found.Ways,
            Is.EqualTo(
                new[]
                {
                    new PlcWay("s7", profile) { Rack = slot is null ? null : 0, Slot = slot },
                }
            )
        );
        var last = reports.Last(static report => report.Protocol == "s7");
        Assert.That((last.Ok, last.Cpu?.OrderNumber), Is.EqualTo((true, number)));
        Assert.That(last.Stages.Single(static stage => stage.Stage == "cotp").Detail, Does.Contain("slot"));
        Assert.That(reports, Has.Count.GreaterThan(4), "stage by stage");
    }

    [Test]
    public async Task A_CPU_that_forbids_reads_is_a_way_with_the_remedy(CancellationToken cancellationToken)
    {
        await using var plc = Start(CpuBehaviors.S7_1500);
        plc.Cpu.PutGet = false;
        var (found, reports) = await SearchAsync(plc, static sought => sought with { Protocol = "s7" }, cancellationToken);
        Assert.That(found.Ways, Is.EqualTo(new[] { new PlcWay("s7", "s7-1500") }));
        Assert.That(reports[^1].Findings.Single(static finding => finding.Severity == "error").Cause, Is.EqualTo("putGetOff"));
    }

    [Test]
    public async Task Where_nobody_answers_there_is_no_way_and_the_cause_is_named(CancellationToken cancellationToken)
    {
        var told = new List<PlcReport>();
        var found = await PlcSearch.RunAsync(
            new SoughtPlc("127.0.0.1", Testing.FreePort.Next()),
            told.Add,
            TimeProvider.System,
            cancellationToken
        );
        Assert.That(found.Ways, Is.Empty);
        Assert.That(told[^1].Findings.Single().Cause, Is.EqualTo("portClosed"));
    }

    private static SoftPlc Start(CpuBehavior behavior)
    {
        var plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior }, TimeProvider.System);
        plc.Start();
        return plc;
    }

    private static async Task<(FoundPlc, List<PlcReport>)> SearchAsync(
        SoftPlc plc,
        Func<SoughtPlc, SoughtPlc> known,
        CancellationToken cancellationToken
    )
    {
        var told = new List<PlcReport>();
        return (
            await PlcSearch.RunAsync(known(new SoughtPlc("127.0.0.1", plc.Port)), told.Add, TimeProvider.System, cancellationToken),
            told
        );
    }
}
