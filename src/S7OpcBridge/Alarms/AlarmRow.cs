using S7OpcBridge.Bridge;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Alarms;

/// <summary>An alarm as the status page and <c>watch</c> show it.</summary>
/// <param name="Id">Text of its node id.</param>
/// <param name="Source">PLC and path of its tag, or the PLC.</param>
/// <param name="Class">Its class; empty: that of PLCs.</param>
/// <param name="Severity">1 to 1000.</param>
/// <param name="State">In words: <c>active, unacknowledged</c>.</param>
/// <param name="Message">Its text.</param>
/// <param name="Changed">When its state last changed, also from one limit to the next, or by a user; null: never.</param>
/// <param name="Since">When it became active; null: it is not.</param>
/// <param name="Comment">The last comment; null: none.</param>
/// <param name="User">Who gave it or acted last; null: nobody, or nobody with a name.</param>
/// <param name="Quality">The quality of its value.</param>
internal sealed record AlarmRow(
    string Id,
    string Source,
    string Class,
    int Severity,
    string State,
    string Message,
    DateTime? Changed,
    DateTime? Since,
    string? Comment,
    string? User,
    string Quality
)
{
    /// <summary>The row of an alarm.</summary>
    /// <param name="view">The alarm.</param>
    /// <param name="locale">The reader's language; null: the first that the alarm has.</param>
    public static AlarmRow Of(AlarmView view, string? locale) =>
        new(
            view.Id,
            SourceOf(view),
            view.Class,
            view.Record.Severity,
            StateOf(view.Record),
            view.Message?.In(locale is null ? null : [locale]).Text ?? "",
            TimeOf(view.Record.LastChange()),
            TimeOf(view.Record.States == ConditionStates.Inactive ? 0 : view.Record.ActiveTime),
            string.IsNullOrEmpty(view.Record.Comment.Text) ? null : view.Record.Comment.Text,
            view.Record.User,
            OpcUa.StatusCodes.NameOf(view.Quality)
        );

    /// <summary>PLC and path of the tag of an alarm, or the PLC.</summary>
    internal static string SourceOf(AlarmView view) => view.Source.Length == 0 ? view.Plc : $"{view.Plc}/{view.Source}";

    private static DateTime? TimeOf(long ticks) => ticks == 0 ? null : new DateTime(UaTime.ToTicks(ticks), DateTimeKind.Utc);

    /// <summary>A state in words.</summary>
    internal static string StateOf(ConditionRecord record)
    {
        if (!record.IsEnabled)
            return "disabled";
        var state =
            record.States == ConditionStates.Inactive ? "gone"
            : (record.States & ConditionStates.HighHigh) != 0 ? "HighHigh"
            : (record.States & ConditionStates.High) != 0 ? "High"
            : (record.States & ConditionStates.LowLow) != 0 ? "LowLow"
            : (record.States & ConditionStates.Low) != 0 ? "Low"
            : "active";
        if (!record.IsAcked)
            state += ", unacknowledged";
        else if (!record.IsConfirmed)
            state += ", unconfirmed";
        return record.Shelving == ShelvingMode.Unshelved ? state : state + ", shelved";
    }
}
