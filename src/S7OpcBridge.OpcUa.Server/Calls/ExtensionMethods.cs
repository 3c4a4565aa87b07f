using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Calls;

/// <summary>
/// The methods of an extension. Those that it finds itself, by object and method as the client named them, also have their own checks and audit events; for the
/// others see <see cref="IServerMethods"/>.
/// </summary>
internal abstract class ExtensionMethods : IServerMethods
{
    /// <summary>Runs a method that the extension finds itself, and raises its audit event. Null: it is none of these.</summary>
    public abstract ValueTask<CallMethodResult?> TryCallAsync(
        AddressSpaceView view,
        UaCaller caller,
        CallMethodRequest request,
        string? clientEntryId,
        CancellationToken cancellationToken
    );

    /// <inheritdoc/>
    public abstract MethodAudit? AuditOf(NodeId method);

    /// <inheritdoc/>
    public abstract ValueTask<CallMethodResult> CallAsync(MethodCall call, CancellationToken cancellationToken);
}
