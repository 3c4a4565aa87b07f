using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>The two methods of the Server object that belong to subscriptions (OPC 10000-5, 9.1 and 9.2).</summary>
internal sealed class SubscriptionMethods(SubscriptionServices subscriptions) : IServerMethods
{
    /// <inheritdoc/>
    public MethodAudit? AuditOf(NodeId method) =>
        MethodCall.NumberOf(method) is Ids.Server_GetMonitoredItems or Ids.Server_ResendData ? MethodAudit.ForAll(1) : null;

    /// <inheritdoc/>
    /// <exception cref="UaException">BadSubscriptionIdInvalid, BadUserAccessDenied.</exception>
    public ValueTask<CallMethodResult> CallAsync(MethodCall call, CancellationToken cancellationToken) =>
        ValueTask.FromResult(
            WrongArguments(call) ?? (call.Number == Ids.Server_GetMonitoredItems ? GetMonitoredItems(call) : ResendData(call))
        );

    private CallMethodResult GetMonitoredItems(in MethodCall call)
    {
        var (server, client) = subscriptions.GetMonitoredItems(call.Subscriptions, (uint)call.Arguments[0].Bits);
        return new CallMethodResult
        {
            InputArgumentResults = [StatusCodes.Good],
            OutputArguments = [Variant.FromArray(BuiltInType.UInt32, server), Variant.FromArray(BuiltInType.UInt32, client)],
        };
    }

    private CallMethodResult ResendData(in MethodCall call)
    {
        subscriptions.ResendData(call.Subscriptions, (uint)call.Arguments[0].Bits);
        return new CallMethodResult { InputArgumentResults = [StatusCodes.Good] };
    }

    /// <summary>Both take a subscription id and nothing else.</summary>
    private static CallMethodResult? WrongArguments(in MethodCall call) =>
        call.WrongCount(1)
        ?? (
            call.Arguments[0] is { Type: BuiltInType.UInt32, IsArray: false }
                ? null
                : new CallMethodResult { StatusCode = StatusCodes.BadInvalidArgument, InputArgumentResults = [StatusCodes.BadTypeMismatch] }
        );
}
