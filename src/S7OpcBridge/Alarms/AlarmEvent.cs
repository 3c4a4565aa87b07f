using S7OpcBridge.Bridge;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Web;

namespace S7OpcBridge.Alarms;

/// <summary>Recorded events of alarms as rows: the alarm as it was right after a change.</summary>
internal static class AlarmEvent
{
    // States of ExclusiveLimitStateMachineType, in namespace 0.
    private const uint HighHigh = 9329,
        High = 9331,
        Low = 9333,
        LowLow = 9335;

    /// <summary>The row of an event; null: it tells of no alarm.</summary>
    /// <param name="happened">The event.</param>
    /// <param name="find">The present alarm of an id, for its class and tag; null: there is none any more.</param>
    public static AlarmRow? RowOf(RecordedEvent happened, Func<string, AlarmView?> find)
    {
        if (happened.Type == Ids.EventQueueOverflowEventType)
            return new AlarmRow(
                "",
                "",
                "",
                0,
                AlarmRow.Gap,
                TextOf(happened, "Message") ?? "",
                TimeOf(happened.Time),
                null,
                null,
                null,
                nameof(StatusCodes.Good)
            );
        if (happened.ConditionId.Identifier is not string id)
            return null;
        var now = find(id);
        return new AlarmRow(
            id,
            now is null ? happened.FieldOf("SourceName").Reference as string ?? id : AlarmRows.SourceOf(now),
            now?.Class ?? "",
            (int)happened.FieldOf("Severity").Bits,
            AlarmRows.StateOf(RecordOf(happened)),
            TextOf(happened, "Message") ?? "",
            TimeOf(happened.Time),
            null,
            TextOf(happened, "Comment"),
            happened.FieldOf("ClientUserId").Reference as string,
            StatusCodes.NameOf(new StatusCode((uint)happened.FieldOf("Quality").Bits))
        );
    }

    private static ConditionRecord RecordOf(RecordedEvent happened) =>
        new()
        {
            States = StatesOf(happened),
            // What an alarm does not have counts as done.
            IsEnabled = Is(happened, "EnabledState/Id", otherwise: true),
            IsAcked = Is(happened, "AckedState/Id", otherwise: true),
            IsConfirmed = Is(happened, "ConfirmedState/Id", otherwise: true),
            Shelving = Is(happened, "SuppressedOrShelved", otherwise: false) ? ShelvingMode.Timed : ShelvingMode.Unshelved,
        };

    private static ConditionStates StatesOf(RecordedEvent happened)
    {
        if (!Is(happened, "ActiveState/Id", otherwise: false))
            return ConditionStates.Inactive;
        var states =
            ConditionStates.Active
            | (
                happened.FieldOf("LimitState/CurrentState/Id").Reference switch
                {
                    NodeId { Numeric: HighHigh } => ConditionStates.HighHigh,
                    NodeId { Numeric: High } => ConditionStates.High,
                    NodeId { Numeric: Low } => ConditionStates.Low,
                    NodeId { Numeric: LowLow } => ConditionStates.LowLow,
                    _ => ConditionStates.Inactive,
                }
            );
        foreach (
            var limit in (ReadOnlySpan<ConditionStates>)
                [ConditionStates.HighHigh, ConditionStates.High, ConditionStates.Low, ConditionStates.LowLow]
        )
            states |= Is(happened, $"{limit}State/Id", otherwise: false) ? limit : ConditionStates.Inactive;
        return states;
    }

    // A field without a value has another type: of a disabled alarm nothing else is told.
    private static bool Is(RecordedEvent happened, string path, bool otherwise) =>
        happened.FieldOf(path) is { Type: BuiltInType.Boolean, IsArray: false } field ? field.Bits != 0 : otherwise;

    private static string? TextOf(RecordedEvent happened, string path) =>
        happened.FieldOf(path).Reference is LocalizedText { Text: { Length: > 0 } text } ? text : null;

    private static DateTime TimeOf(long ticks) => new(UaTime.ToTicks(ticks), DateTimeKind.Utc);
}
