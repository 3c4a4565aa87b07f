using S7OpcBridge.Cluster;
using S7OpcBridge.Map;
using S7OpcBridge.Web;

namespace S7OpcBridge.Clustering;

/// <summary>Puts the state of the cluster together, at most four times a second: servers ask for the service level often.</summary>
internal sealed class ClusterStates(
    ClusterSettings settings,
    Func<BridgeMap> map,
    SharedPlcs shared,
    Func<ClusterNode?> node,
    TimeProvider time
)
{
    private static readonly TimeSpan Keep = TimeSpan.FromMilliseconds(250);

    private sealed record Made(ClusterState State, long At);

    private Made? _last;

    public ClusterState Now()
    {
        if (_last is { } last && time.GetElapsedTime(last.At) < Keep)
            return last.State;
        var state = Make();
        _last = new Made(state, time.GetTimestamp());
        return state;
    }

    private ClusterState Make()
    {
        var standing = node()?.Standing;
        var view = node()?.View ?? ClusterView.None;
        var store = settings.Members.Store.ToString().ToLowerInvariant();
        return new ClusterState(
            settings.Name,
            settings.Node,
            view.Version,
            shared.MapHash,
            standing is null ? "it has not joined the cluster yet" : standing.FenceReason,
            store,
            standing is { IsStoreReachable: false } ? $"{standing.Store} does not answer" : null,
            [.. view.Members.Select(NodeOf)],
            Plcs(),
            Links(),
            [.. (standing?.Absent ?? []).Select(static absent => new ClusterMissingNode(absent.Node, absent.Address, absent.Since))]
        );
    }

    private ClusterNodeState NodeOf(ClusterMember member)
    {
        var server = map().Server;
        if (member.IsSelf)
        {
            return new ClusterNodeState(
                member.Node,
                member.Address.ToString(),
                shared.MapHash,
                server.ApplicationUri,
                server.Name,
                [.. server.ClientUrls],
                255,
                true
            );
        }
        var (bytes, isReached) = shared.DescriptionOf(member.Node);
        var told = NodeDescription.Read(bytes);
        return new ClusterNodeState(
            member.Node,
            member.Address.ToString(),
            told?.MapHash,
            told?.ApplicationUri,
            told?.Server,
            told?.Urls ?? [],
            told?.ServiceLevel ?? 0,
            isReached
        );
    }

    private List<ClusterPlc> Plcs()
    {
        var pins = new PlcPins(map);
        return
        [
            .. shared.Plcs.Select(plc => new ClusterPlc(
                plc.Plc,
                plc.Holder ?? plc.Owner,
                pins.NodeFor(plc.Plc) is not null,
                plc.IsHere || (plc.Holder is not null && plc.Freshness == ValueFreshness.Live)
            )),
        ];
    }

    private List<ClusterLink> Links()
    {
        var sources = shared.Sources.ToDictionary(static source => source.Node);
        return [.. shared.Links.Select(link => ToLink(link, sources.GetValueOrDefault(link.Node)))];
    }

    private static ClusterLink ToLink(LinkFigures link, SourceFigures? source) =>
        new(link.Node, link.Values, source?.Values ?? 0, link.Batches, source?.Images ?? 0, link.Joined, source?.Lag.TotalSeconds ?? 0);
}
