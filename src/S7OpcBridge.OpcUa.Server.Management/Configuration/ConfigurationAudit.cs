using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>
/// Events of push management (OPC 10000-12, 7.8.2.11 and 7.10.22), when a change is in use. The calls are audited like any other method call.
/// </summary>
internal sealed class ConfigurationAudit(Audit audit)
{
    private const string Source = "Server/ServerConfiguration";

    /// <summary>The trust list has changed.</summary>
    public void TrustListUpdated(UaCaller caller, string message)
    {
        if (audit.IsListened)
            audit.Raise(
                AuditTypes.TrustListUpdated,
                Source,
                new AuditEntry(null, caller.User),
                StatusCodes.Good,
                message,
                ("TrustListId", Variant.From((NodeId)ConfigurationIds.TrustList))
            );
    }

    /// <summary>The application certificate has changed.</summary>
    public void CertificateUpdated(UaCaller caller, string message)
    {
        if (!audit.IsListened)
            return;
        audit.Raise(
            AuditTypes.CertificateUpdated,
            Source,
            new AuditEntry(null, caller.User),
            StatusCodes.Good,
            message,
            ("CertificateGroup", Variant.From((NodeId)ConfigurationIds.DefaultApplicationGroup)),
            ("CertificateType", Variant.From((NodeId)ConfigurationIds.RsaSha256ApplicationCertificateType))
        );
    }
}
