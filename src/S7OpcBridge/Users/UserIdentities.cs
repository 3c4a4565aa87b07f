using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>Users as the Identities of role objects tell them (OPC 10000-18, 4.4.2).</summary>
internal static class UserIdentities
{
    /// <summary>A distinguished name; newer than the tables that the codes come from.</summary>
    private const IdentityCriteriaType X509Subject = (IdentityCriteriaType)8;

    /// <summary>One rule for a password, one for certificates. An issuer alone has no kind of rule there.</summary>
    public static IEnumerable<IdentityMappingRuleType> Of(UserEntry user)
    {
        if (user.Password is not null)
            yield return new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.UserName, Criteria = user.Name };
        if (user.Certificate?.Thumbprint is { } thumbprint)
            yield return new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.Thumbprint, Criteria = thumbprint };
        else if (user.Certificate?.Subject is { } subject)
            yield return new IdentityMappingRuleType { CriteriaType = X509Subject, Criteria = subject };
    }
}
