using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Tests.Wire;

/// <summary>Batches as a node makes them for values of another one.</summary>
internal static class Batches
{
    private static readonly Acquisition Empty = new(
        new TagMap
        {
            Plcs = [],
            ScanGroups = [],
            Tags = [],
        },
        TimeProvider.System,
        NullLoggerFactory.Instance
    );

    public static TagBatch Of(int scanGroup, long confirmedTicks) => Empty.RentForwarded(scanGroup, confirmedTicks);
}
