using S7OpcBridge.Map;

namespace S7OpcBridge.Clustering;

/// <summary>The nodes to which the running map pins PLCs.</summary>
internal sealed class PlcPins(Func<BridgeMap> map)
{
    private Known? _known;

    /// <summary>The node that a PLC is pinned to; null: none.</summary>
    public string? NodeFor(string plc)
    {
        var (running, known) = (map(), _known);
        if (known is not { } current || !ReferenceEquals(current.Map, running))
        {
            var pins = new Dictionary<string, string>(StringComparer.Ordinal);
            foreach (var (pinned, node) in running.Tags.Plcs.Zip(running.Owners))
            {
                if (node is not null)
                    pins[pinned.Name] = node;
            }
            _known = current = new Known(running, pins);
        }
        return current.Pins.GetValueOrDefault(plc);
    }

    private sealed record Known(BridgeMap Map, Dictionary<string, string> Pins);
}
