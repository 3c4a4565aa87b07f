namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>Yes/no facts of a condition.</summary>
[Flags]
internal enum ConditionFlags : byte
{
    None = 0,
    Disabled = 1,
    Unacked = 2,
    Unconfirmed = 4,

    /// <summary>It was active when this server first saw it: when it began, and what happened since, others may know.</summary>
    FoundActive = 8,
}

/// <summary>
/// The present state of a condition. A plain copy of it is a snapshot, because what it refers to is immutable. Times are OPC UA ticks; 0: never.
/// </summary>
internal struct ConditionRow
{
    /// <summary>Number of the last event, from which its EventId is made; its ReceiveTime too. 0: there was none.</summary>
    public long EventNumber;

    /// <summary>Number of the event from which on events may be acknowledged or confirmed.</summary>
    public long FirstEventNumber;

    /// <summary>Time of the last event.</summary>
    public long Time;

    /// <summary>When these changed.</summary>
    public long ActiveTime,
        AckedTime,
        ConfirmedTime,
        SeverityTime,
        QualityTime;

    /// <summary>The message of the last event; null: the definition's.</summary>
    public ConditionText? Message;

    /// <summary>What few conditions have; null: nothing of it.</summary>
    public ConditionNotes? Notes;

    public StatusCode Quality;

    public ushort Severity,
        LastSeverity;

    public ConditionStates States;

    public ConditionFlags Flags;

    public readonly bool IsEnabled => (Flags & ConditionFlags.Disabled) == 0;

    public readonly bool IsActive => States != ConditionStates.Inactive;

    public readonly bool IsAcked => (Flags & ConditionFlags.Unacked) == 0;

    public readonly bool IsConfirmed => (Flags & ConditionFlags.Unconfirmed) == 0;

    /// <summary>True while clients have to know of it: it is active, or waits for one of them.</summary>
    public readonly bool Retain =>
        IsEnabled && EventNumber != 0 && (IsActive || (Flags & (ConditionFlags.Unacked | ConditionFlags.Unconfirmed)) != 0);

    public readonly ShelvingMode Shelving => Notes?.Shelving ?? ShelvingMode.Unshelved;

    public void Set(ConditionFlags flag, bool on) => Flags = on ? Flags | flag : Flags & ~flag;
}

/// <summary>What few conditions have: a comment, shelving, states of limits, details of a controller. Immutable.</summary>
internal sealed record ConditionNotes
{
    public static readonly ConditionNotes None = new();

    /// <summary>The last comment, within <see cref="ConditionTextLimits"/> wherever it comes from: a client, another node, a file.</summary>
    public LocalizedText Comment
    {
        get;
        init => field = ConditionTextLimits.Cut(value);
    }

    public long CommentTime { get; init; }

    public string? User
    {
        get;
        init => field = ConditionTextLimits.Cut(value, ConditionTextLimits.MaxUser);
    }

    public ShelvingMode Shelving { get; init; }

    public long ShelvingTime { get; init; }

    /// <summary>When the shelving ends by itself; long.MaxValue: never.</summary>
    public long UnshelveTime { get; init; }

    public long EnabledTime { get; init; }

    /// <summary>When the states of the limits changed.</summary>
    public LimitTimes Limits { get; init; }

    /// <summary>What else the system says that has found it; null: nothing. Not stored: that system says it again.</summary>
    public ConditionDetails? Details { get; init; }
}
