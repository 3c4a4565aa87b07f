using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>
/// Lets reads with a MaxAge wait for the next cycle of the scan classes they need. All waiting reads share one cycle; no extra requests are sent to the PLC.
/// </summary>
internal sealed class FreshReads(Acquisition acquisition, VariableTable table)
{
    /// <summary>See <see cref="FreshReadHandler"/>.</summary>
    public async ValueTask WaitAsync(IReadOnlyList<int> variables, CancellationToken cancellationToken)
    {
        var groups = new HashSet<int>();
        foreach (var variable in variables)
        {
            // Groups beyond the scan classes are always current.
            if (table.GroupOf(variable) is var group && group < acquisition.Map.ScanGroups.Length)
                groups.Add(group);
        }
        var cycles = new List<Task>(groups.Count);
        foreach (var group in groups)
            cycles.Add(acquisition.NextCycleAsync(group, cancellationToken));
        await Task.WhenAll(cycles).ConfigureAwait(false);
    }
}
