using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server.Conditions.Calls;

/// <summary>The audit events of methods of conditions (OPC 10000-9, 5.10).</summary>
internal static class ConditionAudit
{
    /// <summary>A method was called, or the call was refused.</summary>
    public static void Called(
        OperationAudit audit,
        UaCaller caller,
        string? clientEntryId,
        ConditionAction action,
        CallMethodRequest call,
        CallMethodResult result
    )
    {
        if (!audit.IsListened)
            return;
        var arguments = call.InputArguments;
        (string, Variant)[] fields = action switch
        {
            ConditionAction.Acknowledge or ConditionAction.Confirm or ConditionAction.AddComment when arguments.Length == 2 =>
            [
                ("ConditionEventId", arguments[0]),
                ("Comment", arguments[1]),
            ],
            ConditionAction.TimedShelve when arguments.Length == 1 => [("ShelvingTime", arguments[0])],
            _ => [],
        };
        audit.Called(caller, clientEntryId, call, result, TypeOf(action), $"Method/{action}", MethodAudit.ForAll(fields.Length), fields);
    }

    private static uint TypeOf(ConditionAction action) =>
        action switch
        {
            ConditionAction.Acknowledge => AuditTypes.ConditionAcknowledge,
            ConditionAction.Confirm => AuditTypes.ConditionConfirm,
            ConditionAction.AddComment => AuditTypes.ConditionComment,
            ConditionAction.Enable or ConditionAction.Disable => AuditTypes.ConditionEnable,
            _ => AuditTypes.ConditionShelving,
        };
}
