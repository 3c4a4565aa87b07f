namespace S7OpcBridge.Core;

/// <summary>An alarm of a tag, as the map defines it. Immutable, compared by content.</summary>
public abstract record TagAlarm
{
    /// <summary>What distinguishes it from other alarms of the tag: the bit, or a number of its list; empty for a single alarm.</summary>
    public string Id { get; init; } = "";

    /// <summary>Its class.</summary>
    public required AlarmClass Class { get; init; }

    /// <summary>Severity instead of that of the class, 1 to 1000; 0: that of the class.</summary>
    public int OwnSeverity { get; init; }

    /// <summary>Severity of its events, 1 to 1000.</summary>
    public int Severity => OwnSeverity > 0 ? OwnSeverity : Class.Severity;

    /// <summary>Its text.</summary>
    public required AlarmText Text { get; init; }

    /// <summary>How long the cause must last before the alarm becomes active; zero: not at all.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>How long the cause must be gone before the alarm ends; zero: not at all.</summary>
    public TimeSpan OffDelay { get; init; }

    /// <summary>Path below the PLC of the Bool that is set when somebody acknowledges; null: the PLC is not told.</summary>
    public string? AcknowledgeTag { get; init; }

    /// <summary>
    /// Path below the PLC of the Bool by which the PLC acknowledges, or answers an acknowledgement; null: it does not. May be the same as <see
    /// cref="AcknowledgeTag"/>.
    /// </summary>
    public string? EchoTag { get; init; }
}

/// <summary>An alarm by one bit: of a Bool, an integer, or an array of them.</summary>
public sealed record BitAlarm : TagAlarm
{
    /// <summary>The bit as Siemens counts: bit 0 of a Word is the lowest of its value, in an array the elements follow one another. 0 for a Bool.</summary>
    public int Bit { get; init; }

    /// <summary>The state of the bit in which the alarm is active.</summary>
    public bool When { get; init; } = true;
}

/// <summary>An alarm by limits of a number; at least one is given, and they ascend from <see cref="LowLow"/> to <see cref="HighHigh"/>.</summary>
public sealed record LevelAlarm : TagAlarm
{
    /// <summary>Active above this value.</summary>
    public double? HighHigh { get; init; }

    /// <summary>Active above this value.</summary>
    public double? High { get; init; }

    /// <summary>Active below this value.</summary>
    public double? Low { get; init; }

    /// <summary>Active below this value.</summary>
    public double? LowLow { get; init; }

    /// <summary>How far the value must go back behind a limit before its alarm ends, in the unit of the value; at least 0.</summary>
    public double Hysteresis { get; init; }

    /// <summary>True: one state at a time (ExclusiveLevelAlarmType); false: a state per limit (NonExclusiveLevelAlarmType).</summary>
    public bool Exclusive { get; init; } = true;
}
