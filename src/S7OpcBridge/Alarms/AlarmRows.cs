using S7OpcBridge.Bridge;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Web;

namespace S7OpcBridge.Alarms;

/// <summary>Makes the rows of the status page and <c>watch</c> of alarms.</summary>
internal static class AlarmRows
{
    /// <summary>The row of an alarm.</summary>
    /// <param name="view">The alarm.</param>
    /// <param name="locale">The reader's language; null: the first that the alarm has.</param>
    public static AlarmRow From(AlarmView view, string? locale) =>
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
    public static string SourceOf(AlarmView view) => view.Source.Length == 0 ? view.Plc : $"{view.Plc}/{view.Source}";

    private static DateTime? TimeOf(long ticks) => ticks == 0 ? null : new DateTime(UaTime.ToTicks(ticks), DateTimeKind.Utc);

    /// <summary>A state in words.</summary>
    public static string StateOf(ConditionRecord record)
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
