namespace S7OpcBridge.S7;

/// <summary>What a CPU sent on its own: one of the types below.</summary>
/// <param name="Time">By the CPU's clock, which has no time zone; null: without one, or none that exists.</param>
public abstract record S7Message(DateTime? Time);

/// <summary>The CPU changed its mode.</summary>
/// <param name="Mode">The mode.</param>
public sealed record S7ModeMessage(S7OperatingMode Mode) : S7Message((DateTime?)null);

/// <summary>A new entry of the diagnostics buffer.</summary>
/// <param name="Entry">The entry.</param>
public sealed record S7EventMessage(S7DiagnosticEntry Entry) : S7Message(Entry.Time);

/// <summary>Alarms came or went.</summary>
/// <param name="Time">When.</param>
/// <param name="Alarms">The alarms.</param>
public sealed record S7AlarmMessage(DateTime? Time, IReadOnlyList<S7AlarmChange> Alarms) : S7Message(Time);

/// <summary>Somebody, at any station, acknowledged alarms.</summary>
/// <param name="Time">When.</param>
/// <param name="Alarms">
/// The alarms by their numbers, with what is acknowledged now. Neither their kind nor their signals are told: <see cref="S7AlarmState.Signals"/> is 0.
/// </param>
public sealed record S7AcknowledgedMessage(DateTime? Time, IReadOnlyList<S7AlarmState> Alarms) : S7Message(Time);
