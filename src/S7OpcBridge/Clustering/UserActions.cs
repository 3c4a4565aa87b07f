using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Clustering;

/// <summary>When users last did something with an alarm, in OPC UA ticks; 0: it waits for them, or they never did.</summary>
internal readonly record struct UserActions(long Acked, long Confirmed, long Enabled, long Commented, long Shelved)
{
    /// <summary>Those of a state.</summary>
    public static UserActions From(ConditionRecord record) =>
        new(
            record.IsAcked ? record.AckedTime : 0,
            record.IsConfirmed ? record.ConfirmedTime : 0,
            record.EnabledTime,
            record.CommentTime,
            record.ShelvingTime
        );

    /// <summary>True: a user has done something since.</summary>
    public bool HasMoreThan(UserActions before) =>
        Acked > before.Acked
        || Confirmed > before.Confirmed
        || Enabled > before.Enabled
        || Commented > before.Commented
        || Shelved > before.Shelved;
}
