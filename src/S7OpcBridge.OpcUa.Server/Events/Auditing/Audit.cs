using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Server.Events.Auditing;

/// <summary>
/// Raises audit events (OPC 10000-4, 6.5). Only sessions on encrypted channels whose user is a SecurityAdmin get them; no event is made while none of them
/// listens. The audit log does not depend on it.
/// </summary>
internal sealed class Audit
{
    private readonly UaEvents _events;
    private readonly UaServerOptions _options;

    public Audit(UaEvents events, UaServerOptions options)
    {
        (_events, _options) = (events, options);
        Channels = new ChannelAudit(this);
        Operations = new OperationAudit(this);
    }

    /// <summary>True if the options allow a session that may receive audit events: the property Auditing of the Server object.</summary>
    public static bool IsPossible(UaServerOptions options) =>
        options.SecurityPolicies.Any(policy => policy.IsSecure) && (options.HasSecrets || options.CheckUserCertificate is not null);

    /// <summary>True while a session that may receive audit events has an item for events.</summary>
    public bool IsListened => _events.IsAudited;

    /// <summary>Channels opened, refused and closed.</summary>
    public ChannelAudit Channels { get; }

    /// <summary>Values written and methods called.</summary>
    public OperationAudit Operations { get; }

    /// <summary>Raises an event with the fields that all audit events have.</summary>
    /// <param name="type">One of <see cref="AuditTypes"/>.</param>
    /// <param name="sourceName">Service set and service, as OPC 10000-4, 6.5 spells them.</param>
    /// <param name="entry">Who did it.</param>
    /// <param name="status">The result.</param>
    /// <param name="message">The same as a sentence; text of clients in it is made printable here.</param>
    /// <param name="fields">Fields that the type adds.</param>
    public void Raise(
        uint type,
        string sourceName,
        in AuditEntry entry,
        StatusCode status,
        string message,
        params ReadOnlySpan<(string Name, Variant Value)> fields
    )
    {
        const int maxText = 2000;
        var now = Variant.FromDateTime(UaTime.Now(_options.Time));
        _events.Raise(
            new UaEvent(
                type,
                entry.Node.IsNull ? Ids.Server : entry.Node,
                sourceName,
                status.IsBad ? EventSeverity.Warning : EventSeverity.Information,
                Printable.From(message, maxText)
            )
            {
                IsAudit = true,
                Fields =
                [
                    ("ActionTimeStamp", now),
                    ("Status", Variant.From(!status.IsBad)),
                    ("ServerId", Variant.From(_options.ApplicationUri)),
                    ("ClientAuditEntryId", Variant.From(entry.ClientEntryId)),
                    ("ClientUserId", Variant.From(entry.User)),
                    .. fields,
                ],
            }
        );
    }
}

/// <summary>Who caused an audit event.</summary>
/// <param name="ClientEntryId">The auditEntryId of the request header.</param>
/// <param name="User">The user; null: none, or none yet.</param>
/// <param name="Node">The node concerned; null: the Server object.</param>
internal readonly record struct AuditEntry(string? ClientEntryId, string? User, NodeId Node = default);

/// <summary>The event types of the audit (OPC 10000-5, 6.4.3 ff.), ids of namespace 0; the names leave out Audit and EventType.</summary>
internal static class AuditTypes
{
    public const uint Channel = 2059,
        OpenSecureChannel = 2060;
    public const uint Session = 2069,
        CreateSession = 2071,
        ActivateSession = 2075,
        Cancel = 2078,
        UrlMismatch = 2748;
    public const uint CertificateDataMismatch = 2082,
        CertificateExpired = 2085,
        CertificateInvalid = 2086,
        CertificateUntrusted = 2087,
        CertificateRevoked = 2088,
        CertificateMismatch = 2089;
    public const uint WriteUpdate = 2100,
        UpdateMethod = 2127,
        HistoryUpdate = 2104;
    public const uint TrustListUpdated = 12561,
        CertificateUpdated = 12620,
        RoleMappingRuleChanged = 17641;
    public const uint ConditionEnable = 2803,
        ConditionComment = 2829,
        ConditionAcknowledge = 8944,
        ConditionConfirm = 8961,
        ConditionShelving = 11093;
}
