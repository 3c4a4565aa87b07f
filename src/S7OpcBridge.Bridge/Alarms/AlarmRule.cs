using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>An alarm of the map with the numbers that it is found by.</summary>
/// <param name="Tag">The tag that triggers it.</param>
/// <param name="AcknowledgeTag">The tag that is set when somebody acknowledges; -1: none.</param>
/// <param name="EchoTag">The tag by which the PLC acknowledges; -1: none.</param>
/// <param name="Message">Its text with the values of tags in it; null: the text of the condition's definition.</param>
internal sealed record AlarmRule(TagAlarm Alarm, int Tag, int AcknowledgeTag, int EchoTag, AlarmMessage? Message);

/// <summary>What is known of an alarm now.</summary>
internal struct AlarmState
{
    /// <summary>What the value says.</summary>
    public ConditionStates Wanted;

    /// <summary>What the condition was told.</summary>
    public ConditionStates Reported;

    /// <summary>The quality of the value.</summary>
    public StatusCode Quality;

    /// <summary>True: a value has come since the start.</summary>
    public bool IsKnown;

    /// <summary>True: the change that waits for its delay is one for the worse.</summary>
    public bool IsRising;

    /// <summary>The last value of the echo.</summary>
    public EchoState Echo;

    /// <summary>When the waiting change takes effect, in ticks of the clock; 0: none waits.</summary>
    public long Due;
}

/// <summary>The last value of the bit by which the PLC acknowledges.</summary>
internal enum EchoState : byte
{
    /// <summary>Not read yet.</summary>
    Unknown,

    /// <summary>Not set.</summary>
    Off,

    /// <summary>Set.</summary>
    On,
}
