using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Words;

namespace S7OpcBridge.Identity.Issuers;

/// <summary>Checks the access tokens of one issuer (OPC 10000-6, 6.5.2.3; RFC 8725).</summary>
/// <param name="issuer">The issuer.</param>
/// <param name="audience">For whom its tokens must be.</param>
/// <param name="keys">Its keys.</param>
internal sealed class TokenCheck(TokenIssuer issuer, string audience, IssuerKeys keys, TimeProvider time)
{
    /// <summary>How far the clocks of issuer and bridge may differ.</summary>
    public static readonly TimeSpan Skew = TimeSpan.FromSeconds(60);

    // Without the cache for all of the process, which has a task of its own.
    private readonly CryptoProviderFactory _signatures = new() { CacheSignatureProviders = false };
    private volatile TokenIssuer _issuer = issuer;

    /// <summary>The issuer, with its present roles.</summary>
    public TokenIssuer Issuer
    {
        get => _issuer;
        set => _issuer = value;
    }

    /// <summary>Its keys.</summary>
    public IssuerKeys Keys => keys;

    /// <summary>True for a token that this issuer would have issued for this server.</summary>
    public bool IsFor(AccessToken token) => token.Issuer == Issuer.Issuer && token.Audiences.Contains(audience);

    /// <summary>The user of a token.</summary>
    /// <param name="token">As it came.</param>
    /// <param name="roles">The roles of the users file.</param>
    /// <exception cref="UaException">BadIdentityTokenRejected: it is not right; the message says why.</exception>
    public async ValueTask<TokenUser> CheckAsync(AccessToken token, IReadOnlyList<RoleEntry> roles, CancellationToken cancellationToken)
    {
        if (token.Issuer != Issuer.Issuer)
            throw Rejected($"is of the issuer '{Printable.From(token.Issuer)}' instead of {Issuer.Issuer}");
        if (!token.Audiences.Contains(audience))
            throw Rejected($"is for '{Printable.From(string.Join(", ", token.Audiences))}' instead of '{audience}'");
        RequireTime(token);
        var name = NameOf(token);
        // What costs something comes last.
        if (await keys.ForAsync(token, cancellationToken) is not { Count: > 0 } candidates)
            throw Rejected("is signed with a key that is none of its issuer's, as far as they are known here");
        await RequireSignatureAsync(token, candidates);
        var lasts = token.Expires + Skew - time.GetUtcNow();
        return new TokenUser(name, RolesOf(token, roles), token, time.GetTimestamp() + (long)(lasts.TotalSeconds * time.TimestampFrequency))
        {
            Lasts = lasts,
        };
    }

    /// <summary>The roles that a token gives now.</summary>
    public IReadOnlyList<string> RolesOf(AccessToken token, IReadOnlyList<RoleEntry> roles) =>
        [
            .. Issuer
                .Roles.Where(role => (role.IsGroup ? token.Groups : token.Roles).Contains(role.Value))
                .Select(static role => role.Role)
                .Concat(
                    roles
                        .Where(role => role.TokenRoles.Any(token.Roles.Contains) || role.TokenGroups.Any(token.Groups.Contains))
                        .Select(static role => role.Name)
                )
                .Distinct(),
        ];

    private void RequireTime(AccessToken token)
    {
        var now = time.GetUtcNow();
        if (token.Expires + Skew <= now)
            throw Rejected($"has expired at {token.Expires:u}");
        if (token.NotBefore > now + Skew)
            throw Rejected($"is valid from {token.NotBefore:u} on; if that is over, the clocks of issuer and bridge differ");
    }

    private string NameOf(AccessToken token)
    {
        var claim = Issuer.UserClaim ?? (token.Texts.ContainsKey("preferred_username") ? "preferred_username" : "sub");
        if (!token.Texts.TryGetValue(claim, out var name))
            throw Rejected($"does not name its user in the claim '{claim}'");
        // Names stand in logs, in lists and in the audit.
        if (UserEntry.FaultOf(name) is { } fault)
            throw Rejected($"names a user whose name {fault}");
        return Printable.IsClean(name) ? $"{name}@{Issuer.Name}" : throw Rejected("names a user whose name cannot be printed");
    }

    private async Task RequireSignatureAsync(AccessToken token, IReadOnlyList<SecurityKey> candidates)
    {
        var result = await new JsonWebTokenHandler().ValidateTokenAsync(
            token.Text,
            new TokenValidationParameters
            {
                ValidIssuer = Issuer.Issuer,
                ValidAudience = audience,
                ValidAlgorithms = [token.Algorithm],
                IssuerSigningKeys = candidates,
                CryptoProviderFactory = _signatures,
                // Times were checked above, by the clock of the bridge.
                LifetimeValidator = static (_, expires, _, _) => expires is not null,
            }
        );
        if (!result.IsValid)
            throw Rejected("is not signed by its issuer");
    }

    private static UaException Rejected(string what) => new(StatusCodes.BadIdentityTokenRejected, $"An access token {what}.");
}
