using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Services;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>What users do with nodes in other ways than over OPC UA: the same checks, handlers and audit as for a session.</summary>
public sealed partial class UaServer
{
    /// <summary>The endpoints that a client which uses this URL is offered (GetEndpoints).</summary>
    public IReadOnlyList<EndpointDescription> EndpointsAt(string url) => new EndpointList(_context).For(url);

    /// <summary>Writes the value of a variable, as the service Write does.</summary>
    /// <param name="caller">Who writes; there is no session of that id.</param>
    /// <param name="cancellationToken">The caller does not wait any longer; the value may have been written then.</param>
    public async ValueTask<StatusCode> WriteAsync(UaCaller caller, NodeId node, Variant value, CancellationToken cancellationToken)
    {
        if (_nodeServices is not { } services)
            return StatusCodes.BadServerHalted;
        var write = new WriteValue
        {
            NodeId = node,
            AttributeId = (uint)AttributeId.Value,
            Value = new DataValue(value, StatusCodes.Good, 0, 0),
        };
        var request = new WriteRequest { NodesToWrite = [write] };
        return (await services.Write.WriteAsync(session: null, caller, request, cancellationToken).ConfigureAwait(false)).Results[0];
    }

    /// <summary>Calls a method of a condition, as the service Call does.</summary>
    /// <param name="caller">Who calls; there is no session of that id.</param>
    /// <param name="cancellationToken">The caller does not wait any longer.</param>
    public async ValueTask<StatusCode> CallConditionAsync(UaCaller caller, CallMethodRequest call, CancellationToken cancellationToken)
    {
        if (_nodeServices is not { } services)
            return StatusCodes.BadServerHalted;
        return (await services.Call.CallExtensionAsync(caller, call, cancellationToken).ConfigureAwait(false)).StatusCode;
    }

    /// <summary>Whether the caller may read the value of a variable: Good, or why not.</summary>
    public StatusCode MayRead(UaCaller caller, NodeId node) =>
        Find(node, out var view, out var found) is { } services
            ? services.Access.ToRead(view, found, caller)
            : StatusCodes.BadNodeIdUnknown;

    /// <summary>Whether the caller may write the value of a variable: Good, or why not.</summary>
    public StatusCode MayWrite(UaCaller caller, NodeId node) =>
        Find(node, out var view, out var found) is { } services
            ? services.Access.ToWrite(view, found, caller)
            : StatusCodes.BadNodeIdUnknown;

    /// <summary>Whether the caller may read the recorded values of a variable: Good, or why not.</summary>
    public StatusCode MayReadHistory(UaCaller caller, NodeId node) =>
        Find(node, out var view, out var found) is { } services
            ? services.Access.ToReadHistory(view, found, caller)
            : StatusCodes.BadNodeIdUnknown;

    /// <summary>Whether the caller may call a method: Good, or why not.</summary>
    public StatusCode MayCall(UaCaller caller, NodeId method) =>
        Find(method, out var view, out var found) is { } services
            ? services.Access.ToCall(view, found, caller)
            : StatusCodes.BadNodeIdUnknown;

    private NodeServices? Find(NodeId id, out AddressSpaceView view, out NodeHandle node)
    {
        view = AddressSpace.Current;
        node = view.Find(id);
        return node.Exists ? _nodeServices : null;
    }
}
