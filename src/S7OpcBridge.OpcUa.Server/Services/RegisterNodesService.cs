using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>
/// RegisterNodes and UnregisterNodes (OPC 10000-4, 5.9.5 and 5.9.6). Looking up a node id is as fast as a handle would be, so the node ids are returned as they
/// are.
/// </summary>
internal sealed class RegisterNodesService(ServerContext server)
{
    public RegisterNodesResponse Register(RegisterNodesRequest request)
    {
        OperationLimit.Check(request.NodesToRegister.Length, server.Limits.MaxOperationsPerCall);
        return new RegisterNodesResponse { RegisteredNodeIds = request.NodesToRegister };
    }

    public UnregisterNodesResponse Unregister(UnregisterNodesRequest request)
    {
        OperationLimit.Check(request.NodesToUnregister.Length, server.Limits.MaxOperationsPerCall);
        return new UnregisterNodesResponse();
    }
}
