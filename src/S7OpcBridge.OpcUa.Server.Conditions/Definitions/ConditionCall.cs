namespace S7OpcBridge.OpcUa.Server.Conditions.Definitions;

/// <summary>A method called on a condition, with its arguments.</summary>
/// <param name="Action">The method.</param>
/// <param name="Caller">Who calls.</param>
/// <param name="EventId">Argument of Acknowledge, Confirm and AddComment; null for other methods.</param>
/// <param name="Comment">Argument of the same three; a comment without text and locale changes nothing.</param>
/// <param name="ShelvingTime">Argument of TimedShelve, in milliseconds.</param>
internal sealed record ConditionCall(
    int Condition,
    ConditionAction Action,
    UaCaller Caller,
    byte[]? EventId = null,
    LocalizedText Comment = default,
    double ShelvingTime = 0
);
