using S7OpcBridge.Clustering;
using S7OpcBridge.Logs;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Support;

/// <summary>What a running bridge contributes to <c>report</c>.</summary>
/// <param name="Version">Version of the running program.</param>
/// <param name="Status">The overview of the status page, as JSON.</param>
/// <param name="Metrics">All metrics, as Prometheus reads them.</param>
/// <param name="Log">The last lines of the log, the oldest first.</param>
/// <param name="Cluster">The cluster as this node sees it, as JSON; null: there is none.</param>
internal sealed record SupportAnswer(string Version, string Status, string Metrics, IReadOnlyList<string> Log, string? Cluster = null)
{
    public static SupportAnswer From(BridgeView view, RecentLog log)
    {
        return new SupportAnswer(
            ProgramVersion.Text,
            ViewTexts.Overview(view),
            ViewTexts.Metrics(view),
            log.Lines,
            view.Cluster() is { } cluster ? System.Text.Json.JsonSerializer.Serialize(cluster, ClusterJson.Shapes.ClusterState) : null
        );
    }
}
