using S7OpcBridge.Core;
using S7OpcBridge.Recording;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Hosting;

/// <summary>
/// Reports to systemd while the bridge runs: a status line whenever it changes, and watchdog messages only while the bridge is alive, so that a blocked one is
/// restarted.
/// </summary>
/// <param name="systemd">Sends the messages.</param>
/// <param name="standstill">Returns what stands still as a sentence; null: the bridge is alive.</param>
/// <param name="status">Returns the status line.</param>
internal sealed class ServiceReport(SystemdNotify systemd, Func<string?> standstill, Func<string> status, TimeProvider time)
{
    private static readonly TimeSpan Rarest = TimeSpan.FromSeconds(5),
        MostOften = TimeSpan.FromMilliseconds(10);

    private string _sent = "";

    /// <summary>Reports the service as ready, then its status until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        if (!systemd.IsSupervised)
            return;
        Report();
        systemd.Ready();
        using var timer = new PeriodicTimer(WatchdogInterval(), time);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
                Report();
        }
        catch (OperationCanceledException)
        {
            // The bridge stops.
        }
    }

    /// <summary>The state of the PLCs on one line, with what is wrong with the history.</summary>
    public static string StatusOf(Acquisition acquisition, string endpoint, HistoryHost? history)
    {
        var map = acquisition.Map;
        var wanted = map.Plcs.Where(static plc => plc is { Enabled: true, IsGone: false }).ToArray();
        var connected = wanted.Count(plc => acquisition.StatusOf(plc.Index).Connected);
        return $"Serving {map.Listed.Length} tags at {endpoint}; {connected} of {wanted.Length} PLCs connected."
            + (history is not null && HistoryTrouble.Describe(history.Figures) is { } trouble ? $" {trouble}" : "");
    }

    private void Report()
    {
        var trouble = standstill();
        if (trouble is null)
            systemd.Alive();
        var line = trouble ?? status();
        if (line != _sent)
            systemd.Status(_sent = line);
    }

    // Twice within the watchdog's timeout, as sd_watchdog_enabled(3) recommends.
    private TimeSpan WatchdogInterval()
    {
        if (systemd.Watchdog is not { } watchdog)
            return Rarest;
        var half = watchdog / 2;
        return half > Rarest ? Rarest
            : half < MostOften ? MostOften
            : half;
    }
}
