using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.Clustering;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>Starts and stops this bridge as a node of the cluster in its map. Without a cluster nothing of it is loaded.</summary>
internal sealed class ClusterHosting : IAsyncDisposable
{
    // Below the time in which the program must have stopped.
    private static readonly TimeSpan LeaveWithin = TimeSpan.FromSeconds(2.5);

    private readonly Func<SecureServer, BridgeAlarms, CancellationToken, Task<ClusterRun>> _start;
    private ClusterRun? _run;

    private ClusterHosting(Func<SecureServer, BridgeAlarms, CancellationToken, Task<ClusterRun>> start) => _start = start;

    /// <summary>Makes an acquisition share its PLCs with the other nodes. To be called before it starts.</summary>
    /// <param name="settings">The cluster.</param>
    /// <param name="map">Returns the running map.</param>
    /// <param name="acquisition">The PLCs.</param>
    /// <param name="loggers">Make the log.</param>
    public static ClusterHosting Share(
        ClusterSettings settings,
        Func<BridgeMap> map,
        Acquisition acquisition,
        TimeProvider time,
        ILoggerFactory loggers
    )
    {
        var shared = ClusterRun.Share(settings, map, acquisition, time, loggers);
        return new ClusterHosting(
            (server, alarms, token) =>
                ClusterRun.StartAsync(settings, map, server.Server, alarms, shared, server.OwnCertificate, time, loggers, token)
        );
    }

    /// <summary>Begins to join.</summary>
    /// <param name="server">The OPC UA server.</param>
    /// <param name="examine">Examines a PLC of this node for the <c>doctor</c> of another one; null: this node does not read it.</param>
    /// <exception cref="Startup.StartException">The address or the store of the members cannot be used.</exception>
    public async Task<ClusterHosting> StartAsync(
        SecureServer server,
        BridgeAlarms alarms,
        Func<string, bool, CancellationToken, Task<PlcReport?>> examine,
        CancellationToken cancellationToken
    )
    {
        _run = await _start(server, alarms, cancellationToken);
        _run.AnswerDoctor(examine);
        return this;
    }

    /// <summary>The cluster as this node sees it; null: it has not begun to join.</summary>
    public ClusterState? State() => _run?.State();

    /// <summary>Has another node examine a PLC that it reads.</summary>
    public Task<OtherNode> ExamineAsync(string node, string plc, bool probe, CancellationToken cancellationToken) =>
        _run?.ExamineAsync(node, plc, probe, cancellationToken)
        ?? Task.FromResult(new OtherNode(node, null, "This node has not begun to join the cluster."));

    /// <summary>Which nodes read the same files as this one.</summary>
    public Task<MapReach> ReachAsync(IReadOnlyList<string> files, CancellationToken cancellationToken) =>
        _run?.ReachAsync(files, cancellationToken)
        ?? Task.FromResult(new MapReach([], [new NodeApart("(any other)", "is not known yet: this one has not begun to join the cluster")]));

    /// <summary>Hands the PLCs over before a planned stop.</summary>
    public async Task LeaveAsync()
    {
        using var limit = new CancellationTokenSource(LeaveWithin);
        if (_run is not null)
            await _run.LeaveAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    public async ValueTask DisposeAsync()
    {
        if (_run is not null)
            await _run.DisposeAsync();
    }
}
