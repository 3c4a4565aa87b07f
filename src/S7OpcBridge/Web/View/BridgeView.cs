using System.Collections.Immutable;
using System.Net;
using S7OpcBridge.Bridge;
using S7OpcBridge.Clustering;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Metrics;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Planning;
using S7OpcBridge.Recording;
using S7OpcBridge.S7;

namespace S7OpcBridge.Web.View;

/// <summary>The present value of a tag, as clients see it.</summary>
/// <param name="Value">The value, of kind None where there is none.</param>
/// <param name="Status">Its quality.</param>
/// <param name="Changed">When the value or the quality last changed; null: never.</param>
/// <param name="Confirmed">When the PLC last confirmed it, or was last tried; null: never.</param>
internal readonly record struct TagReading(TagValue Value, StatusCode Status, DateTime? Changed, DateTime? Confirmed);

/// <summary>
/// Read-only view of the running bridge for web pages. Any thread. Its sources are those of <c>watch</c>, <c>doctor</c> and the _Status nodes.
/// </summary>
/// <param name="running">Returns the running map.</param>
/// <param name="acquisition">The PLC connections.</param>
/// <param name="server">The OPC UA server.</param>
/// <param name="certificates">Returns the certificates presented and trusted.</param>
/// <param name="cluster">Returns the cluster as this node sees it; null: there is none.</param>
/// <param name="history">The history; null: nothing is recorded.</param>
internal sealed class BridgeView(
    Func<BridgeMap> running,
    Acquisition acquisition,
    BridgeServer server,
    Func<IReadOnlyList<KnownCertificate>> certificates,
    TimeProvider time,
    Func<ClusterState?>? cluster = null,
    HistoryHost? history = null
)
{
    private readonly RunningPlans _plans = new();

    /// <summary>The clock.</summary>
    public TimeProvider Time => time;

    /// <summary>All metrics.</summary>
    public BridgeFigures Figures { get; } =
        new(acquisition, server, time)
        {
            Certificates = certificates,
            Cluster = cluster ?? (static () => null),
            History = () => history?.Figures,
        };

    /// <summary>The history; null: nothing is recorded.</summary>
    public HistoryHost? History => history;

    /// <summary>Returns the errors of the map on disk, as lines, where it was refused and an older one runs; empty: the map on disk runs.</summary>
    public Func<IReadOnlyList<string>> Refusal { get; init; } = static () => [];

    /// <summary>Returns the certificate of the OPC UA server with its key; null: it has none.</summary>
    public Func<OwnCertificate?> OwnCertificate { get; init; } = static () => null;

    /// <summary>The certificates presented and trusted.</summary>
    public IReadOnlyList<KnownCertificate> Certificates() => certificates();

    /// <summary>The cluster as this node sees it; null: there is none.</summary>
    public ClusterState? Cluster => Figures.Cluster();

    /// <summary>The service level that clients see, 0 to 255.</summary>
    public byte ServiceLevel => server.ServiceLevel;

    /// <summary>When the bridge was started.</summary>
    public DateTimeOffset Started => Figures.Started;

    /// <summary>Why the process should be restarted, one sentence each; empty: it is alive.</summary>
    public IReadOnlyList<string> NotAlive => BridgeHealth.NotAlive(server);

    /// <summary>The loaded map: settings, profiles, files.</summary>
    public BridgeMap Running => running();

    /// <summary>
    /// PLCs, scan classes and tags by the numbers that <see cref="StatusOf"/> and <see cref="Read"/> take. After a reload there are gaps; see IsGone and <see
    /// cref="TagMap.Listed"/>.
    /// </summary>
    public TagMap Map => acquisition.Map;

    /// <summary>The status of a PLC; the same object until something changes.</summary>
    public PlcStatus StatusOf(int plc) => acquisition.StatusOf(plc);

    /// <summary>The present value of a tag.</summary>
    public TagReading Read(int tag)
    {
        var (value, status, changed, confirmed) = server.ReadTagWithTimes(tag);
        return new TagReading(value, status, changed, confirmed);
    }

    /// <inheritdoc cref="BridgeServer.AuditPage"/>
    public void AuditPage(string user, EndPoint? remote, bool isAdmitted) => server.AuditPage(user, remote, isAdmitted);

    /// <summary>Only the quality of a tag, for searches through all tags.</summary>
    public StatusCode QualityOf(int tag) => server.StatusOf(tag);

    /// <summary>The alarms; null: there are none.</summary>
    public BridgeAlarms? Alarms => server.Alarms;

    /// <summary>The sessions with their subscriptions.</summary>
    public IReadOnlyList<ClientSession> Clients => server.Clients;

    /// <summary>Memory used for clients.</summary>
    public ClientMemoryFigures ClientMemory => server.ClientMemory;

    /// <summary>Number of subscriptions, including those without a session.</summary>
    public int Subscriptions => server.Subscriptions;

    /// <inheritdoc cref="Acquisition.RequestsOf"/>
    public ImmutableArray<PlanRequest> RequestsOf(int scanGroup) => acquisition.RequestsOf(scanGroup);

    /// <summary>Rejected clients, the newest first, each with the command that trusts it.</summary>
    public IReadOnlyList<RejectedClient> Rejected => RejectedClient.In(Running.Server);

    /// <summary>The read plan of a PLC, with the negotiated PDU or the expected one; null: it was removed.</summary>
    public PlcPlan? PlanOf(int plc) => Map.Plcs[plc].IsGone ? null : _plans.Of(Running, Map.Plcs[plc].Name, StatusOf(plc).PduSize);
}
