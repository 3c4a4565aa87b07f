using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core;

/// <summary>Looks at tags that the running map need not have.</summary>
public sealed partial class Acquisition
{
    // Structures and arrays stand for many tags.
    private const int MostPeeked = 500;

    /// <summary>
    /// Reads tags once over the present connection of a PLC, within its load ceiling, and publishes nothing of it. At most 500 tags are read, one job at
    /// a time. Any thread.
    /// </summary>
    /// <param name="plc">Number of the PLC.</param>
    /// <param name="wanted">A compiled map with the tags; its first PLC stands for this one.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>Null: there is no connection here, or it ended meanwhile.</returns>
    public Task<PeekAnswer?> PeekAsync(int plc, TagMap wanted, CancellationToken cancellationToken) =>
        SessionOf(plc)?.PeekAsync(wanted, MostPeeked, cancellationToken) ?? Task.FromResult<PeekAnswer?>(null);

    /// <summary>The running class of a scan group; null: it has none here.</summary>
    internal ScanClass? RunningClass(int scanGroup) => TryFind(scanGroup, out _, out var scan) ? scan : null;
}
