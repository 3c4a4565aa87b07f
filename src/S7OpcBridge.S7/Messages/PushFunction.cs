namespace S7OpcBridge.S7.Messages;

/// <summary>Functions of group 4 with which a CPU sends on its own.</summary>
internal static class PushFunction
{
    /// <summary>A new entry of the diagnostics buffer.</summary>
    public const byte Event = 0x03;

    /// <summary>Alarms by the blocks that make them.</summary>
    public const byte Alarm8 = 0x05,
        Notify = 0x06,
        AlarmSq = 0x11,
        AlarmS = 0x12,
        Notify8 = 0x16;

    /// <summary>Somebody has acknowledged.</summary>
    public const byte Acknowledged = 0x0C;
}
