using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Health;

/// <summary>Says why a running bridge is not ready: do not send clients yet.</summary>
internal static class Readiness
{
    /// <summary>The reasons, one sentence each. An unreachable PLC is no reason: its tags have a bad quality, and the other PLCs are served.</summary>
    public static IReadOnlyList<string> Reasons(BridgeView view)
    {
        var reasons = new List<string>();
        foreach (var plc in view.Plcs.Map().Plcs)
        {
            if (
                plc is { IsGone: false, Enabled: true }
                && view.Plcs.StatusOf(plc.Index)
                    is { State: PlcState.Connecting or PlcState.Disabled, LastError.Length: 0, Connected: false }
            )
                reasons.Add($"{plc.Name}: the first attempt to connect is under way.");
        }
        return reasons;
    }
}
