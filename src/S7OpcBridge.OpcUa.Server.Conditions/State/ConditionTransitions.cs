namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>The changes of a condition's state (OPC 10000-9, 5.5 to 5.8 and B.1.2). Those that return true are reported by an event.</summary>
internal static class ConditionTransitions
{
    private const ConditionStates Limits = ConditionStates.HighHigh | ConditionStates.High | ConditionStates.Low | ConditionStates.LowLow;

    /// <summary>True if an update would change nothing, which is the usual case.</summary>
    public static bool IsAsBefore(in this ConditionRow row, in ConditionUpdate update) =>
        row.States == update.States && row.Quality == update.Quality && (row.Severity == update.Severity || !row.IsActive);

    /// <summary>Applies an update by the application.</summary>
    /// <returns>True: an event must be sent.</returns>
    public static bool Apply(ref this ConditionRow row, ConditionKind kind, ConditionRules rules, in ConditionUpdate update, long time)
    {
        var wasRetained = row.Retain;
        var changed = SetQuality(ref row, update.Quality, time);
        if (row.States == update.States && (row.Severity == update.Severity || !row.IsActive))
            return changed && wasRetained;
        var before = row.States;
        var isFirst = row is { ActiveTime: 0, EventNumber: 0 };
        row.States = update.States;
        if (row.IsActive || before != ConditionStates.Inactive)
            row.Message = update.Message ?? (row.IsActive ? null : row.Message);
        SetSeverity(ref row, update.Severity, time);
        if ((before != ConditionStates.Inactive) != row.IsActive)
            row.ActiveTime = time;
        if (((before ^ row.States) & Limits) is not ConditionStates.Inactive and var crossed)
            row.Notes = (row.Notes ?? ConditionNotes.None) with { Limits = (row.Notes?.Limits ?? default).After(crossed, time) };
        if (IsRise(kind, before, row.States))
            Activate(ref row, rules, isFirst, time);
        if (row is { IsActive: false, Shelving: ShelvingMode.OneShot })
            Shelve(ref row, ShelvingMode.Unshelved, 0, time);
        return row.IsEnabled && before != row.States || wasRetained;
    }

    /// <summary>Applies what the system says that has found the condition.</summary>
    /// <param name="now">The time of changes without one.</param>
    /// <param name="time">The time of the event.</param>
    /// <returns>True: an event must be sent.</returns>
    public static bool Take(ref this ConditionRow row, ConditionRules rules, in ConditionToldState told, long now, out long time)
    {
        var isOther = row.Retain;
        isOther &= SetQuality(ref row, StatusCodes.Good, now);
        var comesAgain = told is { IsActive: true, Time: not 0 } && row.IsActive && told.Time != row.ActiveTime;
        var isOtherState = told.IsActive != row.IsActive || comesAgain;
        time = now;
        if (isOtherState)
        {
            time = told.Time == 0 ? now : told.Time;
            row.States = told.IsActive ? ConditionStates.Active : ConditionStates.Inactive;
            row.ActiveTime = time;
            if (told.IsActive)
                Activate(ref row, rules, isFirst: false, time);
        }
        if (TakeAck(ref row, rules, told, now))
        {
            isOther = true;
            time = isOtherState || told.AckedTime == 0 ? time : told.AckedTime;
        }
        if (!isOther && !isOtherState && !(told.IsActive && told.Severity != row.Severity))
            return false;
        row.Message = told.Message ?? row.Message;
        if (told.Details is not null)
            row.Notes = (row.Notes ?? ConditionNotes.None) with { Details = told.Details };
        SetSeverity(ref row, told.Severity, time);
        return row.IsEnabled;
    }

    private static bool TakeAck(ref ConditionRow row, ConditionRules rules, in ConditionToldState told, long now)
    {
        var isAcked = told.IsAcked || !rules.AckRequired;
        if (isAcked == row.IsAcked)
            return false;
        if (!isAcked)
        {
            row.Set(ConditionFlags.Unacked, true);
            (row.AckedTime, row.FirstEventNumber) = (told.Time == 0 ? now : told.Time, 0);
            return true;
        }
        if (told.User is not null || told.Comment != default)
            row.Comment(told.Comment, told.User, now);
        row.Acknowledge(rules, told.AckedTime == 0 ? now : told.AckedTime);
        return true;
    }

    /// <summary>Sets the quality of the input.</summary>
    /// <returns>True: it is another one.</returns>
    public static bool SetQuality(ref this ConditionRow row, StatusCode quality, long time)
    {
        if (row.Quality == quality)
            return false;
        row.Quality = quality;
        row.QualityTime = time;
        return true;
    }

    public static void Acknowledge(ref this ConditionRow row, ConditionRules rules, long time)
    {
        row.Set(ConditionFlags.Unacked | ConditionFlags.FoundActive, false);
        row.AckedTime = time;
        if (!rules.ConfirmRequired)
            return;
        row.Set(ConditionFlags.Unconfirmed, true);
        row.ConfirmedTime = time;
    }

    public static void Confirm(ref this ConditionRow row, long time)
    {
        row.Set(ConditionFlags.Unconfirmed, false);
        row.ConfirmedTime = time;
    }

    /// <summary>Enables or disables.</summary>
    public static void Enable(ref this ConditionRow row, bool isEnabled, long time)
    {
        row.Set(ConditionFlags.Disabled, !isEnabled);
        row.Notes = (row.Notes ?? ConditionNotes.None) with { EnabledTime = time };
    }

    /// <summary>Stores a comment, or only who acted. A comment without text and locale leaves the last one; one with a locale only clears it.</summary>
    public static void Comment(ref this ConditionRow row, LocalizedText comment, string? user, long time)
    {
        var notes = (row.Notes ?? ConditionNotes.None) with { User = user };
        row.Notes =
            string.IsNullOrEmpty(comment.Text) && string.IsNullOrEmpty(comment.Locale)
                ? notes
                : notes with
                {
                    Comment = comment,
                    CommentTime = time,
                };
    }

    public static void Shelve(ref this ConditionRow row, ShelvingMode mode, long unshelveTime, long time) =>
        row.Notes = (row.Notes ?? ConditionNotes.None) with { Shelving = mode, ShelvingTime = time, UnshelveTime = unshelveTime };

    private static void SetSeverity(ref ConditionRow row, ushort severity, long time)
    {
        if (row.Severity == severity)
            return;
        row.LastSeverity = row.Severity;
        row.Severity = severity;
        row.SeverityTime = time;
    }

    // A new activation waits for a new acknowledgement; what was acknowledged or confirmed before does not count for it.
    private static void Activate(ref ConditionRow row, ConditionRules rules, bool isFirst, long time)
    {
        row.Set(ConditionFlags.FoundActive, isFirst);
        row.FirstEventNumber = 0; // the event that is sent now will be the first
        if (!row.IsConfirmed)
            row.ConfirmedTime = time;
        row.Set(ConditionFlags.Unconfirmed, false);
        if (rules.AckRequired && row.IsAcked)
        {
            row.Set(ConditionFlags.Unacked, true);
            row.AckedTime = time;
        }
    }

    // Becoming active, or crossing one more limit outwards; the way back from HighHigh to High is no new activation.
    private static bool IsRise(ConditionKind kind, ConditionStates before, ConditionStates now)
    {
        if (now == ConditionStates.Inactive || before == ConditionStates.Inactive)
            return now != ConditionStates.Inactive;
        return kind == ConditionKind.NonExclusiveLevel
            ? (now & ~before & Limits) != 0
            : kind == ConditionKind.ExclusiveLevel && (now & Limits) != (before & Limits) && !IsReturn(before, now);
    }

    private static bool IsReturn(ConditionStates before, ConditionStates now) =>
        (before & ConditionStates.HighHigh) != 0 && (now & ConditionStates.High) != 0
        || (before & ConditionStates.LowLow) != 0 && (now & ConditionStates.Low) != 0;
}
