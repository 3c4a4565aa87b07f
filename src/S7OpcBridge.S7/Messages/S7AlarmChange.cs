namespace S7OpcBridge.S7;

/// <summary>One alarm in a message of a CPU.</summary>
/// <param name="State">Its signals after the change.</param>
/// <param name="Mark">A byte that was 0 in every frame of a real CPU; other values perhaps say that changes between were lost.</param>
/// <param name="Values">What the block sent with it, at most ten.</param>
public sealed record S7AlarmChange(S7AlarmState State, byte Mark, IReadOnlyList<S7MessageValue> Values);

/// <summary>An alarm in the list of those that are active or wait for an acknowledgement.</summary>
/// <param name="State">Its signals.</param>
/// <param name="Coming">When it came, by the CPU's clock; null: the CPU does not say (ALARM_8).</param>
/// <param name="Going">When it went; null: it is active, or the CPU does not say.</param>
/// <param name="Values">What the block sent with its coming.</param>
public sealed record S7PendingAlarm(S7AlarmState State, DateTime? Coming, DateTime? Going, IReadOnlyList<S7MessageValue> Values);

/// <summary>What to acknowledge of an alarm.</summary>
/// <param name="Id">Its message number.</param>
/// <param name="Signals">The signals, bit 0 is SIG_1.</param>
public readonly record struct S7AlarmAcknowledgement(uint Id, byte Signals);
