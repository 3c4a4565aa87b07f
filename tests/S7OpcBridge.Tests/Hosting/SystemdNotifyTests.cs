using S7OpcBridge.Hosting;
using S7OpcBridge.Startup;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Tests;

/// <summary>What a service manager is told, at a real datagram socket.</summary>
[CancelAfter(30_000), Platform(Exclude = "Win")]
public sealed class SystemdNotifyTests
{
    [Test]
    public void Nothing_is_sent_where_nobody_supervises([Values(null, "", "/", "vsock:2:1234", "relative.sock")] string? address)
    {
        using var systemd = Of(("NOTIFY_SOCKET", address), ("WATCHDOG_USEC", "1000000"));
        Assert.That(systemd.IsSupervised, Is.False);
        Assert.That(systemd.Ready, Throws.Nothing);
    }

    [TestCase("30000000", null, 30_000)]
    [TestCase("30000000", "17", 30_000)]
    [TestCase("30000000", "18", null, Description = "meant for another process")]
    [TestCase("0", null, null)]
    [TestCase("soon", null, null)]
    [TestCase(null, null, null)]
    public void The_watchdog_counts_only_where_it_is_meant_for_this_process(string? microseconds, string? process, int? milliseconds)
    {
        using var systemd = Of(("NOTIFY_SOCKET", "@s7opcbridge-nobody"), ("WATCHDOG_USEC", microseconds), ("WATCHDOG_PID", process));
        Assert.That(systemd.Watchdog?.TotalMilliseconds, Is.EqualTo(milliseconds));
    }

    [Test]
    public void A_supervisor_that_has_gone_harms_nobody()
    {
        using var systemd = Of(("NOTIFY_SOCKET", $"@s7opcbridge-{Guid.NewGuid():N}"));
        Assert.That(systemd.Alive, Throws.Nothing);
    }

    [Test]
    public async Task A_bridge_that_stands_still_says_why_and_gives_no_sign_of_life_until_it_moves(CancellationToken cancellationToken)
    {
        using var supervisor = new NotifySocket($"@s7opcbridge-{Guid.NewGuid():N}");
        using var systemd = Of(("NOTIFY_SOCKET", supervisor.Address), ("WATCHDOG_USEC", "8000000"));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var clock = new ManualClock();
        string? standstill = null;
        var running = new ServiceReport(systemd, () => standstill, () => "Serving.", clock).RunAsync(stop.Token);
        Assert.That(await NextThreeAsync(), Is.EqualTo(new[] { "WATCHDOG=1", "STATUS=Serving.", "READY=1" }));

        clock.Advance(TimeSpan.FromSeconds(4));
        Assert.That(
            await supervisor.NextAsync(cancellationToken),
            Is.EqualTo("WATCHDOG=1"),
            "half of the watchdog's time, and the same status is not told again"
        );
        standstill = "Publishing\nhas stood still.";
        clock.Advance(TimeSpan.FromSeconds(4));
        Assert.That(
            await supervisor.NextAsync(cancellationToken),
            Is.EqualTo("STATUS=Publishing has stood still."),
            "one line, and no WATCHDOG=1 before it"
        );
        standstill = null;
        clock.Advance(TimeSpan.FromSeconds(4));
        Assert.That(await supervisor.NextAsync(cancellationToken), Is.EqualTo("WATCHDOG=1"));
        Assert.That(await supervisor.NextAsync(cancellationToken), Is.EqualTo("STATUS=Serving."));

        await stop.CancelAsync();
        await running;

        async Task<string[]> NextThreeAsync() =>
            [
                await supervisor.NextAsync(cancellationToken),
                await supervisor.NextAsync(cancellationToken),
                await supervisor.NextAsync(cancellationToken),
            ];
    }

    [Test]
    public async Task A_service_that_is_not_watched_still_tells_its_status_every_five_seconds(CancellationToken cancellationToken)
    {
        using var supervisor = new NotifySocket($"@s7opcbridge-{Guid.NewGuid():N}");
        using var systemd = Of(("NOTIFY_SOCKET", supervisor.Address));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var clock = new ManualClock();
        var looks = 0;
        var running = new ServiceReport(systemd, () => null, () => $"Look {++looks}.", clock).RunAsync(stop.Token);
        await supervisor.NextAsync("READY=1", cancellationToken);
        clock.Advance(TimeSpan.FromSeconds(5));
        Assert.That(await supervisor.NextAsync("STATUS=", cancellationToken), Is.EqualTo("STATUS=Look 2."));
        await stop.CancelAsync();
        await running;
    }

    private static SystemdNotify Of(params (string Name, string? Value)[] variables) =>
        SystemdNotify.FromEnvironment(
            name => variables.FirstOrDefault(variable => variable.Name == name).Value,
            processId: 17,
            TimeProvider.System
        );
}
