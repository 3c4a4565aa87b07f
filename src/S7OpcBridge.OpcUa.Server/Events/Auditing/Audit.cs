namespace S7OpcBridge.OpcUa.Server.Events.Auditing;

/// <summary>
/// The audit as events (OPC 10000-4, 6.5): who did what, and what came of it. Only sessions on encrypted channels whose user is a SecurityAdmin get them; while
/// there is no such listener nothing is prepared. Whether or not, the same stands in the audit log.
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
        Configuration = new ConfigurationAudit(this);
    }

    /// <summary>True where there can be a listener at all: the property Auditing of the Server object.</summary>
    public static bool IsPossible(UaServerOptions options) =>
        options.SecurityPolicies.Any(policy => policy.IsSecure) && (options.CheckUserName is not null || options.CheckUserCertificate is not null);

    /// <summary>True while somebody listens who may.</summary>
    public bool IsListened => _events.IsAudited;

    /// <summary>Channels opened, refused and closed.</summary>
    public ChannelAudit Channels { get; }

    /// <summary>Values written and methods called.</summary>
    public OperationAudit Operations { get; }

    /// <summary>Trust lists and certificates changed by push management.</summary>
    public ConfigurationAudit Configuration { get; }

    /// <summary>Raises an event with the fields that all events of the audit have.</summary>
    /// <param name="type">One of <see cref="AuditTypes"/>.</param>
    /// <param name="sourceName">Service set and service, as OPC 10000-4, 6.5 spells them.</param>
    /// <param name="entry">Whose deed it is.</param>
    /// <param name="status">What came of it.</param>
    /// <param name="message">The same as a sentence; what clients chose in it is made printable here.</param>
    /// <param name="fields">What the type adds.</param>
    public void Raise(uint type, string sourceName, in AuditEntry entry, StatusCode status, string message, params ReadOnlySpan<(string Name, Variant Value)> fields)
    {
        const int maxText = 2000;
        var now = Variant.OfDateTime(UaTime.Now(_options.Time));
        _events.Raise(new UaEvent(type, entry.Node.IsNull ? Ids.Server : entry.Node, sourceName, status.IsBad ? EventSeverity.Warning : EventSeverity.Information,
            Printable.Of(message, maxText))
        {
            IsAudit = true,
            Fields =
            [
                ("ActionTimeStamp", now),
                ("Status", Variant.Of(!status.IsBad)),
                ("ServerId", Variant.Of(_options.ApplicationUri)),
                ("ClientAuditEntryId", Variant.Of(entry.ClientEntryId)),
                ("ClientUserId", Variant.Of(entry.User)),
                .. fields,
            ],
        });
    }
}

/// <summary>Whose deed an event of the audit tells of.</summary>
/// <param name="ClientEntryId">The client's own name for the request, from its header.</param>
/// <param name="User">The user; null: none, or none yet.</param>
/// <param name="Node">The node that was touched; null: the server itself.</param>
internal readonly record struct AuditEntry(string? ClientEntryId, string? User, NodeId Node = default);
