using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig.Server;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks the issuers of tokens against each other and against the roles.</summary>
internal static class TokenIssuerChecks
{
    public static void Check(RawServer server, FindingList findings)
    {
        var roles = new UsersDocument([], server.Settings.Roles).RoleNames;
        foreach (var (at, issuer) in server.TokenIssuers.Index())
        {
            var before = server.TokenIssuers.Take(at).Select(static other => other.Settings).ToArray();
            if (at == TokenIssuer.Most)
                findings.Error(issuer.Spot, $"there are more than {TokenIssuer.Most} issuers of tokens; remove some");
            if (before.Any(other => other.Issuer == issuer.Settings.Issuer && other.Audience == issuer.Settings.Audience))
                findings.Error(issuer.Spot, $"the issuer {issuer.Settings.Issuer} is given twice; remove one of them");
            else if (before.Any(other => other.Name == issuer.Settings.Name))
                findings.Error(
                    issuer.Spot,
                    $"two issuers are called '{issuer.Settings.Name}', so users of the same name could not be told apart; give one a 'name'"
                );
            foreach (var (spot, role) in issuer.RoleSpots.Where(each => !roles.Contains(each.Role)))
                findings.Error(spot, $"there is no role '{Excerpt.From(role)}'; write one of {string.Join(", ", roles)}");
            if (issuer.Settings.Roles.Count == 0 && (server.Settings.Roles ?? []).All(static role => !role.HasTokenRules))
                findings.Warning(
                    issuer.Spot,
                    $"no token of {issuer.Settings.Issuer} gives a role, so nobody can log in with one; add 'roles: {{ Operator: … }}'"
                );
        }
    }
}
