namespace S7OpcBridge.OpcUa.Server.Conditions.Fields;

/// <summary>The names of states, in English and German (OPC 10000-9, A.1).</summary>
internal static class StateTexts
{
    public static readonly ConditionText Enabled = Of("Enabled", "Freigegeben"),
        Disabled = Of("Disabled", "Gesperrt");
    public static readonly ConditionText Active = Of("Active", "Aktiv"),
        Inactive = Of("Inactive", "Inaktiv");
    public static readonly ConditionText Acked = Of("Acknowledged", "Quittiert"),
        Unacked = Of("Unacknowledged", "Unquittiert");
    public static readonly ConditionText Confirmed = Of("Confirmed", "Bestätigt"),
        Unconfirmed = Of("Unconfirmed", "Unbestätigt");
    public static readonly ConditionText Unshelved = Of("Unshelved", "Nicht zurückgestellt");
    public static readonly ConditionText TimedShelved = Of("Timed Shelved", "Befristet zurückgestellt");
    public static readonly ConditionText OneShotShelved = Of("One Shot Shelved", "Einmalig zurückgestellt");
    public static readonly ConditionText HighHigh = Of("HighHigh", "HighHigh"),
        High = Of("High", "High");
    public static readonly ConditionText Low = Of("Low", "Low"),
        LowLow = Of("LowLow", "LowLow");

    /// <summary>The messages of the events that a client's call causes, where a condition has never been active.</summary>
    public static readonly ConditionText NoMessage = Of("", "");

    private static ConditionText Of(string english, string german) =>
        new(new LocalizedText(english, "en"), new LocalizedText(german, "de"));
}
