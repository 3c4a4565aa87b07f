using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>
/// What the supervisor is told while the bridge runs: a line of status when it changes, and a sign of life only while the bridge lives, so that one that is stuck is started anew.
/// </summary>
/// <param name="systemd">Where to tell it.</param>
/// <param name="standstill">What stands still, in a sentence; null: nothing, the bridge lives.</param>
/// <param name="status">How it is doing, in a line.</param>
/// <param name="time">The clock.</param>
internal sealed class ServiceReport(SystemdNotify systemd, Func<string?> standstill, Func<string> status, TimeProvider time)
{
    private static readonly TimeSpan Rarest = TimeSpan.FromSeconds(5), MostOften = TimeSpan.FromMilliseconds(10);

    private string _told = "";

    /// <summary>Says that the bridge is there, and goes on telling until it is told to stop.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        if (!systemd.IsSupervised)
            return;
        Tell();
        systemd.Ready();
        using var timer = new PeriodicTimer(WatchdogInterval(), time);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
                Tell();
        }
        catch (OperationCanceledException)
        {
            // The bridge stops.
        }
    }

    /// <summary>How the PLCs are doing, in a line.</summary>
    public static string StatusOf(Acquisition acquisition, string endpoint)
    {
        var map = acquisition.Map;
        var wanted = map.Plcs.Where(static plc => plc is { Enabled: true, IsGone: false }).ToArray();
        var connected = wanted.Count(plc => acquisition.StatusOf(plc.Index).Connected);
        return $"Serving {map.Listed.Length} tags at {endpoint}; {connected} of {wanted.Length} PLCs connected.";
    }

    private void Tell()
    {
        var trouble = standstill();
        if (trouble is null)
            systemd.Alive();
        var line = trouble ?? status();
        if (line != _told)
            systemd.Status(_told = line);
    }

    // Twice within what the watchdog allows (sd_watchdog_enabled(3)).
    private TimeSpan WatchdogInterval()
    {
        if (systemd.Watchdog is not { } watchdog)
            return Rarest;
        var half = watchdog / 2;
        return half > Rarest ? Rarest : half < MostOften ? MostOften : half;
    }
}
