using S7OpcBridge.OpcUa.Server.Access;

namespace S7OpcBridge.OpcUa.Server.Aliases;

/// <summary>
/// FindAlias of Aliases and of its category TagVariables (OPC 10000-17, 6.3.2). Both find the same, because all aliases are
/// variables of the application. Nodes that the caller may not browse are not found.
/// </summary>
internal sealed class AliasMethods(AliasSearch search, NodeAccess access)
{
    /// <summary>The Aliases object, and its optional nodes that this server does not have: LastChange and the category Topics.</summary>
    public const uint Aliases = 23470, LastChange = 32852, Topics = 23488;

    /// <summary>Aliases of one answer, at most.</summary>
    public const int MaxAliases = 10_000;

    private const uint OfAliases = 23476, OfTagVariables = 23485, OfType = 23462, AliasFor = 23469;

    /// <summary>Runs FindAlias; null: the method is another one. The caller's permission to call has been checked.</summary>
    /// <exception cref="UaException">BadResponseTooLarge.</exception>
    public CallMethodResult? TryCall(AddressSpaceView space, UaCaller caller, CallMethodRequest request)
    {
        if (request.MethodId is not { Namespace: 0, Kind: NodeIdKind.Numeric, Numeric: OfAliases or OfTagVariables or OfType })
            return null;
        if (request.InputArguments.Length != 2)
            return new CallMethodResult { StatusCode = request.InputArguments.Length < 2 ? StatusCodes.BadArgumentsMissing : StatusCodes.BadTooManyArguments };
        var (pattern, filter) = (request.InputArguments[0], request.InputArguments[1]);
        StatusCode[] verdicts =
        [
            pattern is { Type: BuiltInType.String, IsArray: false } ? StatusCodes.Good : StatusCodes.BadTypeMismatch,
            filter.IsNull || filter is { Type: BuiltInType.NodeId, IsArray: false } ? StatusCodes.Good : StatusCodes.BadTypeMismatch,
        ];
        var type = filter.Reference is NodeId id ? id : default;
        if (verdicts[0].IsGood && string.IsNullOrEmpty((string?)pattern.Reference))
            verdicts[0] = StatusCodes.BadInvalidArgument;
        if (verdicts[1].IsGood && !type.IsNull && !IsReferenceType(space, type))
            verdicts[1] = StatusCodes.BadInvalidArgument;
        if (Array.Exists(verdicts, verdict => verdict.IsBad))
            return new CallMethodResult { StatusCode = StatusCodes.BadInvalidArgument, InputArgumentResults = verdicts };
        var found = IsAliasFor(space, type) ? Find(space, caller, new AliasPattern((string)pattern.Reference!)) : [];
        return new CallMethodResult { OutputArguments = [Variant.OfArray(BuiltInType.ExtensionObject, found)], InputArgumentResults = verdicts };
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
                throw new UaException(StatusCodes.BadResponseTooLarge, $"More than {MaxAliases} aliases match '{Printable.Of(pattern.Text)}'; ask for fewer.");
            if (!nodes.TryGetValue(alias, out var same))
                nodes.Add(alias, same = []);
            same.Add(id);
        }

        return [.. nodes.Select(pair => ExtensionObject.Of(new AliasNameDataType { AliasName = pair.Key, ReferencedNodes = [.. pair.Value] }))];
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
