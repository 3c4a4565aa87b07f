using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Calls;

/// <summary>A call of a method.</summary>
/// <param name="Caller">Who calls.</param>
/// <param name="Subscriptions">Those of the caller's session.</param>
/// <param name="Space">The nodes.</param>
/// <param name="Target">The object.</param>
/// <param name="Method">The object's own method, also where the client named that of its type.</param>
/// <param name="Arguments">The input arguments, unchecked.</param>
internal readonly record struct MethodCall(
    UaCaller Caller,
    SessionSubscriptions Subscriptions,
    AddressSpaceView Space,
    NodeId Target,
    NodeId Method,
    Variant[] Arguments
)
{
    /// <summary>The number of a method of namespace 0; 0: it is in another one.</summary>
    public uint Number => NumberOf(Method);

    /// <inheritdoc cref="Number"/>
    public static uint NumberOf(NodeId method) => method is { Namespace: 0, Kind: NodeIdKind.Numeric } ? method.Numeric : 0;

    /// <summary>The result of a call with too few or too many arguments; null: the number is right.</summary>
    public CallMethodResult? WrongCount(int expected) =>
        Arguments.Length == expected
            ? null
            : new CallMethodResult
            {
                StatusCode = Arguments.Length < expected ? StatusCodes.BadArgumentsMissing : StatusCodes.BadTooManyArguments,
            };
}
