namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>
/// The state of a condition as the system says it that has found it, for <see cref="ConditionSet.Tell"/>. Times are OPC UA ticks; 0: not said.
/// </summary>
/// <param name="IsActive">Whether it is active.</param>
/// <param name="IsAcked">Whether it was acknowledged; counts where its rules want that.</param>
/// <param name="Severity">1 to 1000.</param>
/// <param name="Message">The message; null: as before.</param>
/// <param name="Time">When it came, or went. An active one with another time has come again.</param>
/// <param name="AckedTime">When it was acknowledged.</param>
/// <param name="User">Who acknowledged it; null: not known.</param>
/// <param name="Comment">The comment of the acknowledgement.</param>
/// <param name="Details">What else is said; null: as before.</param>
public readonly record struct ConditionToldState(
    bool IsActive,
    bool IsAcked,
    ushort Severity,
    ConditionText? Message,
    long Time = 0,
    long AckedTime = 0,
    string? User = null,
    LocalizedText Comment = default,
    ConditionDetails? Details = null
);
