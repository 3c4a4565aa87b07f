using System.Diagnostics;
using System.Globalization;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The built program as a service of type notify; the tests are the supervisor, at a real datagram socket.</summary>
[TestFixture, CancelAfter(120_000), Platform("Linux"), Parallelizable]
public sealed class SystemdTests
{
    private const string Map = """
        server: { endpoint: "{endpoint}", security: [None], anonymous: read }
        plcs: [{ name: Line1, simulate: true, tags: [{ name: A, address: MW0, type: Int }] }]
        """;

    [TestCase(true, TestName = "A service reports readiness, life, reloads and its end to an abstract socket")]
    [TestCase(false, TestName = "A service reports readiness, life, reloads and its end to a socket file")]
    public async Task A_service_reports_to_its_supervisor(bool isAbstract, CancellationToken cancellationToken)
    {
        var name = $"s7opcbridge-notify-{Guid.NewGuid():N}";
        using var supervisor = new NotifySocket(isAbstract ? $"@{name}" : Path.Combine(Path.GetTempPath(), name));
        await using var bridge = await Bridge.StartAsync(
            Map,
            cancellationToken,
            [("NOTIFY_SOCKET", supervisor.Address), ("WATCHDOG_USEC", "400000")]
        );

        Assert.That(await supervisor.NextAsync(cancellationToken), Is.EqualTo("WATCHDOG=1"));
        var status = await supervisor.NextAsync(cancellationToken);
        Assert.That(status, Does.StartWith("STATUS=Serving 1 tags at opc.tcp://localhost:"));
        Assert.That(await supervisor.NextAsync(cancellationToken), Is.EqualTo("READY=1"));
        Assert.That(bridge.Program.Output, Does.Contain("Ctrl+C"), "it was listening before it said so");
        // The PLC may have been quicker than the first status.
        if (!status.EndsWith("1 of 1 PLCs connected.", StringComparison.Ordinal))
            Assert.That(await supervisor.NextAsync("STATUS=", cancellationToken), Does.EndWith("1 of 1 PLCs connected."));
        await supervisor.NextAsync("WATCHDOG=1", cancellationToken);
        await supervisor.NextAsync("WATCHDOG=1", cancellationToken);

        // Stopwatch reads the same clock as systemd does: CLOCK_MONOTONIC.
        var before = Stopwatch.GetTimestamp();
        await bridge.Program.HangUpAsync();
        var reloading = (await supervisor.NextAsync("RELOADING=1", cancellationToken)).Split('\n');
        var after = Stopwatch.GetTimestamp();
        Assert.That(reloading, Has.Length.EqualTo(2));
        Assert.That(reloading[1], Does.StartWith("MONOTONIC_USEC="));
        var microseconds = long.Parse(reloading[1]["MONOTONIC_USEC=".Length..], CultureInfo.InvariantCulture);
        Assert.That(microseconds, Is.InRange(Microseconds(before), Microseconds(after) + 1));
        Assert.That(await supervisor.NextAsync("READY=1", cancellationToken), Is.EqualTo("READY=1"));
        await supervisor.NextAsync("WATCHDOG=1", cancellationToken);

        await bridge.Program.TerminateAsync();
        Assert.That(await supervisor.NextAsync("STOPPING=1", cancellationToken), Is.EqualTo("STOPPING=1"));
        Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero, bridge.Program.Output);
        Assert.That(supervisor.Waiting(), Is.Empty, "whoever stops says nothing more");
    }

    [Test]
    public async Task The_journal_gets_levels_where_the_unit_asks_for_them(CancellationToken cancellationToken)
    {
        await using var bridge = await Bridge.StartAsync(
            Map,
            cancellationToken,
            [("S7OPCBRIDGE_Logging__Console__FormatterName", "systemd")]
        );
        Assert.That(
            await bridge.Program.LineAsync(line => line.Contains("SIMULATED: its values", StringComparison.Ordinal), cancellationToken),
            Does.StartWith("<4>")
        );
    }

    [Test]
    public async Task Without_a_wish_the_log_is_a_line_per_event_with_its_time(CancellationToken cancellationToken)
    {
        await using var bridge = await Bridge.StartAsync(Map, cancellationToken);
        Assert.That(
            await bridge.Program.LineAsync(line => line.Contains("SIMULATED: its values", StringComparison.Ordinal), cancellationToken),
            Does.Match(@"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 warn: S7OpcBridge\[102\] Line1 is SIMULATED")
        );
    }

    private static long Microseconds(long timestamp) => (long)(timestamp * (1e6 / Stopwatch.Frequency));
}
