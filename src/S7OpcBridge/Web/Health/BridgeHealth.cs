using S7OpcBridge.Bridge;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>What keeps a running bridge from being alive (restart it) or ready (send nobody to it yet); a sentence each.</summary>
internal static class BridgeHealth
{
    /// <summary>Why the process should be restarted; none: its loops move.</summary>
    public static IReadOnlyList<string> NotAlive(BridgeServer server) => [.. server.Liveness.Standstills.Select(static standstill => standstill.Sentence)];

    /// <summary>Why clients should not be sent here yet. A PLC that was tried in vain is not among them: its tags say so, and the others are served.</summary>
    public static IReadOnlyList<string> NotReady(BridgeView view)
    {
        var reasons = new List<string>();
        foreach (var plc in view.Map.Plcs)
        {
            if (plc is { IsGone: false, Enabled: true } && view.StatusOf(plc.Index) is { State: PlcState.Connecting or PlcState.Disabled, LastError.Length: 0, Connected: false })
                reasons.Add($"{plc.Name}: the first attempt to connect is under way.");
        }
        return reasons;
    }
}
