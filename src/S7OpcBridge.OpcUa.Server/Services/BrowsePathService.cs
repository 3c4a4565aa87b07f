using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>TranslateBrowsePathsToNodeIds (OPC 10000-4, 5.9.4).</summary>
internal sealed class BrowsePathService(ServerContext server, AddressSpace space, NodeAccess access)
{
    public TranslateBrowsePathsToNodeIdsResponse Translate(UaCaller caller, TranslateBrowsePathsToNodeIdsRequest request)
    {
        OperationLimit.Check(request.BrowsePaths.Length, server.Limits.MaxOperationsPerCall);
        var view = space.Current;
        var results = new BrowsePathResult[request.BrowsePaths.Length];
        for (var i = 0; i < results.Length; i++)
            results[i] = Translate(view, caller, request.BrowsePaths[i]);
        return new TranslateBrowsePathsToNodeIdsResponse { Results = results };
    }

    private BrowsePathResult Translate(AddressSpaceView view, UaCaller caller, BrowsePath path)
    {
        var elements = path.RelativePath.Elements;
        var start = view.Find(path.StartingNode);
        if (!start.Exists)
            return Bad(StatusCodes.BadNodeIdUnknown);
        if (!access.MayBrowse(view, start, caller))
            return Bad(StatusCodes.BadUserAccessDenied);
        if (elements.Length == 0)
            return Bad(StatusCodes.BadNothingToDo);
        if (elements.Length > server.Limits.MaxBrowsePathLength)
            return Bad(StatusCodes.BadQueryTooComplex);
        if (elements.Any(e => string.IsNullOrEmpty(e.TargetName.Name)))
            return Bad(StatusCodes.BadBrowseNameInvalid);

        HashSet<NodeHandle> nodes = [start];
        var budget = server.Limits.MaxBrowsePathTargets;
        foreach (var element in elements)
        {
            nodes = Step(view, caller, nodes, element, ref budget);
            if (budget < 0)
                return Bad(StatusCodes.BadTooManyMatches);
            if (nodes.Count == 0)
                return Bad(StatusCodes.BadNoMatch);
        }

        return new BrowsePathResult
        {
            Targets = [.. nodes.Select(node => new BrowsePathTarget { TargetId = view.IdOf(node), RemainingPathIndex = uint.MaxValue })],
        };
    }

    private HashSet<NodeHandle> Step(
        AddressSpaceView view,
        UaCaller caller,
        HashSet<NodeHandle> from,
        RelativePathElement element,
        ref int budget
    )
    {
        var next = new HashSet<NodeHandle>();
        var types =
            element.ReferenceTypeId is var type && type.IsNull
                ? UInt128.MaxValue
                : view.ReferenceTypes.SetOf(TypeNumber.From(type), element.IncludeSubtypes);
        foreach (var node in from)
        {
            foreach (var reference in view.ReferencesOf(node))
            {
                if (
                    reference.IsForward == element.IsInverse
                    || !view.ReferenceTypes.IsIn(reference.Type, types)
                    || view.BrowseNameOf(reference.Target) != element.TargetName
                    || !access.MayBrowse(view, reference.Target, caller)
                )
                    continue;
                if (next.Add(reference.Target) && --budget < 0)
                    return next;
            }
        }

        return next;
    }

    private static BrowsePathResult Bad(StatusCode status) => new() { StatusCode = status };
}
