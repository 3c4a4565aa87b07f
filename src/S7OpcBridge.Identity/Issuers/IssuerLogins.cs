using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Identity.Issuers;

/// <summary>Logs users in with access tokens of the issuers of the map. Any thread.</summary>
internal sealed class IssuerLogins
{
    private readonly TokenCheck[] _checks;
    private readonly Func<IReadOnlyList<RoleEntry>> _roles;
    private readonly TimeProvider _time;

    /// <param name="settings">The settings with the issuers.</param>
    /// <param name="roles">The present roles of the users file.</param>
    /// <param name="fetch">Fetches keys.</param>
    public IssuerLogins(
        ServerSettings settings,
        Func<IReadOnlyList<RoleEntry>> roles,
        Func<TokenIssuer, CancellationToken, Task<string>> fetch,
        TimeProvider time,
        ILogger logger
    )
    {
        (_roles, _time) = (roles, time);
        var audiences = settings.Issuers.Select(issuer => issuer.Audience ?? settings.ApplicationUri).ToArray();
        _checks =
        [
            .. settings.Issuers.Select(
                (issuer, i) => new TokenCheck(issuer, audiences[i], new IssuerKeys(issuer, fetch, time, logger), time)
            ),
        ];
        ForServer =
        [
            .. _checks.Select(
                (check, i) =>
                    new UserTokenIssuer(
                        IssuerMetadata.Of(check.Issuer.Issuer, audiences[i]),
                        async (token, _, cancellationToken) =>
                            Admitted(await check.CheckAsync(AccessToken.Parse(token.Span), _roles(), cancellationToken))
                    )
            ),
        ];
    }

    /// <summary>The issuers for the OPC UA server.</summary>
    public IReadOnlyList<UserTokenIssuer> ForServer { get; }

    /// <summary>Begins to fetch keys, so that the first login need not wait.</summary>
    public void Prepare()
    {
        foreach (var check in _checks)
            check.Keys.Prepare();
    }

    /// <summary>The user of a token of any issuer; null: it gives no role here.</summary>
    /// <exception cref="UaException">It is not right; the message says why.</exception>
    public async ValueTask<UaUser?> CheckAsync(ReadOnlyMemory<byte> token, CancellationToken cancellationToken)
    {
        var read = AccessToken.Parse(token.Span);
        var check =
            Array.Find(_checks, each => each.IsFor(read))
            ?? throw new UaException(
                StatusCodes.BadIdentityTokenRejected,
                "An access token is of an issuer, or for a server, that is not known here."
            );
        return Admitted(await check.CheckAsync(read, _roles(), cancellationToken));
    }

    /// <summary>The user with the roles of now, even if its token has ended; null: no role is left, or the issuer is not known any more.</summary>
    public UaUser? Recheck(TokenUser user) =>
        Array.Find(_checks, each => each.IsFor(user.Token)) is { } check
            ? Admitted(user with { Roles = check.RolesOf(user.Token, _roles()) })
            : null;

    /// <summary>True once the token of a user has ended.</summary>
    public bool IsOver(TokenUser user) => _time.GetTimestamp() >= user.Ends;

    /// <summary>Takes the roles and names of claims of another map; what is new in it else comes at the next start.</summary>
    public void Adopt(IReadOnlyList<TokenIssuer> issuers)
    {
        foreach (var check in _checks)
            check.Issuer = issuers.FirstOrDefault(other => other.Fixed == check.Issuer.Fixed) ?? check.Issuer;
    }

    /// <summary>The rules of the map that give a role (OPC 10000-18, 4.4.4).</summary>
    public IEnumerable<IdentityMappingRuleType> RulesOf(string role) =>
        _checks
            .SelectMany(static check => check.Issuer.Roles)
            .Where(each => each.Role == role)
            .Select(static each => new IdentityMappingRuleType
            {
                CriteriaType = each.IsGroup ? IdentityCriteriaType.GroupId : IdentityCriteriaType.Role,
                Criteria = each.Value,
            })
            .DistinctBy(static rule => (rule.CriteriaType, rule.Criteria));

    private static TokenUser? Admitted(TokenUser user) => user.Roles.Count > 0 ? user : null;
}
