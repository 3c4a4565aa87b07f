namespace S7OpcBridge.Simulator;

/// <summary>What a CPU sends on its own by classic S7.</summary>
public enum PlcMessageSupport : byte
{
    /// <summary>Nothing; subscriptions are refused with 8104: S7-1200 and S7-1500.</summary>
    None,

    /// <summary>Modes, diagnostic events, ALARM_S: S7-300.</summary>
    AlarmS,

    /// <summary>Also ALARM_8 and NOTIFY: S7-400.</summary>
    All,
}
