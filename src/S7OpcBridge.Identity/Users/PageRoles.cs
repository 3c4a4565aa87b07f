using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Identity.Users;

/// <summary>The roles of a user on web pages, where there is neither an OPC UA client nor an endpoint.</summary>
internal static class PageRoles
{
    /// <summary>
    /// The user's roles, and those that everybody has who has logged in; without those that only some clients or endpoints may have.
    /// </summary>
    public static IReadOnlyList<string> Of(UaUser user, IReadOnlyList<RoleEntry> entries) =>
        [
            .. entries
                .Where(static role => role.GivenTo.Contains(nameof(IdentityCriteriaType.AuthenticatedUser)))
                .Select(static role => role.Name)
                .Concat(user.Roles)
                .Distinct()
                .Where(role => entries.FirstOrDefault(entry => entry.Name == role) is not { } entry || IsForPages(entry)),
        ];

    private static bool IsForPages(RoleEntry role) =>
        role is { ApplicationsExclude: true, EndpointsExclude: true }
        && !role.Endpoints.Any(static endpoint => endpoint is { Url: null, Mode: null, Policy: null, Transport: null });
}
