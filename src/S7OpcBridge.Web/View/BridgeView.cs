using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web;

/// <summary>
/// What pages and metrics show of the running bridge: functions that the program fills in, from the sources of <c>watch</c>, <c>doctor</c> and the _Status
/// nodes. Each gives the present state, on any thread.
/// </summary>
public sealed record BridgeView
{
    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Version of the program.</summary>
    public required string Version { get; init; }

    /// <summary>When the bridge was started.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>The loaded map: settings, profiles, files.</summary>
    public required Func<BridgeMap> Running { get; init; }

    /// <summary>The PLCs.</summary>
    public required PlcReadings Plcs { get; init; }

    /// <summary>The OPC UA server, with the values of the tags.</summary>
    public required ServerReadings Server { get; init; }

    /// <summary>The alarms; null: there are none.</summary>
    public AlarmReadings? Alarms { get; init; }

    /// <summary>The history; null: nothing is recorded.</summary>
    public HistoryReadings? History { get; init; }

    /// <summary>The entries of <c>mqtt</c>; empty: the map has none.</summary>
    public Func<IReadOnlyList<MqttState>> Mqtt { get; init; } = static () => [];

    /// <summary>The cluster as this node sees it; null: there is none.</summary>
    public Func<ClusterState?> Cluster { get; init; } = static () => null;

    /// <summary>The certificates presented and trusted.</summary>
    public Func<IReadOnlyList<KnownCertificate>> Certificates { get; init; } = static () => [];

    /// <summary>The certificate of the OPC UA server with its key; null: it has none.</summary>
    public Func<OwnCertificate?> OwnCertificate { get; init; } = static () => null;

    /// <summary>The errors of the map on disk, as lines, where it was refused and an older one runs; empty: the map on disk runs.</summary>
    public Func<IReadOnlyList<string>> Refusal { get; init; } = static () => [];

    /// <summary>Why the process should be restarted, one sentence each; empty: its loops make progress.</summary>
    public Func<IReadOnlyList<string>> NotAlive { get; init; } = static () => [];

    /// <summary>File handles that the system grants to the process; null: not known.</summary>
    public Func<int?> GrantedHandles { get; init; } = static () => null;
}
