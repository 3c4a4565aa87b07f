namespace S7OpcBridge.S7;

/// <summary>The block that made an alarm, as far as the wire tells it.</summary>
public enum S7AlarmKind : byte
{
    /// <summary>ALARM, ALARM_8 or ALARM_8P: up to eight signals, coming and going acknowledged apart.</summary>
    Alarm8,

    /// <summary>NOTIFY or NOTIFY_8P: nothing to acknowledge.</summary>
    Notify,

    /// <summary>ALARM_S or ALARM_D: one signal, counts as acknowledged from the start.</summary>
    AlarmS,

    /// <summary>ALARM_SQ or ALARM_DQ: one signal, whose coming is acknowledged. In a list of pending alarms it is one that waits for it.</summary>
    AlarmSq,

    /// <summary>A bit that the CPU watches for a panel (SCAN).</summary>
    Scan,
}
