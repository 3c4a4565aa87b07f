using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web;

/// <summary>What the page for editing tags asks of the running bridge, as functions that the program fills in. Any thread.</summary>
public sealed record TagCommands
{
    /// <summary>The read plan of a PLC of a map, as <c>plan</c> computes it, and its share of the load ceiling; null: the map has no such PLC.</summary>
    public Func<BridgeMap, string, PlcLoad?> LoadOf { get; init; } = static (_, _) => null;

    /// <summary>
    /// Reads the tags of a small map once over the bridge's connection to a PLC, within its load ceiling. The first PLC of the map is the one of the name.
    /// </summary>
    public Func<string, BridgeMap, CancellationToken, Task<PeekOutcome>> PeekAsync { get; init; } =
        static (_, _, _) => Task.FromResult(new PeekOutcome("This bridge has no connection to a PLC.", [], 0));
}

/// <summary>What came of a look at tags.</summary>
/// <param name="WhyNot">Why nothing was read, as a sentence; null: it was.</param>
/// <param name="Values">The values in the order of the small map.</param>
/// <param name="LeftOut">Tags that were too many to be read.</param>
public sealed record PeekOutcome(string? WhyNot, IReadOnlyList<PeekedValue> Values, int LeftOut);

/// <summary>A value that was read once.</summary>
/// <param name="Name">Name of the tag in the small map.</param>
/// <param name="Type">Its type.</param>
/// <param name="Value">The value as text; empty: none.</param>
/// <param name="Status">Its quality.</param>
/// <param name="Reason">Why there is no value, with the remedy; null: there is one.</param>
public sealed record PeekedValue(string Name, string Type, string Value, StatusCode Status, string? Reason);
