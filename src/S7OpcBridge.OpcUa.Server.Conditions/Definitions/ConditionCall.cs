namespace S7OpcBridge.OpcUa.Server.Conditions.Definitions;

/// <summary>A method called on a condition, with its arguments.</summary>
/// <param name="Action">The method.</param>
/// <param name="Caller">Who calls.</param>
/// <param name="EventId">Of Acknowledge, Confirm and AddComment.</param>
/// <param name="Comment">Of the same; no text and no locale: none.</param>
/// <param name="ShelvingTime">Of TimedShelve, in milliseconds.</param>
internal sealed record ConditionCall(
    int Condition,
    ConditionAction Action,
    UaCaller Caller,
    byte[]? EventId = null,
    LocalizedText Comment = default,
    double ShelvingTime = 0
);
