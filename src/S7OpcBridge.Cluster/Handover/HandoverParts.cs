using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Tenures;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Handover;

/// <summary>What taking and giving away PLCs needs.</summary>
internal sealed record HandoverParts(
    string Self,
    Acquisition Acquisition,
    TenureTable Tenures,
    Owners Owners,
    Func<MapTags> Tags,
    Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> AskAsync,
    Func<bool> MayWork,
    TimeProvider Time,
    ILogger Log
);
