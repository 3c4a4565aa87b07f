using S7OpcBridge.Map;
using S7OpcBridge.Planning;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>The read plans of the running map, made on request, because planning a large PLC takes a while.</summary>
internal sealed class RunningPlans
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, ExpectedPlan> _made = [];
    private BridgeMap? _map;

    /// <param name="map">The running map.</param>
    /// <param name="plc">Name of the PLC.</param>
    /// <param name="pduSize">Negotiated; 0: not connected.</param>
    /// <returns>Null: the map has no such PLC.</returns>
    public ExpectedPlan? PlanFor(BridgeMap map, string plc, int pduSize)
    {
        lock (_gate)
        {
            if (!ReferenceEquals(_map, map))
                _made.Clear();
            _map = map;
            // While not connected, the plan of the last connection is used.
            if (_made.TryGetValue(plc, out var made) && (pduSize == 0 || pduSize == made.PduSize))
                return made;
            if (map.Tags.Plcs.FirstOrDefault(each => each.Name == plc) is not { } definition)
                return null;
            var plan = PlanReport.ForPlc(map, definition, pduSize == 0 ? null : pduSize);
            return _made[plc] = new ExpectedPlan(
                plan.PduSize,
                plan.Scans.ToDictionary(static scan => scan.Scan.Name, static scan => scan.Plan.Requests)
            );
        }
    }
}
