using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>What users do in other ways than over OPC UA.</summary>
public sealed partial class UaServer
{
    /// <summary>
    /// Raises the audit event of something that a user did beside OPC UA, for example on a web page: an AuditUpdateMethodEventType (OPC 10000-5, 6.4.27)
    /// whose MethodId is null.
    /// </summary>
    /// <param name="source">The action, as SourceName.</param>
    /// <param name="user">The user.</param>
    /// <param name="status">The outcome.</param>
    /// <param name="text">What was done, or why it was refused; without secrets.</param>
    public void AuditAction(string source, string user, StatusCode status, string text)
    {
        if (!_audit.IsListened)
            return;
        _audit.Raise(
            AuditTypes.UpdateMethod,
            source,
            new AuditEntry(null, user),
            status,
            text,
            ("MethodId", Variant.From(default(NodeId))),
            ("StatusCodeId", Variant.FromStatusCode(status)),
            ("InputArguments", Variant.FromArray(BuiltInType.Variant, Array.Empty<Variant>())),
            ("OutputArguments", Variant.FromArray(BuiltInType.Variant, Array.Empty<Variant>()))
        );
    }
}
