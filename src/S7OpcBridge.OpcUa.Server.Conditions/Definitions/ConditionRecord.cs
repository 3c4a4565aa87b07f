namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>How a condition is shelved (ShelvedStateMachineType, OPC 10000-9, 5.8.17).</summary>
public enum ShelvingMode : byte
{
    /// <summary>Not shelved.</summary>
    Unshelved,

    /// <summary>Shelved for a time.</summary>
    Timed,

    /// <summary>Shelved until it becomes inactive.</summary>
    OneShot,
}

/// <summary>When the states of the four limits changed, in OPC UA ticks; 0: never.</summary>
public readonly record struct LimitTimes(long HighHigh, long High, long Low, long LowLow)
{
    /// <summary>The times after some states have changed.</summary>
    internal LimitTimes After(ConditionStates changed, long time) =>
        new(
            (changed & ConditionStates.HighHigh) != 0 ? time : HighHigh,
            (changed & ConditionStates.High) != 0 ? time : High,
            (changed & ConditionStates.Low) != 0 ? time : Low,
            (changed & ConditionStates.LowLow) != 0 ? time : LowLow
        );
}

/// <summary>The state of a condition that should survive a restart. Times are OPC UA ticks; 0: never.</summary>
public sealed record ConditionRecord
{
    /// <summary>What was active.</summary>
    public ConditionStates States { get; init; }

    /// <summary>The last Severity.</summary>
    public ushort Severity { get; init; }

    /// <summary>The Severity before the last change.</summary>
    public ushort LastSeverity { get; init; }

    /// <summary>False after Disable.</summary>
    public bool IsEnabled { get; init; } = true;

    /// <summary>AckedState.</summary>
    public bool IsAcked { get; init; } = true;

    /// <summary>ConfirmedState.</summary>
    public bool IsConfirmed { get; init; } = true;

    /// <summary>True: it was active when the server first saw it, so that another server may know more of it.</summary>
    public bool IsFoundActive { get; init; }

    /// <summary>Number of the last event, from which its EventId is made; 0: there was none.</summary>
    public long EventNumber { get; init; }

    /// <summary>Number of the event that waits for Acknowledge or Confirm, or did so last.</summary>
    public long FirstEventNumber { get; init; }

    /// <summary>Time of the last event.</summary>
    public long Time { get; init; }

    /// <summary>When it became active or inactive.</summary>
    public long ActiveTime { get; init; }

    /// <summary>When it crossed its limits; null: never, or it has none.</summary>
    public LimitTimes? LimitTimes { get; init; }

    /// <summary>When AckedState changed.</summary>
    public long AckedTime { get; init; }

    /// <summary>When ConfirmedState changed.</summary>
    public long ConfirmedTime { get; init; }

    /// <summary>When Severity changed.</summary>
    public long SeverityTime { get; init; }

    /// <summary>When EnabledState changed.</summary>
    public long EnabledTime { get; init; }

    /// <summary>The message of the last event; null: the definition's.</summary>
    public IReadOnlyList<LocalizedText>? Message { get; init; }

    /// <summary>The last comment.</summary>
    public LocalizedText Comment { get; init; }

    /// <summary>When it came.</summary>
    public long CommentTime { get; init; }

    /// <summary>Who gave it.</summary>
    public string? User { get; init; }

    /// <summary>How it is shelved.</summary>
    public ShelvingMode Shelving { get; init; }

    /// <summary>When ShelvingState changed.</summary>
    public long ShelvingTime { get; init; }

    /// <summary>When the shelving ends by itself.</summary>
    public long UnshelveTime { get; init; }

    /// <summary>When any state of it changed last: active, a limit, acknowledged, confirmed, shelved, enabled.</summary>
    public long LastChange()
    {
        var limits = LimitTimes.GetValueOrDefault();
        ReadOnlySpan<long> all =
        [
            ActiveTime,
            limits.HighHigh,
            limits.High,
            limits.Low,
            limits.LowLow,
            AckedTime,
            ConfirmedTime,
            ShelvingTime,
            EnabledTime,
        ];
        var last = 0L;
        foreach (var time in all)
            last = Math.Max(last, time);
        return last;
    }
}
