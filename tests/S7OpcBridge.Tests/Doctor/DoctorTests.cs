using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Tests;

/// <summary>The simulator plays every cause; the doctor names it, stops there, and says what to do.</summary>
[CancelAfter(60_000)]
public sealed class DoctorTests
{
    private static readonly PlcFaultCase[] Sicknesses = PlcFaultCase.All;

    [TestCaseSource(nameof(Sicknesses))]
    public async Task The_cause_is_named_where_it_lies(object sickness)
    {
        var played = (PlcFaultCase)sickness;
        await using var sick = FaultyPlc.Of(played.Behavior, played.Keys, played.Tags, played.Break);
        var (exitCode, report) = await sick.ExamineAsync();
        var finding = report.Findings.First();
        Assert.That((finding.Cause, finding.Stage), Is.EqualTo((Word(played.Cause), Word(played.Stage))), finding.Sentence);
        Assert.That(finding.Sentence, Does.Contain(played.Says));
        Assert.That(finding.Fix, Is.Not.Empty);

        var isWarning = finding.Severity == "warning";
        Assert.That((exitCode, report.Ok), Is.EqualTo((isWarning ? 0 : 1, isWarning)));
        var stages = report.Stages.Select(stage => stage.Result).ToArray();
        var failed = (int)played.Stage;
        Assert.That(
            stages,
            Is.EqualTo(
                isWarning
                    ? [.. Enumerable.Repeat("ok", 6)]
                    : (string[])[.. Enumerable.Repeat("ok", failed), "failed", .. Enumerable.Repeat("skipped", 5 - failed)]
            )
        );
    }

    [Test]
    public void Every_cause_is_played_and_no_two_have_the_same_sentence()
    {
        // The kernel answers these before any PLC would: NetworkTests have them.
        S7Cause[] elsewhere = [S7Cause.NameUnknown, S7Cause.BindFailed, S7Cause.NoRoute, S7Cause.NoAnswer, S7Cause.PortClosed];
        Assert.That(Sicknesses.Select(sickness => sickness.Cause).Concat(elsewhere).Distinct(), Is.EquivalentTo(Enum.GetValues<S7Cause>()));
        Assert.That(Sicknesses.Select(sickness => sickness.Says), Is.Unique);
    }

    [Test]
    public async Task A_healthy_PLC_passes_every_stage_and_tells_who_it_is()
    {
        await using var well = FaultyPlc.Of(
            CpuBehaviors.S7_300,
            "profile: s7-300",
            "{ name: A, address: DB1.DBW0, type: Int }, { name: B, address: DB1.DBB50, type: \"Byte(0..49)\" }, { name: M, address: M0.0 }, { name: T, "
                + "address: T5 }"
        );
        var (exitCode, report) = await well.ExamineAsync();
        Assert.That(
            (exitCode, report.Ok, report.Connection, report.PduSize, report.Tags, report.TagsRead),
            Is.EqualTo((0, true, "own", 240, 4, 4))
        );
        Assert.That(report.Stages.Select(stage => stage.Result), Is.All.EqualTo("ok"));
        Assert.That(
            report.Cpu,
            Is.EqualTo(new CpuReport("6ES7 315-2EH14-0AB0", "V3.2.10", "CPU 315-2 PN/DP", "S SIMULATED", "RUN", 1, 1, 15, 16))
        );
        Assert.That(report.Findings, Is.Empty);
    }

    // A 1212C at protection level 1 refuses SZL 001C with 0A (gijzelaerr/python-snap7, issue 710).
    [Test]
    public async Task A_CPU_that_does_not_tell_who_it_is_is_not_blamed_for_it()
    {
        await using var sick = FaultyPlc.Of(
            CpuBehaviors.S7_1200,
            "profile: s7-1200",
            "{ name: A, address: DB1.DBW0, type: Int }",
            static plc => plc.Faults.Arm(Fault.Refuse(0x000A), FaultPoint.Userdata, times: 0)
        );
        var (exitCode, report) = await sick.ExamineAsync();
        Assert.That((exitCode, report.Ok, report.Cpu), Is.EqualTo((0, true, (CpuReport?)null)));
        Assert.That(report.Findings, Is.Empty);
        Assert.That(report.Stages[3].Detail, Is.EqualTo("reads are allowed; the CPU does not tell who it is"));
    }

    [Test]
    public async Task Texts_of_the_same_difference_are_one_finding_and_count_as_read()
    {
        await using var sick = FaultyPlc.Of(
            CpuBehaviors.S7_300,
            "profile: s7-300",
            "{ name: A, address: DB1.DBB0, type: \"String[10]\" }, { name: B, address: DB1.DBB12, type: \"String[10](0..1)\" }, "
                + "{ name: C, address: DB1.DBB40, type: \"String[5]\" }, { name: D, address: DB1.DBB50, type: \"String[5]\" }",
            plc =>
            {
                foreach (var (at, maximum) in new[] { (0, 8), (12, 10), (24, 8), (40, 9), (50, 5) })
                    plc.Memory.Put(1, at, [(byte)maximum, 0]);
            }
        );

        var (exitCode, report) = await sick.ExamineAsync();

        Assert.That(
            report.Findings.Select(finding => (finding.Cause, finding.Severity, string.Join(',', finding.Tags))),
            Is.EqualTo(new[] { ("textLength", "warning", "A,B"), ("textLength", "warning", "C") })
        );
        Assert.That(report.Findings.Select(finding => finding.Fix), Has.One.Contains("would overwrite").And.One.Contains("cut off"));
        Assert.That((exitCode, report.TagsRead), Is.EqualTo((0, 4)));
    }

    [TestCase(true, "DB1 exists and is long enough (DB1 has 100 bytes, the map reads 2)")]
    [TestCase(false, "DB1 exists and is long enough")]
    public async Task The_length_of_a_block_is_compared_where_the_CPU_tells_it(bool isTold, string detail)
    {
        await using var well = FaultyPlc.Of(
            CpuBehaviors.S7_300 with
            {
                HasBlockInfo = isTold,
            },
            "profile: s7-300",
            "{ name: A, address: DB1.DBW0, type: Int }"
        );

        Assert.That((await well.ExamineAsync()).Report.Stages.Single(stage => stage.Stage == "blocks").Detail, Is.EqualTo(detail));
    }

    [Test]
    public async Task A_value_longer_than_a_PDU_is_read_at_both_ends()
    {
        const string Long = "{ name: A, address: DB3.DBB0, type: \"Byte(0..999)\" }";
        await using var well = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300", Long, plc => plc.Memory.AddBlock(3, 1000));
        Assert.That((await well.ExamineAsync()).Report.TagsRead, Is.EqualTo(1));
        await using var sick = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300", Long, plc => plc.Memory.AddBlock(3, 999));
        Assert.That(
            (await sick.ExamineAsync()).Report.Findings.Single().Sentence,
            Does.Contain("DB3 is too short: it has 999 bytes, the map reads up to byte 999")
        );
    }

    [Test]
    public async Task The_length_of_a_short_block_is_found_though_the_CPU_tells_none_and_the_tags_behind_it_are_named()
    {
        await using var sick = FaultyPlc.Of(
            CpuBehaviors.S7_1500 with
            {
                HasBlockInfo = false,
            },
            "profile: s7-1500",
            "{ name: A, address: DB2.DBW18, type: Int }, { name: B, address: DB2.DBW20, type: Int }, { name: C, address: DB2.DBD400, type: Real }"
        );
        var finding = (await sick.ExamineAsync()).Report.Findings.Single();
        Assert.That(finding.Sentence, Does.StartWith("DB2 is too short: it has 20 bytes, the map reads up to byte 403"));
        Assert.That(finding.Tags, Is.EqualTo(new[] { "B", "C" }));
        Assert.That(finding.Cost, Does.Contain("reinitialises"));
    }

    [Test]
    public async Task A_probe_finds_the_slot_and_says_what_to_write()
    {
        await using var sick = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300, slot: 1", "{ name: A, address: DB1.DBW0, type: Int }");
        var finding = (await sick.ExamineAsync("--probe")).Report.Findings.Single();
        Assert.That(finding.Sentence, Does.Contain("refuses 03.01 (rack 0, slot 1) and accepts 03.02 (rack 0, slot 2)"));
        Assert.That(finding.Fix, Does.Contain("'rack: 0' and 'slot: 2'"));
    }

    [Test]
    public async Task All_connections_taken_by_another_client_is_no_wrong_slot(CancellationToken cancellationToken)
    {
        await using var sick = await FaultyPlc
            .Of(CpuBehaviors.S7_1200 with { MaxConnections = 1 }, "profile: s7-1200", "{ name: A, address: DB1.DBW0, type: Int }")
            .WithOtherClientAsync(cancellationToken);
        Assert.That((await sick.ExamineAsync()).Report.Findings.Single().Cause, Is.EqualTo("noFreeConnection"));
    }

    [Test]
    public async Task A_locked_CPU_is_read_with_its_password()
    {
        await using var locked = FaultyPlc.Of(
            CpuBehaviors.S7_300,
            "profile: s7-300, passwordFile: right.password",
            "{ name: A, address: DB1.DBW0, type: Int }",
            plc => (plc.Cpu.Password, plc.Cpu.Protection) = ("secret", PlcProtection.ReadWrite)
        );
        Assert.That((await locked.ExamineAsync()).Report.Ok, Is.True);
    }

    [Test]
    public async Task The_CPU_itself_says_which_types_it_has()
    {
        await using var sick = FaultyPlc.Of(
            CpuBehaviors.S7_1200,
            "profile: s7-1500",
            "{ name: L, address: DB1.DBB0, type: LReal }, { name: W, address: DB1.DBB8, type: LWord }"
        );
        var finding = (await sick.ExamineAsync()).Report.Findings.Single(each => each.Severity == "error");
        Assert.That(finding.Sentence, Is.EqualTo("Not available on an S7-1200: the type LWord."));
        Assert.That(finding.Tags, Is.EqualTo(new[] { "W" }));
    }

    [Test]
    public async Task PUT_GET_and_optimised_blocks_come_with_the_click_path_and_the_price()
    {
        await using var off = FaultyPlc.Of(
            CpuBehaviors.S7_1500,
            "profile: s7-1500",
            "{ name: A, address: DB1.DBW0, type: Int }",
            plc => plc.Cpu.PutGet = false
        );
        var shell = await off.RunAsync();
        Assert.That(
            Plain(shell.Output),
            Does.Contain("Protection & Security > Connection mechanisms")
                .And.Contain("Permit access with PUT/GET communication from remote partner")
                .And.Contain("takes the CPU to STOP")
                .And.Contain("'protocol: s7plus'")
                .And.Contain("interface DB")
                .And.Contain("firewall")
                .And.Contain("1 PLC: 1 has something wrong.")
        );
        await using var optimised = FaultyPlc.Of(
            CpuBehaviors.S7_1200,
            "profile: s7-1200",
            "{ name: A, address: DB1.DBW0, type: Int }",
            plc => plc.Memory.Protect(1, BlockAccess.Optimised)
        );
        Assert.That(
            Plain((await optimised.RunAsync()).Output),
            Does.Contain("clear 'Optimized block access'").And.Contain("reinitialises the actual values of DB1")
        );
    }

    [Test]
    public async Task The_access_level_of_a_1500_is_changed_in_TIA_Portal_that_of_a_300_in_HW_Config()
    {
        foreach (
            var (behavior, where) in ((CpuBehavior, string)[])
                [(CpuBehaviors.S7_1500, "Protection & Security > Access level"), (CpuBehaviors.S7_300, "HW Config")]
        )
        {
            await using var locked = FaultyPlc.Of(
                behavior,
                $"profile: {behavior.Profile}",
                "{ name: A, address: DB1.DBW0, type: Int }",
                plc => plc.Cpu.Protection = PlcProtection.ReadWrite
            );
            var finding = (await locked.ExamineAsync()).Report.Findings.Single();
            Assert.That((finding.Cause, finding.Fix), Is.EqualTo(("accessLevel", finding.Fix)));
            Assert.That(finding.Fix, Does.Contain(where));
        }
    }

    [Test]
    public async Task The_second_address_of_a_redundant_PLC_is_enough_and_the_first_is_told()
    {
        await using var pair = FaultyPlc.Of(
            CpuBehaviors.S7_400,
            "profile: s7-400, second: 127.0.0.1",
            "{ name: A, address: DB1.DBW0, type: Int }",
            host: "127.0.0.2"
        );
        var (exitCode, report) = await pair.ExamineAsync();
        Assert.That((exitCode, report.Ok, report.TagsRead), Is.EqualTo((0, true, 1)));
        var finding = report.Findings.Single();
        Assert.That((finding.Severity, finding.Cause), Is.EqualTo(("warning", "portClosed")));
        Assert.That(finding.Sentence, Does.Contain("127.0.0.2"));
    }

    [Test]
    public async Task A_LOGO_is_never_asked_what_makes_it_hang_up()
    {
        await using var logo = FaultyPlc.Of(
            CpuBehaviors.Logo,
            "profile: logo",
            "{ name: A, address: VW0, type: Int }, { name: B, address: VW4000, type: Int }"
        );
        var report = (await logo.ExamineAsync()).Report;
        Assert.That(report.Findings.Single().Sentence, Does.Contain("DB1 is too short: it has 100 bytes"));
        Assert.That(logo.Plc.Counters.UserdataJobs, Is.Zero);
    }

    [Test]
    public async Task Every_connection_is_given_back()
    {
        await using var well = FaultyPlc.Of(CpuBehaviors.S7_1500, "profile: s7-1500", "{ name: A, address: DB1.DBW0, type: Int }");
        await well.ExamineAsync();
        await well.Plc.Counters.WhenAsync(counters => counters.ConnectionsOpen == 0, TestContext.CurrentContext.CancellationToken);
        Assert.That(well.Plc.Counters.ConnectionsMax, Is.EqualTo(1));
    }

    private static string Plain(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static string Word<T>(T value)
        where T : struct, Enum => System.Text.Json.JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
