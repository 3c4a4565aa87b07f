using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Server.Aliases;

/// <summary>
/// FindAlias of Aliases and of its category TagVariables (OPC 10000-17, 6.3.2). Both find the same, because all aliases are
/// variables of the application. Nodes that the caller may not browse are not found.
/// </summary>
internal sealed class AliasMethods(AliasSearch search, NodeAccess access) : IServerMethods
{
    /// <summary>Aliases of one answer, at most.</summary>
    public const int MaxAliases = 10_000;

    private const uint OfAliases = 23476,
        OfTagVariables = 23485,
        AliasFor = 23469;

    /// <inheritdoc/>
    public MethodAudit? AuditOf(NodeId method) => MethodCall.NumberOf(method) is OfAliases or OfTagVariables ? MethodAudit.ForAll(2) : null;

    /// <summary>Runs FindAlias.</summary>
    /// <exception cref="UaException">BadResponseTooLarge.</exception>
    public ValueTask<CallMethodResult> CallAsync(MethodCall call, CancellationToken cancellationToken) =>
        ValueTask.FromResult(call.WrongCount(2) ?? Find(call.Space, call.Caller, call.Arguments[0], call.Arguments[1]));

    private CallMethodResult Find(AddressSpaceView space, UaCaller caller, in Variant pattern, in Variant filter)
    {
        StatusCode[] verdicts =
        [
            pattern is { Type: BuiltInType.String, IsArray: false } ? StatusCodes.Good : StatusCodes.BadTypeMismatch,
            filter.IsNull || filter is { Type: BuiltInType.NodeId, IsArray: false } ? StatusCodes.Good : StatusCodes.BadTypeMismatch,
        ];
        var type = filter.Reference is NodeId id ? id : default;
        if (verdicts[0].IsGood && string.IsNullOrEmpty((string?)pattern.Reference))
            verdicts[0] = StatusCodes.BadInvalidArgument;
        if (verdicts[0].IsGood && ((string)pattern.Reference!).Length > AliasPattern.MaxLength)
            verdicts[0] = StatusCodes.BadOutOfRange;
        if (verdicts[1].IsGood && !type.IsNull && !IsReferenceType(space, type))
            verdicts[1] = StatusCodes.BadInvalidArgument;
        if (Array.Exists(verdicts, verdict => verdict.IsBad))
            return new CallMethodResult { StatusCode = StatusCodes.BadInvalidArgument, InputArgumentResults = verdicts };
        var found = IsAliasFor(space, type) ? Find(space, caller, new AliasPattern((string)pattern.Reference!)) : [];
        return new CallMethodResult
        {
            OutputArguments = [Variant.FromArray(BuiltInType.ExtensionObject, found)],
            InputArgumentResults = verdicts,
        };
    }

    private ExtensionObject[] Find(AddressSpaceView space, UaCaller caller, AliasPattern pattern)
    {
        var nodes = new Dictionary<QualifiedName, List<ExpandedNodeId>>();
        var count = 0;
        foreach (var (alias, id) in search(pattern))
        {
            if (space.Find(id) is not { Exists: true } node || !access.MayBrowse(space, node, caller))
                continue;
            if (++count > MaxAliases)
                throw new UaException(
                    StatusCodes.BadResponseTooLarge,
                    $"More than {MaxAliases} aliases match '{Printable.From(pattern.Text)}'; ask for fewer."
                );
            if (!nodes.TryGetValue(alias, out var same))
                nodes.Add(alias, same = []);
            same.Add(id);
        }

        return
        [
            .. nodes.Select(pair =>
                ExtensionObject.From(new AliasNameDataType { AliasName = pair.Key, ReferencedNodes = [.. pair.Value] })
            ),
        ];
    }

    private static bool IsReferenceType(AddressSpaceView space, NodeId type) =>
        space.Find(type) is { Exists: true } node && space.ClassOf(node) == NodeClass.ReferenceType;

    // Aliases are references of type AliasFor: the filter must name that type or a supertype of it.
    private static bool IsAliasFor(AddressSpaceView space, NodeId type) =>
        type.IsNull
        || (
            type is { Namespace: 0, Kind: NodeIdKind.Numeric }
            && space.ReferenceTypes.IsIn(AliasFor, space.ReferenceTypes.SetOf(type.Numeric, includeSubtypes: true))
        );
}
