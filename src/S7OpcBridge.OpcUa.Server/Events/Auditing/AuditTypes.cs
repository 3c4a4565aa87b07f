namespace S7OpcBridge.OpcUa.Server.Events.Auditing;

/// <summary>The event types of the audit (OPC 10000-5, 6.4.3 ff.), ids of namespace 0.</summary>
internal static class AuditTypes
{
#pragma warning disable CS1591 // named as the nodes, without Audit and EventType
    public const uint Channel = 2059, OpenSecureChannel = 2060;
    public const uint Session = 2069, CreateSession = 2071, ActivateSession = 2075, Cancel = 2078, UrlMismatch = 2748;
    public const uint CertificateDataMismatch = 2082, CertificateExpired = 2085, CertificateInvalid = 2086, CertificateUntrusted = 2087,
        CertificateRevoked = 2088, CertificateMismatch = 2089;
    public const uint WriteUpdate = 2100, UpdateMethod = 2127, TrustListUpdated = 12561, CertificateUpdated = 12620, RoleMappingRuleChanged = 17641;
#pragma warning restore CS1591
}
