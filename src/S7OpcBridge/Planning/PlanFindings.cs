using S7OpcBridge.Map;

namespace S7OpcBridge.Planning;

/// <summary>What is wrong with the read plans of a map, as findings.</summary>
internal static class PlanFindings
{
    /// <summary>The findings, each at its PLC.</summary>
    public static IEnumerable<Finding> For(BridgeMap map) =>
        PlanReport
            .For(map, pduSize: null, maxItems: null)
            .Plcs.SelectMany(plc =>
                PlanWarnings.ListFor(plc).Select(sentence => new Finding(map.PlcSpots[plc.Plc.Index], IsError: false, sentence))
            );
}
