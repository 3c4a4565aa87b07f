using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>A role beside the well-known ones, or what a session needs to have a well-known one (RoleType, OPC 10000-18, 4.4). Immutable.</summary>
/// <param name="Name">The name; it tells roles apart, whatever their namespace.</param>
public sealed record RoleConfiguration(string Name)
{
    /// <summary>Any client on a signed channel: its certificate is trusted, else it had none (OPC 10000-18, 4.4.4; newer than the tables that the codes come from).</summary>
    public const IdentityCriteriaType TrustedApplication = (IdentityCriteriaType)9;

    /// <summary>Longest name, in letters.</summary>
    public const int MaxName = 64;

    /// <summary>Qualifies the name; null: the server's own namespace.</summary>
    public string? NamespaceUri { get; init; }

    /// <summary>Rules that give the role to sessions rather than to named users: Anonymous, AuthenticatedUser, Application and TrustedApplication.</summary>
    public IReadOnlyList<IdentityMappingRuleType> Rules { get; init; } = [];

    /// <summary>ApplicationUris of clients.</summary>
    public IReadOnlyList<string> Applications { get; init; } = [];

    /// <summary>True: all clients but those in <see cref="Applications"/> may have the role; false: those alone.</summary>
    public bool ApplicationsExclude { get; init; } = true;

    /// <summary>Endpoints; a field that is left out means any.</summary>
    public IReadOnlyList<EndpointType> Endpoints { get; init; } = [];

    /// <summary>True: sessions over all endpoints but those in <see cref="Endpoints"/> may have the role; false: over those alone.</summary>
    public bool EndpointsExclude { get; init; } = true;

    /// <summary>True for a name that a role can have: nodes, logs and files carry it.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= MaxName && name == name.Trim() && !name.Contains('/') && !name.Any(char.IsControl) && !RoleTable.IsWellKnown(name);

    /// <summary>True where the role may hold in a session under these circumstances.</summary>
    internal bool Admits(in RoleCircumstances session) => AdmitsApplication(session) && AdmitsEndpoint(session);

    /// <summary>True where a rule gives the role to the session, whoever its user is.</summary>
    internal bool IsGivenTo(string? user, in RoleCircumstances session)
    {
        foreach (var rule in Rules)
        {
            if (rule.CriteriaType switch
            {
                IdentityCriteriaType.Anonymous => user is null,
                IdentityCriteriaType.AuthenticatedUser => user is not null,
                IdentityCriteriaType.Application => session.IsSigned && rule.Criteria == session.ApplicationUri,
                TrustedApplication => session.IsSigned,
                _ => false,
            })
                return true;
        }

        return false;
    }

    // Without a signature a client may call itself anything.
    private bool AdmitsApplication(in RoleCircumstances session) => Applications.Count == 0 ? ApplicationsExclude
        : session.IsSigned && Applications.Contains(session.ApplicationUri) != ApplicationsExclude;

    private bool AdmitsEndpoint(in RoleCircumstances session)
    {
        foreach (var endpoint in Endpoints)
        {
            if (session.Uses(endpoint))
                return !EndpointsExclude;
        }

        return EndpointsExclude;
    }
}

/// <summary>What of a session decides, beside its user, which roles it has.</summary>
/// <param name="ApplicationUri">The client; on a signed channel its certificate has the same.</param>
/// <param name="Mode">Security of the channel.</param>
/// <param name="PolicyUri">Its policy.</param>
/// <param name="EndpointUrl">The URL by which the client came, as it says.</param>
internal readonly record struct RoleCircumstances(string? ApplicationUri, MessageSecurityMode Mode, string PolicyUri, string EndpointUrl)
{
    private const string Transport = "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary";

    /// <summary>True on a channel that is at least signed.</summary>
    public bool IsSigned => Mode is MessageSecurityMode.Sign or MessageSecurityMode.SignAndEncrypt;

    /// <summary>True where the session came over an endpoint; fields that are left out fit everything.</summary>
    public bool Uses(EndpointType endpoint) =>
        (string.IsNullOrEmpty(endpoint.EndpointUrl) || endpoint.EndpointUrl.TrimEnd('/').Equals(EndpointUrl.TrimEnd('/'), StringComparison.OrdinalIgnoreCase))
        && (endpoint.SecurityMode == MessageSecurityMode.Invalid || endpoint.SecurityMode == Mode)
        && (string.IsNullOrEmpty(endpoint.SecurityPolicyUri) || endpoint.SecurityPolicyUri == PolicyUri)
        && (string.IsNullOrEmpty(endpoint.TransportProfileUri) || endpoint.TransportProfileUri == Transport);
}
