namespace S7OpcBridge.OpcUa.Server.Conditions.Fields;

/// <summary>The names of states, in English and German (OPC 10000-9, A.1).</summary>
internal static class StateTexts
{
    public static readonly ConditionText Enabled = Text("Enabled", "Freigegeben"),
        Disabled = Text("Disabled", "Gesperrt");
    public static readonly ConditionText Active = Text("Active", "Aktiv"),
        Inactive = Text("Inactive", "Inaktiv");
    public static readonly ConditionText Acked = Text("Acknowledged", "Quittiert"),
        Unacked = Text("Unacknowledged", "Unquittiert");
    public static readonly ConditionText Confirmed = Text("Confirmed", "Bestätigt"),
        Unconfirmed = Text("Unconfirmed", "Unbestätigt");
    public static readonly ConditionText Unshelved = Text("Unshelved", "Nicht zurückgestellt");
    public static readonly ConditionText TimedShelved = Text("Timed Shelved", "Befristet zurückgestellt");
    public static readonly ConditionText OneShotShelved = Text("One Shot Shelved", "Einmalig zurückgestellt");
    public static readonly ConditionText HighHigh = Text("HighHigh", "HighHigh"),
        High = Text("High", "High");
    public static readonly ConditionText Low = Text("Low", "Low"),
        LowLow = Text("LowLow", "LowLow");

    /// <summary>The messages of the events that a client's call causes, where a condition has never been active.</summary>
    public static readonly ConditionText NoMessage = Text("", "");

    private static ConditionText Text(string english, string german) =>
        new(new LocalizedText(english, "en"), new LocalizedText(german, "de"));
}
