using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>The two methods of the Server object that belong to subscriptions (OPC 10000-5, 9.1 and 9.2).</summary>
internal sealed class SubscriptionMethods(SubscriptionServices subscriptions)
{
    /// <summary>Runs the method; null: it is another one.</summary>
    /// <exception cref="UaException">BadSubscriptionIdInvalid, BadUserAccessDenied.</exception>
    public CallMethodResult? TryCall(SessionSubscriptions owner, CallMethodRequest request)
    {
        if (request.MethodId == Ids.Server_GetMonitoredItems)
        {
            if (WrongArguments(request.InputArguments) is { } wrong)
                return wrong;
            var (server, client) = subscriptions.GetMonitoredItems(owner, (uint)request.InputArguments[0].Bits);
            return new CallMethodResult
            {
                InputArgumentResults = [StatusCodes.Good],
                OutputArguments = [Variant.OfArray(BuiltInType.UInt32, server), Variant.OfArray(BuiltInType.UInt32, client)],
            };
        }

        if (request.MethodId == Ids.Server_ResendData)
        {
            if (WrongArguments(request.InputArguments) is { } wrong)
                return wrong;
            subscriptions.ResendData(owner, (uint)request.InputArguments[0].Bits);
            return new CallMethodResult { InputArgumentResults = [StatusCodes.Good] };
        }

        return null;
    }

    /// <summary>Both take a subscription id and nothing else.</summary>
    private static CallMethodResult? WrongArguments(Variant[] arguments) => arguments switch
    {
        [] => new CallMethodResult { StatusCode = StatusCodes.BadArgumentsMissing },
        [{ Type: BuiltInType.UInt32, IsArray: false }] => null,
        [_] => new CallMethodResult { StatusCode = StatusCodes.BadInvalidArgument, InputArgumentResults = [StatusCodes.BadTypeMismatch] },
        _ => new CallMethodResult { StatusCode = StatusCodes.BadTooManyArguments },
    };
}
