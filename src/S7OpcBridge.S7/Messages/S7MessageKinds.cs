namespace S7OpcBridge.S7;

/// <summary>What a CPU sends on its own to a connection that asked for it (userdata group 4, function 2).</summary>
[Flags]
public enum S7MessageKinds : byte
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Changes between RUN, STOP, HOLD and start-up.</summary>
    Mode = 0x01,

    /// <summary>New entries of the diagnostics buffer.</summary>
    System = 0x02,

    /// <summary>Entries that the program makes in the diagnostics buffer (SFC 52).</summary>
    User = 0x04,

    /// <summary>ALARM_S, SQ, D, DQ (SFC 17, 18, 107, 108): S7-300 and S7-400.</summary>
    AlarmS = 0x08,

    /// <summary>ALARM, ALARM_8, ALARM_8P, NOTIFY, NOTIFY_8P (SFB 31, 33 to 36): S7-400 only.</summary>
    Alarm8 = 0x10,
}
