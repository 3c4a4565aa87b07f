using System.Runtime.CompilerServices;
using S7OpcBridge.Core;
using S7OpcBridge.Web.Plcs;

namespace S7OpcBridge.Web.Page;

/// <summary>The header of the status page: the identity of the bridge and the state of its PLCs.</summary>
/// <param name="Name">The server's name.</param>
/// <param name="Version">Version of the program.</param>
/// <param name="Endpoints">The URLs for OPC UA clients.</param>
/// <param name="UpSeconds">Seconds since the start.</param>
/// <param name="Tags">Tags in the map.</param>
/// <param name="Plcs">The PLCs, in the order of the map.</param>
/// <param name="Node">Name of this node of a cluster; null: there is none.</param>
/// <param name="History">The history; null: nothing is recorded.</param>
/// <param name="Refused">The first errors of the map on disk, which was refused, so that an older one runs; null: it runs.</param>
/// <param name="Refusals">How many errors there are.</param>
/// <param name="Mqtt">The entries of <c>mqtt</c>; null: the map has none.</param>
internal sealed record Overview(
    string Name,
    string Version,
    IReadOnlyList<string> Endpoints,
    double UpSeconds,
    int Tags,
    IReadOnlyList<PlcCard> Plcs,
    string? Node = null,
    HistoryStatus? History = null,
    IReadOnlyList<string>? Refused = null,
    int Refusals = 0,
    IReadOnlyList<MqttEntry>? Mqtt = null
)
{
    /// <summary>The first of them.</summary>
    public string Endpoint => Endpoints[0];

    private const int MostErrors = 10;

    // Tags per scan class, counted once per map, because a page asks every second.
    private static readonly ConditionalWeakTable<TagMap, Dictionary<int, int>> Counted = [];
    private static readonly ConditionalWeakTable<TagMap, int[]> Recorded = [];

    public static Overview From(BridgeView view)
    {
        var (running, map) = (view.Running(), view.Plcs.Map());
        var tags = Counted.GetValue(map, static map => map.Listed.CountBy(static tag => tag.ScanGroup).ToDictionary());
        return new Overview(
            running.Server.Name,
            view.Version,
            running.Server.ClientUrls,
            Math.Round((view.Time.GetUtcNow() - view.Started).TotalSeconds),
            map.Listed.Length,
            [.. map.Plcs.Where(static plc => !plc.IsGone).Select(plc => PlcCard.From(view, plc, tags))],
            running.Cluster?.Node,
            HistoryStatus.From(
                view.History?.State(),
                Recorded.GetValue(map, static map => [map.Listed.Count(static tag => tag.Details?.History is not null)])[0]
            ),
            view.Refusal() is { Count: > 0 } refusal ? [.. refusal.Take(MostErrors)] : null,
            view.Refusal().Count,
            MqttEntry.ListFrom(view)
        );
    }
}
