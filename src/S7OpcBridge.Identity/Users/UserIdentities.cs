using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Identity.Users;

/// <summary>Lists users in the form of the Identities property of roles (OPC 10000-18, 4.4.2).</summary>
internal static class UserIdentities
{
    /// <summary>A distinguished name; newer than the tables from which the codes are generated.</summary>
    private const IdentityCriteriaType X509Subject = (IdentityCriteriaType)8;

    /// <summary>One rule for a password and one for certificates. There is no kind of rule for an issuer alone.</summary>
    public static IEnumerable<IdentityMappingRuleType> RulesFor(UserEntry user)
    {
        if (user.Password is not null)
            yield return new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.UserName, Criteria = user.Name };
        if (user.Certificate?.Thumbprint is { } thumbprint)
            yield return new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.Thumbprint, Criteria = thumbprint };
        else if (user.Certificate?.Subject is { } subject)
            yield return new IdentityMappingRuleType { CriteriaType = X509Subject, Criteria = subject };
    }
}
