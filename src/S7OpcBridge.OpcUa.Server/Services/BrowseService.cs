using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>Browse and BrowseNext (OPC 10000-4, 5.9.2 and 5.9.3), written straight from the sources' tables.</summary>
internal sealed class BrowseService(ServerContext server, AddressSpace space, NodeAccess access)
{
    private const int MinBrowseDescription = 17,
        MinContinuationPoint = 4;

    public void Browse(in Reply reply, Session session, UaCaller caller, ref UaReader request)
    {
        var viewId = request.ReadNodeId();
        request.ReadDateTime();
        request.ReadUInt32();
        var requestedMax = request.ReadUInt32();
        var count = request.ReadArrayLength(MinBrowseDescription);
        if (!viewId.IsNull)
            throw new UaException(StatusCodes.BadViewIdUnknown, $"There is no view {viewId}.");
        OperationLimit.Check(count, server.Limits.MaxOperationsPerCall);
        var max =
            requestedMax == 0 ? server.Limits.MaxReferencesPerNode : (int)Math.Min(requestedMax, (uint)server.Limits.MaxReferencesPerNode);

        using var results = new BrowseResults(reply, session, caller, space.Current, access, server.Limits.MaxContinuationPoints);
        var writer = results.Begin(BrowseResponse.EncodingId, count);
        for (var i = 0; i < count; i++)
        {
            var id = request.ReadNodeIdView();
            var node = results.View.Find(id);
            var direction = (BrowseDirection)request.ReadInt32();
            var type = request.ReadNodeId();
            var includeSubtypes = request.ReadBoolean();
            var classMask = request.ReadUInt32();
            var resultMask = request.ReadUInt32();
            var status = Check(results.View, caller, node, direction, type, includeSubtypes, out var types);
            results.Write(
                ref writer,
                status,
                new BrowseCursor(results.View.Version, node, direction, types, classMask, resultMask, 0, max)
            );
        }

        results.Send(ref writer);
    }

    public void BrowseNext(in Reply reply, Session session, UaCaller caller, ref UaReader request)
    {
        var release = request.ReadBoolean();
        var count = request.ReadArrayLength(MinContinuationPoint);
        OperationLimit.Check(count, server.Limits.MaxOperationsPerCall);
        using var results = new BrowseResults(reply, session, caller, space.Current, access, server.Limits.MaxContinuationPoints);
        var writer = results.Begin(BrowseNextResponse.EncodingId, count);
        for (var i = 0; i < count; i++)
        {
            // After a reload the ordinals are not valid any more: the client must browse again.
            var found =
                session.Browses.TryTake(request.ReadByteStringSpan(out _), out var cursor) && cursor.Version == results.View.Version;
            if (found && release)
                results.WriteEmpty(ref writer, StatusCodes.Good);
            else
                results.Write(ref writer, found ? StatusCodes.Good : StatusCodes.BadContinuationPointInvalid, cursor);
        }

        results.Send(ref writer);
    }

    private StatusCode Check(
        AddressSpaceView view,
        UaCaller caller,
        NodeHandle node,
        BrowseDirection direction,
        NodeId type,
        bool includeSubtypes,
        out UInt128 types
    )
    {
        types = UInt128.MaxValue;
        if (!node.Exists)
            return StatusCodes.BadNodeIdUnknown;
        if (!access.MayBrowse(view, node, caller))
            return StatusCodes.BadUserAccessDenied;
        if (direction is < BrowseDirection.Forward or > BrowseDirection.Both)
            return StatusCodes.BadBrowseDirectionInvalid;
        if (type.IsNull)
            return StatusCodes.Good;
        var number = TypeNumber.From(type);
        if (!view.ReferenceTypes.Contains(number))
            return StatusCodes.BadReferenceTypeIdInvalid;
        types = view.ReferenceTypes.SetOf(number, includeSubtypes);
        return StatusCodes.Good;
    }
}
