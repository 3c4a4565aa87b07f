namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>
/// Takes over what users have done at another server that has the same conditions. Of each state that they change, the later change counts, so that the order
/// of messages does not matter and a repeated one changes nothing. What is active each server finds out itself.
/// </summary>
internal static class ConditionMerge
{
    /// <summary>Merges the state of another server into a condition.</summary>
    /// <param name="row">The condition.</param>
    /// <param name="record">The state of the other server.</param>
    /// <param name="time">The time of the latest change that was taken; 0: none.</param>
    /// <returns>True: something changed that clients see.</returns>
    public static bool Merge(ref this ConditionRow row, ConditionRules rules, ConditionRecord record, out long time)
    {
        time = 0;
        if (row is { EventNumber: 0, ActiveTime: 0, Notes: null } && row.Quality.Value == StatusCodes.BadWaitingForInitialData)
        {
            // Nothing is known here yet: as after a restart, and the first value corrects what is active.
            ConditionRecords.Apply(record, ref row);
            time = record.Time;
            return record != new ConditionRecord { Severity = record.Severity, LastSeverity = record.LastSeverity };
        }
        var before = (row.Flags, row.Notes);
        var isUnseen = IsUnseen(row, record);
        if (isUnseen || IsFromBefore(row, record))
            TakeAlarm(ref row, record);
        var isLater = record.IsAcked && record.AckedTime > row.AckedTime && !IsOfEarlier(row, record.AckedTime);
        if (isUnseen || isLater)
            Adopt(ref row, ConditionFlags.Unacked, !record.IsAcked, ref row.AckedTime, record.AckedTime, ref time);
        if (
            record.ConfirmedTime > row.ConfirmedTime
            && (record.IsConfirmed || row.IsAcked)
            && rules.ConfirmRequired
            && !IsOfEarlier(row, record.ConfirmedTime)
        )
            Adopt(ref row, ConditionFlags.Unconfirmed, !record.IsConfirmed, ref row.ConfirmedTime, record.ConfirmedTime, ref time);
        TakeNotes(ref row, record, ref time);
        return (before.Flags ^ row.Flags) is not (ConditionFlags.None or ConditionFlags.FoundActive) || before.Notes != row.Notes;
    }

    // It came, or came and went, while this server did not see it, and waits for its acknowledgement.
    private static bool IsUnseen(in ConditionRow row, ConditionRecord record) =>
        record is { IsAcked: false, IsFoundActive: false }
        && record.AckedTime > row.AckedTime
        && record.States == row.States
        && (!row.IsActive || record.ActiveTime > row.ActiveTime);

    // This server has just started and found it active: the time of the value is no beginning of the alarm, which the other server has seen.
    private static bool IsFromBefore(in ConditionRow row, ConditionRecord record) =>
        (row.Flags & ConditionFlags.FoundActive) != 0
        && !record.IsFoundActive
        && record.IsAcked
        && record.States == row.States
        && record.ActiveTime <= row.ActiveTime
        && record.AckedTime != 0;

    // What was acknowledged before the alarm came again does not count for it.
    private static bool IsOfEarlier(in ConditionRow row, long time) => row.IsActive && time < row.ActiveTime;

    private static void TakeAlarm(ref ConditionRow row, ConditionRecord record)
    {
        (row.ActiveTime, row.FirstEventNumber) = (record.ActiveTime, 0);
        // Those of the other server count, also where they are earlier.
        (row.AckedTime, row.ConfirmedTime) = (record.IsAcked ? 0 : row.AckedTime, 0);
        row.Message = record.Message is { Count: > 0 } texts ? new ConditionText(texts) : null;
        (row.Severity, row.LastSeverity, row.SeverityTime) = (record.Severity, record.LastSeverity, record.SeverityTime);
        row.Set(ConditionFlags.FoundActive, false);
    }

    private static void Adopt(ref ConditionRow row, ConditionFlags flag, bool on, ref long own, long other, ref long time)
    {
        row.Set(flag, on);
        own = other;
        time = Math.Max(time, other);
    }

    private static void TakeNotes(ref ConditionRow row, ConditionRecord record, ref long time)
    {
        var notes = row.Notes ?? ConditionNotes.None;
        if (record.EnabledTime > notes.EnabledTime)
        {
            row.Set(ConditionFlags.Disabled, !record.IsEnabled);
            notes = notes with { EnabledTime = record.EnabledTime };
            time = Math.Max(time, record.EnabledTime);
        }
        if (record.ShelvingTime > notes.ShelvingTime)
        {
            notes = notes with { Shelving = record.Shelving, ShelvingTime = record.ShelvingTime, UnshelveTime = record.UnshelveTime };
            time = Math.Max(time, record.ShelvingTime);
        }
        if (record.CommentTime > notes.CommentTime)
        {
            notes = notes with { Comment = record.Comment, CommentTime = record.CommentTime };
            time = Math.Max(time, record.CommentTime);
        }
        if (time != 0 && record.User is not null)
            notes = notes with { User = record.User };
        row.Notes = notes == ConditionNotes.None ? null : notes;
    }
}
