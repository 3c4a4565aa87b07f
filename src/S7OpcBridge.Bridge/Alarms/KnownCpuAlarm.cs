using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>An alarm that a CPU has named, and its condition.</summary>
internal sealed class KnownCpuAlarm(int plc, CpuAlarm alarm, string id)
{
    /// <summary>Index of its PLC.</summary>
    public int Plc => plc;

    /// <summary>Its id within the CPU.</summary>
    public ulong CpuId { get; } = alarm.Id;

    /// <summary>Its number as the CPU's tools show it: by S7CommPlus the id itself, by classic S7 the message number without the signal.</summary>
    public required ulong Number { get; init; }

    /// <summary>Text of the condition's node id.</summary>
    public string Id => id;

    /// <summary>Its name within the CPU.</summary>
    public string Name { get; } = alarm.Name;

    /// <summary>The block that raised it; empty: the CPU, or unknown.</summary>
    public string Source { get; } = alarm.Source;

    public CpuAlarmClass Class { get; set; } = alarm.Class;

    public bool NeedsAck { get; set; } = alarm.NeedsAck;

    /// <summary>Index of its condition.</summary>
    public int Condition { get; set; }

    /// <summary>The acknowledgement of a client that the CPU has not confirmed yet; null: none.</summary>
    public ConditionRequest? Waiting { get; set; }

    /// <summary>What the CPU said last; null: it is over.</summary>
    public CpuAlarm? Last { get; set; }

    /// <summary>The last list that it was in.</summary>
    public long List { get; set; }
}
