namespace S7OpcBridge.S7;

/// <summary>One thing to read: what the planner gets.</summary>
/// <param name="Range">Its bytes, or numbers for timers and counters.</param>
/// <param name="Element">Borders at which it may be cut when it alone exceeds a PDU, in bytes; 0: anywhere is wrong, it is one scalar.</param>
/// <param name="Snapshot">Ranges of the same group above 0 belong into one request.</param>
public readonly record struct PlanRange(S7Range Range, int Element = 0, int Snapshot = 0);
