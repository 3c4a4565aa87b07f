using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Server;

/// <summary>Lets reads with a MaxAge wait for the next cycle of the scan classes they touch: one cycle for all who wait, no request of their own (DESIGN §5).</summary>
internal sealed class FreshReads(Acquisition acquisition)
{
    /// <summary>See <see cref="FreshReadHandler"/>.</summary>
    public async ValueTask WaitAsync(IReadOnlyList<int> variables, CancellationToken cancellationToken)
    {
        var groups = new HashSet<int>();
        var tags = acquisition.Map.Tags;
        foreach (var variable in variables)
        {
            if (variable < tags.Length && !tags[variable].IsGone)
                groups.Add(tags[variable].ScanGroup);
        }
        var cycles = new List<Task>(groups.Count);
        foreach (var group in groups)
            cycles.Add(acquisition.NextCycleAsync(group, cancellationToken));
        await Task.WhenAll(cycles).ConfigureAwait(false);
    }
}
