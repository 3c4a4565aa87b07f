using System.Runtime;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>
/// Gives back what reading the map and planning have left behind, once everything has been read: a bridge at work allocates next to nothing, so nobody else would
/// collect it for hours. Once: it stops the process while it compacts the heap.
/// </summary>
internal static class StartupCollection
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(500), Patience = TimeSpan.FromSeconds(10);

    /// <summary>Waits until all PLCs have answered, or long enough, and collects.</summary>
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
