using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Planning;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Does for the page that edits tags what <c>plan</c> does, and reads values once.</summary>
/// <param name="acquisition">The PLC connections.</param>
/// <param name="cluster">The cluster as this node sees it; null: there is none.</param>
internal sealed class PageTags(Acquisition acquisition, Func<ClusterState?> cluster)
{
    /// <summary>The functions of it.</summary>
    public TagCommands Commands => new() { LoadOf = LoadOf, PeekAsync = PeekAsync };

    /// <summary>The load of a PLC of a map; null: the map has no such PLC.</summary>
    public static PlcLoad? LoadOf(BridgeMap map, string name) =>
        map.Tags.Plcs.FirstOrDefault(plc => plc.Name == name) is { } plc ? PlcLoads.Of(PlanReport.ForPlc(map, plc, pduSize: null)) : null;

    private async Task<PeekOutcome> PeekAsync(string name, BridgeMap wanted, CancellationToken cancellationToken)
    {
        if (acquisition.Map.Plcs.FirstOrDefault(plc => !plc.IsGone && plc.Name == name) is not { } running)
            return Nothing($"The running map has no PLC '{name}' yet, so there is no connection; save the map first.");
        if (running.IsS7Plus != wanted.Tags.Plcs[0].IsS7Plus)
            return Nothing($"The connection to {name} has another protocol than the changed map; save the map first.");
        if (await acquisition.PeekAsync(running.Index, wanted.Tags, cancellationToken) is not { } answer)
            return Nothing(WhyNotConnected(running));
        return new PeekOutcome(null, [.. answer.Tags.Select(ToValue)], answer.LeftOut);
    }

    private string WhyNotConnected(PlcDefinition plc)
    {
        if (cluster() is { } state && state.Plcs.FirstOrDefault(each => each.Plc == plc.Name)?.Owner is { } owner && owner != state.Node)
            return $"{plc.Name} is read by the node {owner}; open the page of that node.";
        if (!plc.Enabled)
            return $"{plc.Name} is disabled in the running map, so there is no connection.";
        var status = acquisition.StatusOf(plc.Index);
        return $"{plc.Name} is not connected{(status.LastError.Length > 0 ? $": {status.LastError}" : ".")}";
    }

    private static PeekedValue ToValue(PeekedTag peeked) =>
        new(
            peeked.Tag.Name,
            peeked.Tag.Type.Kind == default ? "" : peeked.Tag.Type.ToString(),
            ValueText.Format(peeked.Value),
            StatusMapping.ToStatusCode(peeked.Quality),
            peeked.Reason
        );

    private static PeekOutcome Nothing(string why) => new(why, [], 0);
}
