using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Events;

/// <summary>The problem of a PLC as a whole, in ascending severity.</summary>
internal enum PlcHealthState : byte
{
    /// <summary>No problem, or nothing known yet.</summary>
    None,

    /// <summary>The whole PLC is polled more slowly than configured.</summary>
    Slowed,

    /// <summary>There is no connection.</summary>
    Away,

    /// <summary>It is connected but refuses every read.</summary>
    RefusesAll,

    /// <summary>Its CPU is in STOP.</summary>
    InStop,
}

/// <summary>
/// Derives the health of one PLC from its status. A state must be seen twice in a row, because a session changes its status in several steps.
/// </summary>
internal sealed class PlcHealth
{
    private PlcHealthState _seen;
    private long _reconnects;

    /// <summary>The present problem.</summary>
    public PlcHealthState Trouble { get; private set; }

    /// <summary>Evaluates a new status.</summary>
    /// <param name="blinked">True where the PLC was disconnected and reconnected between two checks.</param>
    /// <returns>True where <see cref="Trouble"/> has changed, or <paramref name="blinked"/> is true.</returns>
    public bool Update(PlcStatus status, out bool blinked)
    {
        blinked = false;
        if (status is { Connected: false, State: PlcState.Connecting or PlcState.Running })
            return false; // no result yet: at the start no failure, after a failure still one
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

    private static PlcHealthState TroubleOf(PlcStatus status) =>
        status switch
        {
            { State: PlcState.Disabled or PlcState.Stopped } => PlcHealthState.None,
            { Connected: false } => PlcHealthState.Away,
            { RefusesAll: true } => PlcHealthState.RefusesAll,
            { CpuState: "STOP" } => PlcHealthState.InStop,
            { SlowedBy: > 1 } => PlcHealthState.Slowed,
            _ => PlcHealthState.None,
        };
}
