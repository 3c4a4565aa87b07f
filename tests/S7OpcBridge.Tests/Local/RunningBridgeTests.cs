using S7OpcBridge.Commands;
using S7OpcBridge.Local;
using S7OpcBridge.Simulator;
using S7OpcBridge.Watch;

namespace S7OpcBridge.Tests;

/// <summary><c>doctor</c> and <c>watch</c> beside a running bridge, at a PLC that has one connection to give.</summary>
[CancelAfter(60_000)]
public sealed class RunningBridgeTests
{
    [Test]
    public async Task Doctor_and_watch_ask_the_bridge_and_take_no_second_connection(CancellationToken cancellationToken)
    {
        await using var plc = FaultyPlc.Of(
            CpuBehaviors.S7_1500 with
            {
                MaxConnections = 1,
            },
            "profile: s7-1500, scan: { normal: 100ms, rare: { interval: 100ms, demand: true } }",
            "{ name: A, address: DB1.DBW0, type: Int, scan: rare }, { name: B, address: DB2.DBW90, type: Int }"
        );
        await using var bridge = await BridgeHere.StartAsync(plc.MapPath, cancellationToken);
        await plc.Plc.Counters.WhenAsync(counters => counters.ReadJobs > 0, cancellationToken);

        var (_, report) = await plc.ExamineAsync();
        Assert.That(report.Connection, Is.EqualTo("bridge"));
        Assert.That(report.Findings.Single().Sentence, Does.Contain("DB2 is too short: it has 20 bytes"));
        Assert.That(report.Findings.Single().Tags, Is.EqualTo(new[] { "B" }));

        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var lines = new LineWriter();
        var error = new StringWriter();
        var watching = CommandLine.RunAsync(["watch", plc.MapPath, "A"], lines, error, enough.Token);
        await lines.NextAsync(line => line == "Line1/A\t0\tGood", cancellationToken);
        WatchTests.Write(plc.Plc, 1, 77);
        await lines.NextAsync(line => line == "Line1/A\t77\tGood", cancellationToken);
        await enough.CancelAsync();
        Assert.That(await watching, Is.Zero);
        Assert.That(error.ToString(), Does.Contain("no second connection"));
        Assert.That((plc.Plc.Counters.ConnectionsMax, plc.Plc.Counters.ConnectionsRefused), Is.EqualTo((1, 0)));

        Assert.That(await bridge.StopAsync(), Is.Zero);
        // The bridge has gone: doctor connects itself, and says so.
        Assert.That((await plc.ExamineAsync()).Report.Connection, Is.EqualTo("own"));
    }

    private static long JobsOf(FaultyPlc plc) => plc.Plc.Counters.ReadJobs + plc.Plc.Counters.UserdataJobs;

    [Test]
    public async Task The_socket_is_its_users_alone_and_one_that_a_killed_bridge_left_is_replaced(CancellationToken cancellationToken)
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_1500, "profile: s7-1500", "{ name: A, address: DB1.DBW0, type: Int }");
        var path = LocalSocket.ToServe(plc.MapPath);
        await File.WriteAllTextAsync(path, "", cancellationToken);
        Assert.That(await RunningBridge.FindAsync(plc.MapPath, TestContext.Out.WriteLine, cancellationToken), Is.Null);

        await using var bridge = await BridgeHere.StartAsync(plc.MapPath, cancellationToken);
        Assert.That(LocalSocket.ToAsk(plc.MapPath, TestContext.Out.WriteLine), Is.EqualTo(new[] { path }));
        if (!OperatingSystem.IsWindows())
            Assert.That(File.GetUnixFileMode(path), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
        using (var asked = await RunningBridge.FindAsync(plc.MapPath, TestContext.Out.WriteLine, cancellationToken))
            Assert.That((await asked!.ExamineAsync(null, probe: false, cancellationToken))!.Plcs.Single().Name, Is.EqualTo("Line1"));

        Assert.That(await bridge.StopAsync(), Is.Zero);
        Assert.That(LocalSocket.ToAsk(plc.MapPath, TestContext.Out.WriteLine), Is.Empty);
    }

    // Nine jobs or so at five a second, beside a class that takes its share: without the ceiling they would be through in some milliseconds.
    [Test]
    public async Task Doctor_on_the_bridges_connection_keeps_to_the_ceiling_of_the_map(CancellationToken cancellationToken)
    {
        const int rate = 5;
        await using var plc = FaultyPlc.Of(
            CpuBehaviors.S7_1500,
            $"profile: s7-1500, load: {{ requestsPerSecond: {rate} }}, scan: {{ normal: 2s }}",
            "{ name: A, address: DB1.DBW0, type: Int }, { name: B, address: DB2.DBW0, type: Int }"
        );
        await using var bridge = await BridgeHere.StartAsync(plc.MapPath, cancellationToken);
        await plc.Plc.Counters.WhenAsync(counters => counters.ReadJobs > 0, cancellationToken);

        var (began, before) = (TimeProvider.System.GetTimestamp(), JobsOf(plc));
        var (_, report) = await plc.ExamineAsync();
        var (took, jobs) = (TimeProvider.System.GetElapsedTime(began), JobsOf(plc) - before);

        Assert.That((report.Connection, report.Ok), Is.EqualTo(("bridge", true)));
        Assert.That(jobs, Is.GreaterThan(6), "there was something to hold back");
        Assert.That(jobs, Is.LessThanOrEqualTo(rate * took.TotalSeconds + 3));
        Assert.That(await bridge.StopAsync(), Is.Zero);
    }

    [Test]
    public async Task However_many_watch_the_bridge_still_says_how_it_is(CancellationToken cancellationToken)
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_1500, "profile: s7-1500", "{ name: A, address: DB1.DBW0, type: Int }");
        await using var bridge = await BridgeHere.StartAsync(plc.MapPath, cancellationToken);

        var watching = new List<IAsyncEnumerator<WatchUpdate>>();
        for (var i = 0; i < 8; i++)
        {
            watching.Add(
                (await RunningBridge.FindAsync(plc.MapPath, TestContext.Out.WriteLine, cancellationToken))!
                    .WatchAsync(null, [], cancellationToken)
                    .GetAsyncEnumerator(cancellationToken)
            );
            Assert.That(await watching[i].MoveNextAsync(), Is.True);
        }
        using (var asked = await RunningBridge.FindAsync(plc.MapPath, TestContext.Out.WriteLine, cancellationToken))
            Assert.That((await asked!.HealthAsync(cancellationToken))?.Trouble, Is.Null);
        Assert.That((await Shell.RunAsync("health", plc.MapPath)).ExitCode, Is.Zero);

        Assert.That(await bridge.StopAsync(), Is.Zero);
    }

    [Test]
    public async Task Watch_says_when_the_bridge_stops(CancellationToken cancellationToken)
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_1500, "profile: s7-1500", "{ name: A, address: DB1.DBW0, type: Int }");
        await using var bridge = await BridgeHere.StartAsync(plc.MapPath, cancellationToken);
        var (lines, error) = (new LineWriter(), new StringWriter());
        var watching = CommandLine.RunAsync(["watch", plc.MapPath], lines, error, cancellationToken);
        await lines.NextAsync(_ => true, cancellationToken);
        Assert.That(await bridge.StopAsync(), Is.Zero);
        Assert.That(await watching, Is.EqualTo(1));
        Assert.That(error.ToString(), Does.Contain("the bridge has stopped"));
    }
}
