namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>What the application has found out about a condition.</summary>
/// <param name="States">What is active.</param>
/// <param name="Severity">The severity of that, 1 to 1000.</param>
/// <param name="Message">The message of the event if something has changed; null: the definition's.</param>
/// <param name="Time">When it happened, in OPC UA ticks; 0: now.</param>
/// <param name="Quality">The quality of the input.</param>
public readonly record struct ConditionUpdate(
    ConditionStates States,
    ushort Severity,
    ConditionText? Message,
    long Time,
    StatusCode Quality = default
);
