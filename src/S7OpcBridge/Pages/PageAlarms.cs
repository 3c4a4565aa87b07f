using S7OpcBridge.Bridge;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Lets pages do with alarms what OPC UA clients do by the methods of their conditions.</summary>
internal static class PageAlarms
{
    public static AlarmCommands Create(BridgeServer server) =>
        server.Alarms is { } alarms
            ? new AlarmCommands
            {
                CallAsync = (caller, call, cancellationToken) => CallAsync(server, alarms, caller, call, cancellationToken),
                MayCall = (caller, alarm, act) =>
                    server.MayCallAlarm(PageValues.CallerOf(server, caller), alarm, ActionOf(act, isTimed: false)),
            }
            : new AlarmCommands();

    private static ValueTask<StatusCode> CallAsync(
        BridgeServer server,
        BridgeAlarms alarms,
        PageCaller caller,
        AlarmCall call,
        CancellationToken cancellationToken
    )
    {
        if (alarms.Find(call.Id) is null)
            return ValueTask.FromResult<StatusCode>(StatusCodes.BadNodeIdUnknown);
        Variant[] arguments = call switch
        {
            { Act: AlarmAct.Shelve, Shelving: { } time } => [Variant.From(time.TotalMilliseconds)],
            { Act: AlarmAct.Shelve or AlarmAct.Unshelve } => [],
            _ => [Variant.FromByteString(EventOf(alarms, call)), Variant.From(new LocalizedText(call.Comment))],
        };
        return server.CallAlarmAsync(
            PageValues.CallerOf(server, caller),
            call.Id,
            ActionOf(call.Act, call.Shelving is not null),
            arguments,
            cancellationToken
        );
    }

    private static byte[] EventOf(BridgeAlarms alarms, AlarmCall call)
    {
        if (call.Event is null)
            return alarms.LastEventOf(call.Id) ?? [];
        try
        {
            return Convert.FromHexString(call.Event);
        }
        catch (FormatException)
        {
            return []; // no event at all, which the condition refuses
        }
    }

    private static ConditionAction ActionOf(AlarmAct act, bool isTimed) =>
        act switch
        {
            AlarmAct.Acknowledge => ConditionAction.Acknowledge,
            AlarmAct.Confirm => ConditionAction.Confirm,
            AlarmAct.Comment => ConditionAction.AddComment,
            AlarmAct.Shelve => isTimed ? ConditionAction.TimedShelve : ConditionAction.OneShotShelve,
            _ => ConditionAction.Unshelve,
        };
}
