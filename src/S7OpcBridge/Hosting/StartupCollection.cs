using System.Runtime;
using S7OpcBridge.Core;

namespace S7OpcBridge.Hosting;

/// <summary>
/// Runs one compacting garbage collection after the first reads. It releases the memory of map loading and planning; the running bridge allocates so little
/// that the runtime would not collect for hours. It runs only once, because it pauses the process.
/// </summary>
internal static class StartupCollection
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(500), Patience = TimeSpan.FromSeconds(10);

    /// <summary>Waits until all PLCs have answered, or for a maximum time, and collects.</summary>
    public static async Task CollectAsync(Acquisition acquisition, TimeProvider time, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(LookEvery, time);
        try
        {
            for (var began = time.GetTimestamp(); !HasReadAll(acquisition) && time.GetElapsedTime(began) < Patience;)
                await timer.WaitForNextTickAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            return;
        }
        GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }

    private static bool HasReadAll(Acquisition acquisition)
    {
        foreach (var plc in acquisition.Map.Plcs)
        {
            foreach (ref readonly var scan in acquisition.StatusOf(plc.Index).Scans.AsSpan())
            {
                if (plc is { Enabled: true, IsGone: false } && scan.ConfirmedTicks == 0)
                    return false;
            }
        }
        return true;
    }
}
