using System.Runtime.CompilerServices;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>Watches tags over connections of its own, one per PLC, with the same acquisition as the bridge.</summary>
internal static class DirectWatch
{
    // Interval for taking batches, on a thread separate from acquisition, because a terminal may be slow.
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(50);

    private const int PlcsEvery = 10;

    /// <param name="map">What to watch.</param>
    /// <param name="hooks">Callbacks for S7CommPlus connections.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">Ends the watch; the connections are closed with a disconnect.</param>
    public static async IAsyncEnumerable<WatchUpdate> RunAsync(
        TagMap map,
        S7PlusHooks hooks,
        TimeProvider time,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        await using var acquisition = new Acquisition(map, time, NullLoggerFactory.Instance, hooks);
        acquisition.Start();
        var values = new string[map.Tags.Length];
        Array.Fill(values, "");
        using var timer = new PeriodicTimer(Pace, time);
        for (var tick = 0; !cancellationToken.IsCancellationRequested; tick++)
        {
            var changes = new List<WatchChange>();
            while (acquisition.Batches.TryRead(out var batch))
            {
                Take(batch, map, values, changes);
                batch.Return();
            }
            var plcs = tick % PlcsEvery == 0 ? map.Plcs.Select(plc => WatchPlc.Of(plc.Name, acquisition.StatusOf(plc.Index))).ToArray() : [];
            if (changes.Count > 0 || plcs.Length > 0)
                yield return new WatchUpdate(changes, plcs);
            if (!await WaitAsync(timer, cancellationToken))
                yield break;
        }
    }

    private static void Take(TagBatch batch, TagMap map, string[] values, List<WatchChange> changes)
    {
        foreach (ref readonly var sample in batch.Samples)
        {
            // Kind None keeps the last value and changes the quality; some qualities remove the value.
            if (sample.Value.Kind != TagValueKind.None)
                values[sample.Tag] = ValueText.Of(sample.Value);
            else if (StatusMapping.Of(sample.Quality).IsBad)
                values[sample.Tag] = "";
            var tag = map.Tags[sample.Tag];
            changes.Add(new WatchChange($"{map.Plcs[tag.Plc].Name}/{tag.Name}", values[sample.Tag], StatusMapping.Of(sample.Quality).Value));
        }
    }

    private static async ValueTask<bool> WaitAsync(PeriodicTimer timer, CancellationToken cancellationToken)
    {
        try
        {
            return await timer.WaitForNextTickAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
