using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Discovery;

/// <summary>
/// The endpoints for GetEndpoints and CreateSession. Both return the same, because clients compare them and end the connection on a difference.
/// </summary>
internal sealed class EndpointList(ServerContext server)
{
    private const string TransportProfile = "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary";

    private const string JsonWebToken = "http://opcfoundation.org/UA/UserToken#JWT";

    /// <summary>All endpoints under one URL.</summary>
    public EndpointDescription[] For(string url)
    {
        var application = Application(url);
        var endpoints = new List<EndpointDescription>();
        foreach (var policy in server.Options.SecurityPolicies)
        {
            if (policy.IsSecure)
                endpoints.Add(Endpoint(url, application, policy, MessageSecurityMode.SignAndEncrypt));
            endpoints.Add(Endpoint(url, application, policy, policy.IsSecure ? MessageSecurityMode.Sign : MessageSecurityMode.None));
        }

        return [.. endpoints];
    }

    /// <summary>The same, for the transport profiles that the client names; none named: all.</summary>
    public EndpointDescription[] For(string url, string?[] profiles) =>
        profiles.Length == 0 || profiles.Contains(TransportProfile) ? For(url) : [];

    /// <summary>This application.</summary>
    public ApplicationDescription Application(string url) =>
        new()
        {
            ApplicationUri = server.Options.ApplicationUri,
            ProductUri = server.Options.Build.ProductUri,
            ApplicationName = new LocalizedText(server.Options.ApplicationName, "en"),
            ApplicationType = ApplicationType.Server,
            DiscoveryUrls = [url],
        };

    /// <summary>
    /// The user identity tokens that are accepted over a channel of this policy. The policy id names the token type and the policy that protects the secret.
    /// </summary>
    public IReadOnlyList<UserTokenPolicy> TokensFor(SecurityPolicy policy)
    {
        var tokens = new List<UserTokenPolicy>();
        if (server.Options.AllowAnonymous)
            tokens.Add(new UserTokenPolicy { PolicyId = "anonymous", TokenType = UserTokenType.Anonymous });

        // Over None a password needs a policy of its own. A certificate is public: over None it would prove nothing.
        var secret = policy.IsSecure ? policy : SecurityPolicy.Basic256Sha256;
        var hasSecrets = server.Channels.CertificateOf(secret.CertificateKind) is not null;
        if (server.Options.CheckUserName is not null && hasSecrets)
            tokens.Add(Token("username", UserTokenType.UserName, secret));
        if (server.Options.CheckUserCertificate is not null && policy.IsSecure)
            tokens.Add(Token("certificate", UserTokenType.Certificate, secret));
        for (var i = 0; i < server.Options.TokenIssuers.Count && hasSecrets; i++)
        {
            var token = Token($"jwt{i + 1}", UserTokenType.IssuedToken, secret);
            (token.IssuedTokenType, token.IssuerEndpointUrl) = (JsonWebToken, server.Options.TokenIssuers[i].Metadata);
            tokens.Add(token);
        }

        return tokens;
    }

    private EndpointDescription Endpoint(string url, ApplicationDescription application, SecurityPolicy policy, MessageSecurityMode mode) =>
        new()
        {
            EndpointUrl = url,
            Server = application,
            ServerCertificate = CertificateFor(policy),
            SecurityMode = mode,
            SecurityPolicyUri = policy.Uri,
            UserIdentityTokens = [.. TokensFor(policy)],
            TransportProfileUri = TransportProfile,
            SecurityLevel = LevelOf(policy, mode),
        };

    /// <summary>The certificate of an endpoint; over None only where clients encrypt secrets of users with it.</summary>
    public byte[]? CertificateFor(SecurityPolicy policy) =>
        policy.IsSecure || server.Options.HasSecrets ? server.Channels.CertificateOf(policy.CertificateKind)?.Chain : null;

    private static UserTokenPolicy Token(string name, UserTokenType type, SecurityPolicy policy) =>
        new()
        {
            PolicyId = $"{name}-{policy.Name}",
            TokenType = type,
            SecurityPolicyUri = policy.Uri,
        };

    private static byte LevelOf(SecurityPolicy policy, MessageSecurityMode mode) =>
        (byte)(policy.Level * 10 + (mode == MessageSecurityMode.SignAndEncrypt ? 100 : 0));
}
