using System.Runtime;
using S7OpcBridge.Core;

namespace S7OpcBridge.Hosting;

/// <summary>
/// Runs one compacting garbage collection after the first reads. It releases the memory of map loading and planning; the running bridge allocates so little
/// that the runtime would not collect for hours. It runs only once, because it pauses the process.
/// </summary>
internal static class StartupCollection
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(500);

    // After the last answer its values are still on their way to the table: memory that is released later would stay.
    private static readonly TimeSpan Calm = TimeSpan.FromSeconds(1);

    // A PLC that does not answer must not keep the memory of all others, and a slow start must not be taken for such a PLC.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <summary>Waits until all PLCs have answered, or until no further one has for a while, and collects.</summary>
    public static async Task CollectAsync(Acquisition acquisition, TimeProvider time, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(LookEvery, time);
        try
        {
            var (missing, since) = (-1, time.GetTimestamp());
            while (time.GetElapsedTime(since) < (missing == 0 ? Calm : Patience))
            {
                await timer.WaitForNextTickAsync(cancellationToken);
                if (Missing(acquisition) is var now && now != missing)
                    (missing, since) = (now, time.GetTimestamp());
            }
        }
        catch (OperationCanceledException)
        {
            return;
        }
        GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }

    // Scan classes that have not been read yet.
    private static int Missing(Acquisition acquisition)
    {
        var missing = 0;
        foreach (var plc in acquisition.Map.Plcs)
        {
            foreach (ref readonly var scan in acquisition.StatusOf(plc.Index).Scans.AsSpan())
                missing += plc is { Enabled: true, IsGone: false } && scan.ConfirmedTicks == 0 ? 1 : 0;
        }
        return missing;
    }
}
