namespace S7OpcBridge.S7;

/// <summary>A range to be read.</summary>
/// <param name="Range">Its bytes, or numbers for timers and counters.</param>
/// <param name="Element">Borders in bytes at which it may be cut where it exceeds a PDU; 0: it is a scalar and should not be cut.</param>
/// <param name="Snapshot">Ranges of the same group above 0 should be read by one request.</param>
public readonly record struct PlanRange(S7Range Range, int Element = 0, int Snapshot = 0);
