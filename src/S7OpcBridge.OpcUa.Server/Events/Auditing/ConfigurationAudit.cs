using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Events.Auditing;

/// <summary>Events of push management (OPC 10000-12, 7.8.2.11 and 7.10.22), when a change has come into use. The calls themselves are method calls like any other.</summary>
internal sealed class ConfigurationAudit(Audit audit)
{
    private const string Source = "Server/ServerConfiguration";

    /// <summary>The trust list is another one.</summary>
    public void TrustListUpdated(UaCaller caller, string message)
    {
        if (audit.IsListened)
            audit.Raise(AuditTypes.TrustListUpdated, Source, new AuditEntry(null, caller.User), StatusCodes.Good, message, ("TrustListId", Variant.Of((NodeId)ConfigurationIds.TrustList)));
    }

    /// <summary>The application certificate is another one.</summary>
    public void CertificateUpdated(UaCaller caller, string message)
    {
        if (!audit.IsListened)
            return;
        audit.Raise(AuditTypes.CertificateUpdated, Source, new AuditEntry(null, caller.User), StatusCodes.Good, message,
            ("CertificateGroup", Variant.Of((NodeId)ConfigurationIds.DefaultApplicationGroup)),
            ("CertificateType", Variant.Of((NodeId)ConfigurationIds.RsaSha256ApplicationCertificateType)));
    }
}
