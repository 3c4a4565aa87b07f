using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>A role, or the conditions under which a session has a well-known role (RoleType, OPC 10000-18, 4.4). Immutable.</summary>
/// <param name="Name">The name, unique among all roles whatever their namespace.</param>
public sealed record RoleConfiguration(string Name)
{
    /// <summary>Any client on a signed channel, because its certificate is trusted (OPC 10000-18, 4.4.4; newer than the tables that the codes come
    /// from).</summary>
    public const IdentityCriteriaType TrustedApplication = (IdentityCriteriaType)9;

    /// <summary>Longest name, in letters.</summary>
    public const int MaxName = 64;

    /// <summary>Qualifies the name; null: the server's own namespace.</summary>
    public string? NamespaceUri { get; init; }

    /// <summary>Rules that give the role to sessions rather than to named users: Anonymous, AuthenticatedUser, Application and TrustedApplication.</summary>
    public IReadOnlyList<IdentityMappingRuleType> Rules { get; init; } = [];

    /// <summary>ApplicationUris of clients.</summary>
    public IReadOnlyList<string> Applications { get; init; } = [];

    /// <summary>True: all clients except <see cref="Applications"/> may have the role; false: only these.</summary>
    public bool ApplicationsExclude { get; init; } = true;

    /// <summary>Endpoints; a field that is left out means any.</summary>
    public IReadOnlyList<EndpointType> Endpoints { get; init; } = [];

    /// <summary>True: sessions over all endpoints except <see cref="Endpoints"/> may have the role; false: only over these.</summary>
    public bool EndpointsExclude { get; init; } = true;

    /// <summary>True for a valid name: it is used in node ids, logs and files.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= MaxName
        && name == name.Trim()
        && !name.Contains('/')
        && !name.Any(char.IsControl)
        && !RoleTable.IsWellKnown(name);

    /// <summary>True if applications and endpoints allow the role in a session.</summary>
    internal bool Admits(in RoleCircumstances session) => AdmitsApplication(session) && AdmitsEndpoint(session);

    /// <summary>True if a rule gives the role to the session, independently of the user's name.</summary>
    internal bool IsGivenTo(string? user, in RoleCircumstances session)
    {
        foreach (var rule in Rules)
        {
            if (
                rule.CriteriaType switch
                {
                    IdentityCriteriaType.Anonymous => user is null,
                    IdentityCriteriaType.AuthenticatedUser => user is not null,
                    IdentityCriteriaType.Application => session.IsSigned && rule.Criteria == session.ApplicationUri,
                    TrustedApplication => session.IsSigned,
                    _ => false,
                }
            )
                return true;
        }

        return false;
    }

    // Without a signature the client's ApplicationUri is not proved.
    private bool AdmitsApplication(in RoleCircumstances session) =>
        Applications.Count == 0
            ? ApplicationsExclude
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

/// <summary>The properties of a session, beside its user, that decide which roles it has.</summary>
/// <param name="ApplicationUri">The client; on a signed channel its certificate has the same.</param>
/// <param name="Mode">Security of the channel.</param>
/// <param name="EndpointUrl">The endpoint URL in the client's request.</param>
internal readonly record struct RoleCircumstances(string? ApplicationUri, MessageSecurityMode Mode, string PolicyUri, string EndpointUrl)
{
    private const string Transport = "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary";

    /// <summary>True on a channel that is at least signed.</summary>
    public bool IsSigned => Mode is MessageSecurityMode.Sign or MessageSecurityMode.SignAndEncrypt;

    /// <summary>True if the session uses an endpoint; empty fields of the endpoint match everything.</summary>
    public bool Uses(EndpointType endpoint) =>
        (
            string.IsNullOrEmpty(endpoint.EndpointUrl)
            || endpoint.EndpointUrl.TrimEnd('/').Equals(EndpointUrl.TrimEnd('/'), StringComparison.OrdinalIgnoreCase)
        )
        && (endpoint.SecurityMode == MessageSecurityMode.Invalid || endpoint.SecurityMode == Mode)
        && (string.IsNullOrEmpty(endpoint.SecurityPolicyUri) || endpoint.SecurityPolicyUri == PolicyUri)
        && (string.IsNullOrEmpty(endpoint.TransportProfileUri) || endpoint.TransportProfileUri == Transport);
}
