namespace S7OpcBridge.Simulator;

/// <summary>The block with which a program makes an alarm.</summary>
public enum PlcAlarmKind : byte
{
    /// <summary>ALARM_S (SFC 18): one signal, counts as acknowledged.</summary>
    AlarmS,

    /// <summary>ALARM_SQ (SFC 17): one signal, whose coming is to be acknowledged.</summary>
    AlarmSq,

    /// <summary>ALARM_8P (SFB 35): eight signals, coming and going are to be acknowledged.</summary>
    Alarm8,

    /// <summary>NOTIFY (SFB 36): one signal, counts as acknowledged.</summary>
    Notify,
}
