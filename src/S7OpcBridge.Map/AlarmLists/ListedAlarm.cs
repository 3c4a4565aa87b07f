using S7OpcBridge.Core;

namespace S7OpcBridge.Map.AlarmLists;

/// <summary>An alarm as a list of WinCC has it; what the list does not say is empty.</summary>
/// <param name="Spot">Its row.</param>
internal sealed record ListedAlarm(SourceLocation Spot)
{
    /// <summary>Number of the alarm.</summary>
    public string Id { get; init; } = "";

    public string Name { get; init; } = "";

    /// <summary>Texts by language, with <c>&lt;field ref="0" /&gt;</c> where a value stands.</summary>
    public IReadOnlyList<LocalText> Texts { get; init; } = [];

    /// <summary>What the fields of its texts are: <c>&lt;ref id = 0; type = AlarmTag; Tag = Level; …&gt;</c>.</summary>
    public string FieldInfo { get; init; } = "";

    /// <summary>Name of its class.</summary>
    public string Class { get; init; } = "";

    /// <summary>Name of the tag that triggers it.</summary>
    public string Trigger { get; init; } = "";

    /// <summary>The bit of that tag, counted over all of it; null for an alarm by a limit.</summary>
    public int? Bit { get; init; }

    /// <summary>False: it comes when the bit goes.</summary>
    public bool When { get; init; } = true;

    /// <summary>The bit that is set when somebody acknowledges; null: none.</summary>
    public ListedBit? Acknowledge { get; init; }

    /// <summary>The bit by which the PLC acknowledges; null: none.</summary>
    public ListedBit? Echo { get; init; }

    /// <summary>The limit as written; empty for an alarm by a bit.</summary>
    public string Limit { get; init; } = "";

    /// <summary>True: it comes above the limit; false: below.</summary>
    public bool IsAbove { get; init; } = true;

    /// <summary>How long the cause must last.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>How far the value must go back, in its unit, or in percent of the limit.</summary>
    public double Hysteresis { get; init; }

    /// <summary>True: the hysteresis is in percent of the limit.</summary>
    public bool IsPercent { get; init; }
}

/// <summary>A bit of a tag of the HMI.</summary>
/// <param name="Tag">Name of the tag.</param>
/// <param name="Bit">The bit, counted over all of the tag.</param>
internal readonly record struct ListedBit(string Tag, int Bit);
