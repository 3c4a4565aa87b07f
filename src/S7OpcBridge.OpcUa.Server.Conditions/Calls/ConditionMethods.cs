using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Conditions.Definitions;
using S7OpcBridge.OpcUa.Server.Conditions.Fields;
using S7OpcBridge.OpcUa.Server.Conditions.Nodes;
using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Conditions.Calls;

/// <summary>
/// The methods of conditions (OPC 10000-9, 5.5 to 5.8), called on a condition or on its ShelvingState, by the ids of the methods of the instance or of its
/// type; and the refresh, called on ConditionType.
/// </summary>
internal sealed class ConditionMethods(
    ConditionSpace conditions,
    NodeAccess access,
    SubscriptionServices subscriptions,
    OperationAudit audit,
    TimeProvider time
) : ExtensionMethods
{
    private static readonly Dictionary<uint, ConditionAction> Actions = new()
    {
        [9027] = ConditionAction.Enable,
        [9028] = ConditionAction.Disable,
        [9029] = ConditionAction.AddComment,
        [9111] = ConditionAction.Acknowledge,
        [9113] = ConditionAction.Confirm,
        [2949] = ConditionAction.TimedShelve,
        [9213] = ConditionAction.TimedShelve, // as a component of AlarmConditionType
        [2948] = ConditionAction.OneShotShelve,
        [9212] = ConditionAction.OneShotShelve,
        [2947] = ConditionAction.Unshelve,
        [9211] = ConditionAction.Unshelve,
    };

    private static readonly BuiltInType[] Comment = [BuiltInType.ByteString, BuiltInType.LocalizedText],
        Shelving = [BuiltInType.Double],
        None = [];

    /// <summary>The method of a condition that a request calls; null: it is none.</summary>
    public ConditionAction? ActionOf(CallMethodRequest request)
    {
        if (request.MethodId is { Namespace: 0, Kind: NodeIdKind.Numeric } ofType)
            return Actions.TryGetValue(ofType.Numeric, out var known) ? known : null;
        return
            conditions.Nodes.Find(NodeIdView.From(request.MethodId)) is >= 0 and var method
            && Actions.TryGetValue(ConditionNodes.Split(method).Member.Declaration, out var own)
            ? own
            : null;
    }

    /// <inheritdoc/>
    public override async ValueTask<CallMethodResult?> TryCallAsync(
        AddressSpaceView view,
        UaCaller caller,
        CallMethodRequest request,
        string? clientEntryId,
        CancellationToken cancellationToken
    )
    {
        if (ActionOf(request) is not { } action)
            return null;
        var result = await CallAsync(view, caller, action, request, cancellationToken).ConfigureAwait(false);
        ConditionAudit.Called(audit, caller, clientEntryId, action, request, result);
        return result;
    }

    /// <summary>Runs a method of a condition.</summary>
    public async ValueTask<CallMethodResult> CallAsync(
        AddressSpaceView view,
        UaCaller caller,
        ConditionAction action,
        CallMethodRequest request,
        CancellationToken cancellationToken
    )
    {
        var nodes = conditions.Nodes;
        var target = nodes.Find(NodeIdView.From(request.ObjectId));
        if (target < 0 || ControllerAlarmType.Has(target))
            return Bad(StatusOfOther(view, request.ObjectId));
        var (condition, member) = ConditionNodes.Split(target);
        var isShelving = action is ConditionAction.TimedShelve or ConditionAction.OneShotShelve or ConditionAction.Unshelve;
        var method = nodes.MethodOf(condition, action);
        if (
            method < 0
            || member.Path != "" && !(isShelving && member.Path == "ShelvingState")
            || IsOfOther(nodes, condition, request.MethodId)
        )
            return Bad(StatusCodes.BadMethodInvalid);
        if (access.ToCall(view, view.Find(nodes.IdOf(method)), caller) is { IsBad: true } denied)
            return Bad(denied);
        var arguments = request.InputArguments;
        if (
            Wrong(
                arguments,
                action is ConditionAction.TimedShelve ? Shelving
                    : action <= ConditionAction.AddComment ? Comment
                    : None
            ) is
            { } wrong
        )
            return wrong;
        var call = arguments switch
        {
            [var eventId, var comment] => new ConditionCall(
                condition,
                action,
                caller,
                eventId.Reference as byte[] ?? [],
                comment.Reference is LocalizedText text ? text : default
            ),
            [var shelvingTime] => new ConditionCall(
                condition,
                action,
                caller,
                ShelvingTime: BitConverter.Int64BitsToDouble(shelvingTime.Bits)
            ),
            _ => new ConditionCall(condition, action, caller),
        };
        var status = await conditions.Set.CallAsync(call, cancellationToken).ConfigureAwait(false);
        return status.IsBad ? Bad(status) : new CallMethodResult { InputArgumentResults = new StatusCode[arguments.Length] };
    }

    /// <summary>
    /// The audit of ConditionRefresh and ConditionRefresh2; methods of conditions have audit events of their own (<see cref="ConditionAudit"/>).
    /// </summary>
    public override MethodAudit? AuditOf(NodeId method) =>
        MethodCall.NumberOf(method) switch
        {
            ConditionTypes.ConditionRefresh => MethodAudit.ForAll(1),
            ConditionTypes.ConditionRefresh2 => MethodAudit.ForAll(2),
            _ => null,
        };

    /// <summary>Runs ConditionRefresh or ConditionRefresh2.</summary>
    /// <exception cref="UaException">See <see cref="SubscriptionServices.RefreshConditions"/>.</exception>
    public override ValueTask<CallMethodResult> CallAsync(MethodCall call, CancellationToken cancellationToken)
    {
        var (arguments, isOfItem) = (call.Arguments, call.Number == ConditionTypes.ConditionRefresh2);
        if (Wrong(arguments, isOfItem ? [BuiltInType.UInt32, BuiltInType.UInt32] : [BuiltInType.UInt32]) is { } wrong)
            return ValueTask.FromResult(wrong);
        var refresh = new ConditionRefresh(
            Bracket(RefreshEventTypes.Start, "The states of all conditions that are of interest follow."),
            Bracket(RefreshEventTypes.End, "All conditions that are of interest have been sent."),
            conditions.Set.NextRetained
        );
        subscriptions.RefreshConditions(call.Subscriptions, (uint)arguments[0].Bits, isOfItem ? (uint)arguments[1].Bits : null, refresh);
        return ValueTask.FromResult(new CallMethodResult { InputArgumentResults = new StatusCode[arguments.Length] });
    }

    private PlainEvent Bracket(uint type, string message) =>
        new(new UaEvent(type, Ids.Server, "Server", EventSeverity.Information, message), UaTime.Now(time));

    // An object that is no condition; the types are none either, although they have the methods.
    private static StatusCode StatusOfOther(AddressSpaceView view, NodeId id) =>
        view.Find(id) is not { Exists: true } node ? StatusCodes.BadNodeIdUnknown
        : view.ClassOf(node) == NodeClass.ObjectType ? StatusCodes.BadNodeIdInvalid
        : StatusCodes.BadMethodInvalid;

    // The method of another condition.
    private static bool IsOfOther(ConditionNodes nodes, int condition, NodeId method) =>
        nodes.Find(NodeIdView.From(method)) is >= 0 and var found && ConditionNodes.Split(found).Condition != condition;

    private static CallMethodResult Bad(StatusCode status) => new() { StatusCode = status };

    private static CallMethodResult? Wrong(Variant[] arguments, BuiltInType[] types)
    {
        if (arguments.Length != types.Length)
            return Bad(arguments.Length < types.Length ? StatusCodes.BadArgumentsMissing : StatusCodes.BadTooManyArguments);
        var verdicts = new StatusCode[types.Length];
        for (var i = 0; i < types.Length; i++)
        {
            var mayBeNull = arguments[i].IsNull && types[i] is BuiltInType.LocalizedText or BuiltInType.ByteString;
            verdicts[i] =
                mayBeNull || arguments[i].Type == types[i] && !arguments[i].IsArray ? StatusCodes.Good : StatusCodes.BadTypeMismatch;
        }

        return Array.Exists(verdicts, static verdict => verdict.IsBad)
            ? new CallMethodResult { StatusCode = StatusCodes.BadInvalidArgument, InputArgumentResults = verdicts }
            : null;
    }
}
