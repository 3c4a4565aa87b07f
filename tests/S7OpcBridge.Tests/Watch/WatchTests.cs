using S7OpcBridge.Bridge;
using S7OpcBridge.Commands;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Output;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;
using S7OpcBridge.Watch;

namespace S7OpcBridge.Tests;

/// <summary>Live values in a pipe and on a screen.</summary>
[CancelAfter(60_000)]
public sealed class WatchTests
{
    private const string Tags =
        "{ name: Motor/Speed, address: DB1.DBW0, type: Int, unit: rpm }, { name: Motor/On, address: DB1.DBX2.0 }, { name: Bad, address: DB9.DBW0, type: Int }";

    [Test]
    public async Task A_pipe_gets_a_line_per_change_and_ends_cleanly(CancellationToken cancellationToken)
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300, scan: { normal: 100ms }", Tags);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var (lines, error) = (new LineWriter(), new StringWriter());
        var running = CommandLine.RunAsync(["watch", plc.MapPath], lines, error, stop.Token);
        Assert.That(
            await lines.NextAsync(line => line.StartsWith("Line1/Motor/Speed") && line.EndsWith("Good"), cancellationToken),
            Is.EqualTo("Line1/Motor/Speed\t0\tGood")
        );
        Write(plc.Plc, 0, 0x12);
        Assert.That(
            await lines.NextAsync(line => line.StartsWith("Line1/Motor/Speed"), cancellationToken),
            Is.EqualTo("Line1/Motor/Speed\t4608\tGood")
        );
        plc.Plc.Cpu.IsRunning = false;
        await lines.NextAsync(line => line == "Line1/Motor/Speed\t4608\tUncertainLastUsableValue", cancellationToken);
        await stop.CancelAsync();
        Assert.That(await running, Is.Zero);
        Assert.That(error.ToString(), Does.Contain("watch has a connection of its own"));
        await plc.Plc.Counters.WhenAsync(counters => counters.ConnectionsOpen == 0, cancellationToken);
        Assert.That(plc.Plc.Counters.WriteJobs, Is.Zero);
    }

    [Test]
    public async Task A_tag_that_can_not_be_read_says_so(CancellationToken cancellationToken)
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300, scan: { normal: 100ms }", Tags);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var lines = new LineWriter();
        var running = CommandLine.RunAsync(["watch", plc.MapPath, "Bad"], lines, TextWriter.Null, stop.Token);
        Assert.That(await lines.NextAsync(_ => true, cancellationToken), Is.EqualTo("Line1/Bad\t-\tBadConfigurationError"));
        await stop.CancelAsync();
        Assert.That(await running, Is.Zero);
    }

    [Test]
    public async Task A_pattern_that_fits_nothing_and_an_option_that_is_none_are_told()
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300", Tags);
        var shell = await Shell.RunAsync("watch", plc.MapPath, "Pump");
        Assert.That(
            (shell.ExitCode, shell.Output, shell.Error),
            Is.EqualTo(
                (
                    1,
                    "",
                    $"s7opcbridge: no tag of the map matches Pump; write a name, a folder or a pattern such as '*/Speed'.{Environment.NewLine}"
                )
            )
        );
        Assert.That((await Shell.RunAsync("watch", plc.MapPath, "--fast")).ExitCode, Is.EqualTo(2));
        await using var empty = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300", "");
        shell = await Shell.RunAsync("watch", empty.MapPath, "--plc", "Line1");
        Assert.That(
            (shell.ExitCode, shell.Error),
            Is.EqualTo(
                (1, $"s7opcbridge: there is nothing to watch: Line1 has no tags; add some under 'tags' in the map.{Environment.NewLine}")
            )
        );
    }

    [TestCase("Motor", "Motor/Speed Motor/On")]
    [TestCase("motor/speed", "Motor/Speed")]
    [TestCase("Line1/Bad", "Bad")]
    [TestCase("*/On", "Motor/On")]
    [TestCase("Mot", "")]
    public async Task Names_folders_and_patterns_choose_tags(string pattern, string chosen)
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300", Tags);
        var map = MapLoader.Load(plc.MapPath, new FindingList())!.Tags;
        Assert.That(string.Join(' ', new WatchFilter(null, [pattern]).Select(map).Select(tag => tag.Name)), Is.EqualTo(chosen));
    }

    [Test]
    public async Task The_screen_shows_quality_fresh_changes_and_cycle_times()
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_300, "profile: s7-300", Tags);
        var map = MapLoader.Load(plc.MapPath, new FindingList())!.Tags;
        var clock = new ManualClock();
        clock.Advance(TimeSpan.FromHours(1));
        var board = new WatchTable(map, map.Tags, clock);
        board.Apply(
            new WatchUpdate(
                [
                    new("Line1/Motor/Speed", "5", StatusCodes.Good),
                    new("Line1/Bad", "", StatusCodes.BadConfigurationError),
                    new("Other/Tag", "1", StatusCodes.Good),
                ],
                [new WatchPlc("Line1", "Running", "RUN", "", [new WatchScan("normal", 2, 3.25, 7)])]
            )
        );
        Assert.That((board.Changes, board.IsFresh(board.Rows[0], TimeSpan.FromSeconds(1))), Is.EqualTo((0, false)));
        board.Apply(new WatchUpdate([new("Line1/Motor/Speed", "6", StatusCodes.Good)], []));
        Assert.That((board.Changes, board.IsFresh(board.Rows[0], TimeSpan.FromSeconds(1))), Is.EqualTo((1, true)));
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(board.IsFresh(board.Rows[0], TimeSpan.FromSeconds(1)), Is.False);

        var screen = ScreenOf(board, height: 40);
        Assert.That(
            screen,
            Does.Match(@"Line1/Motor/Speed\s+6\s+rpm\s+Int\s+Good")
                .And.Match(@"Line1/Bad\s+Int\s+BadConfigurationError")
                .And.Match(@"Line1/Motor/On\s+Bool\s+BadWaitingForInitialData")
        );
        Assert.That(
            screen,
            Does.Contain("Line1 Running CPU RUN  normal: 2 PDUs, 3.2 ms, 7 skipped")
                .Or.Contain("Line1 Running CPU RUN  normal: 2 PDUs, 3.3 ms, 7 skipped")
        );
        Assert.That(ScreenOf(board, height: 8), Does.Contain("… and 2 more"));
    }

    [Test]
    public void Values_are_one_line_each()
    {
        Assert.That(ValueText.Format(new TagValue(TagValueKind.Boolean, 1)), Is.EqualTo("true"));
        Assert.That(ValueText.Format(new TagValue(TagValueKind.Int16, -5)), Is.EqualTo("-5"));
        Assert.That(ValueText.Format(new TagValue(TagValueKind.UInt64, -1)), Is.EqualTo("18446744073709551615"));
        Assert.That(ValueText.Format(new TagValue(TagValueKind.Single, BitConverter.SingleToUInt32Bits(1.5f))), Is.EqualTo("1.5"));
        Assert.That(ValueText.Format(new TagValue(TagValueKind.Duration, BitConverter.DoubleToInt64Bits(2500))), Is.EqualTo("2500ms"));
        Assert.That(ValueText.Format(new TagValue(TagValueKind.Text, 0, "a\tb")), Is.EqualTo("a\uFFFDb"));
        Assert.That(
            ValueText.Format(new TagValue(TagValueKind.DateTime, new DateTime(2026, 5, 1, 12, 0, 0, 250).Ticks)),
            Is.EqualTo("2026-05-01T12:00:00.25Z")
        );
        Assert.That(ValueText.Format(new TagValue(TagValueKind.Int32, 0, new[] { 1, 2 }, IsArray: true)), Is.EqualTo("[1, 2]"));
        Assert.That(ValueText.Format(default), Is.Empty);
    }

    private static string ScreenOf(WatchTable board, int height)
    {
        var text = new StringWriter();
        Terminal.Over(text).Write(WatchScreen.Render(board, "", height));
        return text.ToString();
    }

    internal static void Write(SoftPlc plc, int offset, byte value)
    {
        using var hold = plc.Memory.Hold();
        hold.Block(1)[offset] = value;
    }
}
