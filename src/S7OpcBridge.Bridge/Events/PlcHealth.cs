using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Events;

/// <summary>What is wrong with a PLC as a whole, the worst first.</summary>
internal enum PlcHealthState : byte
{
    /// <summary>Nothing, or nothing is known yet.</summary>
    None,

    /// <summary>It is slower as a whole than the map says.</summary>
    Slowed,

    /// <summary>There is no connection.</summary>
    Away,

    /// <summary>It answers, and refuses every read.</summary>
    RefusesAll,

    /// <summary>Its CPU stands still.</summary>
    InStop,
}

/// <summary>
/// How one PLC is, as its status tells it from time to time. A state counts when it was seen twice: what the session writes in two steps is not taken for two
/// events.
/// </summary>
internal sealed class PlcHealth
{
    private PlcHealthState _seen;
    private long _reconnects;

    /// <summary>What is wrong.</summary>
    public PlcHealthState Trouble { get; private set; }

    /// <summary>Looks at a new status.</summary>
    /// <param name="status">The status.</param>
    /// <param name="blinked">True if the PLC was away and back in between.</param>
    /// <returns>True if <see cref="Trouble"/> has changed, or it blinked.</returns>
    public bool Look(PlcStatus status, out bool blinked)
    {
        blinked = false;
        if (status is { Connected: false, State: PlcState.Connecting or PlcState.Running })
            return false; // says nothing yet: at the start it is no failure, after a failure it is still one
        var now = TroubleOf(status);
        blinked = now != PlcHealthState.Away && Trouble != PlcHealthState.Away && status.Reconnects > _reconnects;
        if (now != PlcHealthState.Away)
            _reconnects = status.Reconnects;
        var isSteady = now == _seen;
        _seen = now;
        if (!isSteady || now == Trouble)
            return blinked;
        Trouble = now;
        return true;
    }

    private static PlcHealthState TroubleOf(PlcStatus status) => status switch
    {
        { State: PlcState.Disabled or PlcState.Stopped } => PlcHealthState.None,
        { Connected: false } => PlcHealthState.Away,
        { RefusesAll: true } => PlcHealthState.RefusesAll,
        { CpuState: "STOP" } => PlcHealthState.InStop,
        { SlowedBy: > 1 } => PlcHealthState.Slowed,
        _ => PlcHealthState.None,
    };
}
