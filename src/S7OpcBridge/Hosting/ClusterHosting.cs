using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.Clustering;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>Starts and stops this bridge as a node of the cluster in its map. Without a cluster nothing of it is loaded.</summary>
internal sealed class ClusterHosting
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
    public static ClusterPart Share(
        ClusterSettings settings,
        Func<BridgeMap> map,
        Acquisition acquisition,
        TimeProvider time,
        ILoggerFactory loggers
    )
    {
        var shared = ClusterRun.Share(settings, map, acquisition, time, loggers);
        var hosting = new ClusterHosting(
            (server, alarms, token) =>
                ClusterRun.StartAsync(settings, map, server.Server, alarms, shared, server.OwnCertificate, time, loggers, token)
        );
        return new ClusterPart(
            hosting.StartAsync,
            plc => shared.HolderOf(plc) == settings.Node,
            () => hosting._run?.State(),
            hosting.ExamineAsync,
            hosting.ReachAsync,
            hosting.LeaveAsync,
            hosting.EndAsync
        );
    }

    /// <exception cref="Startup.StartException">The address or the store of the members cannot be used.</exception>
    private async Task StartAsync(
        SecureServer server,
        BridgeAlarms alarms,
        Func<string, bool, CancellationToken, Task<PlcReport?>> examine,
        CancellationToken cancellationToken
    )
    {
        _run = await _start(server, alarms, cancellationToken);
        _run.AnswerDoctor(examine);
    }

    private Task<OtherNode> ExamineAsync(string node, string plc, bool probe, CancellationToken cancellationToken) =>
        _run?.ExamineAsync(node, plc, probe, cancellationToken)
        ?? Task.FromResult(new OtherNode(node, null, "This node has not begun to join the cluster."));

    private Task<MapReach> ReachAsync(IReadOnlyList<string> files, CancellationToken cancellationToken) =>
        _run?.ReachAsync(files, cancellationToken)
        ?? Task.FromResult(
            new MapReach([], [new NodeApart("(any other)", "is not known yet: this one has not begun to join the cluster")])
        );

    private async Task LeaveAsync()
    {
        using var limit = new CancellationTokenSource(LeaveWithin);
        if (_run is not null)
            await _run.LeaveAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private ValueTask EndAsync() => _run?.DisposeAsync() ?? ValueTask.CompletedTask;
}
