namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>Translates between the state of a condition and its stored form.</summary>
internal static class ConditionRecords
{
    /// <summary>The stored form.</summary>
    public static ConditionRecord ToRecord(in ConditionRow row)
    {
        var notes = row.Notes ?? ConditionNotes.None;
        return new ConditionRecord
        {
            States = row.States,
            Severity = row.Severity,
            LastSeverity = row.LastSeverity,
            IsEnabled = row.IsEnabled,
            IsAcked = row.IsAcked,
            IsConfirmed = row.IsConfirmed,
            IsFoundActive = (row.Flags & ConditionFlags.FoundActive) != 0,
            EventNumber = row.EventNumber,
            FirstEventNumber = row.FirstEventNumber,
            Time = row.Time,
            ActiveTime = row.ActiveTime,
            LimitTimes = notes.Limits == default ? null : notes.Limits,
            AckedTime = row.AckedTime,
            ConfirmedTime = row.ConfirmedTime,
            SeverityTime = row.SeverityTime,
            Message = row.Message?.Texts,
            EnabledTime = notes.EnabledTime,
            Comment = notes.Comment,
            CommentTime = notes.CommentTime,
            User = notes.User,
            Shelving = notes.Shelving,
            ShelvingTime = notes.ShelvingTime,
            UnshelveTime = notes.UnshelveTime,
        };
    }

    /// <summary>Sets the state.</summary>
    public static void Apply(ConditionRecord record, ref ConditionRow row)
    {
        row.States = record.States;
        (row.Severity, row.LastSeverity) = (record.Severity, record.LastSeverity);
        row.Set(ConditionFlags.Disabled, !record.IsEnabled);
        row.Set(ConditionFlags.Unacked, !record.IsAcked);
        row.Set(ConditionFlags.Unconfirmed, !record.IsConfirmed);
        row.Set(ConditionFlags.FoundActive, record.IsFoundActive);
        (row.EventNumber, row.FirstEventNumber) = (record.EventNumber, record.FirstEventNumber);
        (row.Time, row.ActiveTime, row.AckedTime) = (record.Time, record.ActiveTime, record.AckedTime);
        (row.ConfirmedTime, row.SeverityTime) = (record.ConfirmedTime, record.SeverityTime);
        row.Message = record.Message is { Count: > 0 } texts ? new ConditionText(texts) : null;
        var notes = ConditionNotes.None with
        {
            Limits = record.LimitTimes.GetValueOrDefault(),
            EnabledTime = record.EnabledTime,
            Comment = record.Comment,
            CommentTime = record.CommentTime,
            User = record.User,
            Shelving = record.Shelving,
            ShelvingTime = record.ShelvingTime,
            UnshelveTime = record.UnshelveTime,
        };
        row.Notes = notes == ConditionNotes.None ? null : notes;
    }
}
