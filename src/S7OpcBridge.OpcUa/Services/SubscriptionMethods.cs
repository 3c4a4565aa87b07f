namespace S7OpcBridge.OpcUa;

internal sealed class SubscriptionMethods
{
    public CallMethodResult? TryCall(SubscriptionOwner owner, CallMethodRequest request) => null;
}
