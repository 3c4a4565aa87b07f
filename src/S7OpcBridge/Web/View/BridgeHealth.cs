using S7OpcBridge.Bridge;
using S7OpcBridge.Core;

namespace S7OpcBridge.Web.View;

/// <summary>The reasons why a running bridge is not alive (restart it) or not ready (do not send clients yet), one sentence each.</summary>
internal static class BridgeHealth
{
    /// <summary>Why the process should be restarted; empty: its loops make progress.</summary>
    public static IReadOnlyList<string> NotAlive(BridgeServer server) =>
        [.. server.Liveness.Standstills.Select(static standstill => standstill.Sentence)];

    /// <summary>Why clients should not be sent here yet. An unreachable PLC is no reason: its tags have a bad quality, and the other PLCs are served.</summary>
    public static IReadOnlyList<string> NotReady(BridgeView view)
    {
        var reasons = new List<string>();
        foreach (var plc in view.Map.Plcs)
        {
            if (
                plc is { IsGone: false, Enabled: true }
                && view.StatusOf(plc.Index) is { State: PlcState.Connecting or PlcState.Disabled, LastError.Length: 0, Connected: false }
            )
                reasons.Add($"{plc.Name}: the first attempt to connect is under way.");
        }
        return reasons;
    }
}
