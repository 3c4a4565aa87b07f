using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server.Calls;

/// <summary>Methods that the server runs itself.</summary>
internal interface IServerMethods
{
    /// <summary>What the audit tells of calls of a method; null: it is none of these methods.</summary>
    MethodAudit? AuditOf(NodeId method);

    /// <summary>Runs one of these methods. The caller's permission has been checked.</summary>
    /// <exception cref="UaException">The status of the call.</exception>
    ValueTask<CallMethodResult> CallAsync(MethodCall call, CancellationToken cancellationToken);
}
