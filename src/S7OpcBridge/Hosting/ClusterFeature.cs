using System.CommandLine;
using System.Net;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.Cluster;
using S7OpcBridge.Clustering;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>
/// What a build with clusters can do. The rest of the program reaches the cluster by these functions only: a call by name would link the room, Orleans and the
/// stores into the native build.
/// </summary>
/// <param name="Share">Makes an acquisition share its PLCs with the other nodes; to be called before it starts.</param>
/// <param name="RunWitnessAsync">Runs a witness (address, file, secret) until the program is stopped; returns the exit code.</param>
/// <param name="ForgetAsync">Takes a node from the list that the store keeps; returns why not, null: done.</param>
internal sealed record ClusterFeature(
    Func<ClusterSettings, Func<BridgeMap>, Acquisition, TimeProvider, ILoggerFactory, ClusterPart> Share,
    Func<IPEndPoint, string, string, InvocationConfiguration, CancellationToken, Task<int>> RunWitnessAsync,
    Func<ClusterSettings, string, CancellationToken, Task<string?>> ForgetAsync
)
{
    /// <summary>Returns it; null: this build has no clusters.</summary>
    public static ClusterFeature? Find() =>
        ProgramBuild.HasCluster
            ? new ClusterFeature(
                ClusterHosting.Share,
                WitnessHost.RunAsync,
                static (settings, node, cancellationToken) =>
                    KnownNodes.ForgetAsync(ClusterStores.Create(settings), settings.Name, node, cancellationToken)
            )
            : null;
}

/// <summary>This bridge as a node of a cluster.</summary>
/// <param name="StartAsync">
/// Begins to join. The function examines a PLC of this node for the <c>doctor</c> of another one; it returns null where this node does not read it.
/// </param>
/// <param name="Reads">True for the name of a PLC that this node reads. Any thread.</param>
/// <param name="State">The cluster as this node sees it; null: it has not begun to join.</param>
/// <param name="ExamineAsync">Has another node examine a PLC that it reads.</param>
/// <param name="ReachAsync">Which nodes read the same files as this one.</param>
/// <param name="LeaveAsync">Hands the PLCs over before a planned stop.</param>
/// <param name="EndAsync">Ends it.</param>
internal sealed record ClusterPart(
    Func<SecureServer, BridgeAlarms, Func<string, bool, CancellationToken, Task<PlcReport?>>, CancellationToken, Task> StartAsync,
    Func<string, bool> Reads,
    Func<ClusterState?> State,
    Func<string, string, bool, CancellationToken, Task<OtherNode>> ExamineAsync,
    Func<IReadOnlyList<string>, CancellationToken, Task<MapReach>> ReachAsync,
    Func<Task> LeaveAsync,
    Func<ValueTask> EndAsync
) : IAsyncDisposable
{
    public ValueTask DisposeAsync() => EndAsync();
}
