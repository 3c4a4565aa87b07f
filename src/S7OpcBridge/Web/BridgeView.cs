using System.Collections.Immutable;
using System.Net;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>A tag as clients see it now.</summary>
/// <param name="Value">The value, of kind None where there is none.</param>
/// <param name="Status">Its quality.</param>
/// <param name="Changed">When the value or the quality last changed; null: never.</param>
/// <param name="Confirmed">When the PLC last confirmed it, or was last tried; null: never.</param>
internal readonly record struct TagReading(TagValue Value, StatusCode Status, DateTime? Changed, DateTime? Confirmed);

/// <summary>
/// The running bridge as pages see it: nothing here changes anything, and any thread may ask. The sources are those of <c>watch</c>, <c>doctor</c> and the
/// _Status nodes.
/// </summary>
/// <param name="running">The map that runs now.</param>
/// <param name="acquisition">Its PLCs.</param>
/// <param name="server">Its values and clients.</param>
/// <param name="certificates">What is shown, and who is trusted.</param>
/// <param name="time">The clock.</param>
internal sealed class BridgeView(Func<BridgeMap> running, Acquisition acquisition, BridgeServer server, Func<IReadOnlyList<KnownCertificate>> certificates, TimeProvider time)
{
    private readonly RunningPlans _plans = new();

    /// <summary>The clock.</summary>
    public TimeProvider Time => time;

    /// <summary>All figures.</summary>
    public BridgeFigures Figures { get; } = new(acquisition, server, time) { Certificates = certificates };

    /// <summary>The certificates that are shown and trusted.</summary>
    public IReadOnlyList<KnownCertificate> Certificates() => certificates();

    /// <summary>When the bridge was started.</summary>
    public DateTimeOffset Started => Figures.Started;

    /// <summary>Why the process should be restarted, a sentence each; none: it lives.</summary>
    public IReadOnlyList<string> NotAlive => BridgeHealth.NotAlive(server);

    /// <summary>The map as it was loaded: settings, profiles, files.</summary>
    public BridgeMap Running => running();

    /// <summary>PLCs, scan classes and tags by the numbers that <see cref="StatusOf"/> and <see cref="Read"/> take. A reload leaves gaps: heed IsGone, and <see cref="TagMap.Listed"/>.</summary>
    public TagMap Map => acquisition.Map;

    /// <summary>How a PLC is doing; the same object until something changes.</summary>
    public PlcStatus StatusOf(int plc) => acquisition.StatusOf(plc);

    /// <summary>A tag now.</summary>
    public TagReading Read(int tag)
    {
        var (value, status, changed, confirmed) = server.ReadTagWithTimes(tag);
        return new TagReading(value, status, changed, confirmed);
    }

    /// <inheritdoc cref="BridgeServer.AuditPage"/>
    public void AuditPage(string user, EndPoint? remote, bool isAdmitted) => server.AuditPage(user, remote, isAdmitted);

    /// <summary>The quality of a tag alone, for whoever looks through all of them.</summary>
    public StatusCode QualityOf(int tag) => server.StatusOf(tag);

    /// <summary>The sessions, each with its subscriptions.</summary>
    public IReadOnlyList<ClientSession> Clients => server.Clients;

    /// <summary>How much memory clients take.</summary>
    public ClientMemoryFigures ClientMemory => server.ClientMemory;

    /// <summary>Subscriptions, those included that outlived their session.</summary>
    public int Subscriptions => server.Subscriptions;

    /// <inheritdoc cref="Acquisition.RequestsOf"/>
    public ImmutableArray<PlanRequest> RequestsOf(int scanGroup) => acquisition.RequestsOf(scanGroup);

    /// <summary>Clients that were turned away, the newest first, each with the command that trusts it.</summary>
    public IReadOnlyList<RejectedClient> Rejected => RejectedClient.In(Running.Server);

    /// <summary>How a PLC is read, with the PDU that it negotiated, or the one to be expected; null: it is gone.</summary>
    public PlcPlan? PlanOf(int plc) => Map.Plcs[plc].IsGone ? null : _plans.Of(Running, Map.Plcs[plc].Name, StatusOf(plc).PduSize);
}
