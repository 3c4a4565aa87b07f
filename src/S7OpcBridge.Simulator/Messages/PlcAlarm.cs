namespace S7OpcBridge.Simulator.Messages;

/// <summary>The state of one message number.</summary>
internal sealed class PlcAlarm(uint id, PlcAlarmKind kind)
{
    private const byte AllSignals = 0xFF;
    private const byte OneSignal = 1;

    public uint Id => id;

    public PlcAlarmKind Kind => kind;

    /// <summary>True for blocks of the S7-400 (SFB).</summary>
    public bool IsOfBlock => kind is PlcAlarmKind.Alarm8 or PlcAlarmKind.Notify;

    public byte Signals { get; private set; }

    /// <summary>What is acknowledged. ALARM_8 has its unused bits at 1, all others at 0, as in captures.</summary>
    public byte Going { get; private set; } = Initially(kind);

    public byte Coming { get; private set; } = Initially(kind);

    public DateTime ComingTime { get; private set; }

    public DateTime? GoingTime { get; private set; }

    public IReadOnlyList<byte[]> Values { get; private set; } = [];

    public IReadOnlyList<byte[]> GoingValues { get; private set; } = [];

    /// <summary>True while it is in the list of pending alarms.</summary>
    public bool IsPending =>
        Signals != 0
        || kind switch
        {
            PlcAlarmKind.Alarm8 => Going != AllSignals || Coming != AllSignals,
            PlcAlarmKind.AlarmSq => Coming != OneSignal,
            _ => false,
        };

    /// <summary>Sets a signal. False: it has this state already.</summary>
    public bool Set(byte bit, bool isActive, IReadOnlyList<byte[]> values, DateTime now)
    {
        if ((Signals & bit) != 0 == isActive)
            return false;
        Signals = (byte)(isActive ? Signals | bit : Signals & ~bit);
        if (isActive)
            (ComingTime, GoingTime, Values) = (now, null, values);
        else
            (GoingTime, GoingValues) = (now, values);
        if (kind == PlcAlarmKind.Alarm8 && !isActive)
            Going &= (byte)~bit;
        else if (kind is PlcAlarmKind.Alarm8 or PlcAlarmKind.AlarmSq && isActive)
            Coming &= (byte)~bit;
        return true;
    }

    /// <summary>Acknowledges signals. False: none of them waits for it.</summary>
    public bool Acknowledge(byte signals)
    {
        if (kind is PlcAlarmKind.AlarmS or PlcAlarmKind.Notify)
            return false;
        var before = (Going, Coming);
        if (kind == PlcAlarmKind.Alarm8)
            (Going, Coming) = ((byte)(Going | signals), (byte)(Coming | signals));
        else
            Coming |= (byte)(signals & OneSignal);
        return before != (Going, Coming);
    }

    private static byte Initially(PlcAlarmKind kind) => kind == PlcAlarmKind.Alarm8 ? AllSignals : OneSignal;
}
