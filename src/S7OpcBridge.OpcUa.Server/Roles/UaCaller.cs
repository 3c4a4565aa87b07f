using System.Net;
using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>The caller of a service: what handlers outside the stack get about a session.</summary>
/// <param name="SessionName">The name that the client gave it.</param>
/// <param name="User">The user; null: anonymous.</param>
/// <param name="Roles">The user's roles, as the check that admitted the user returned them.</param>
/// <param name="ApplicationUri">The ApplicationUri in the client's request.</param>
/// <param name="Remote">Where the request came from.</param>
/// <param name="IsEncrypted">True on a SignAndEncrypt channel.</param>
public sealed record UaCaller(
    NodeId SessionId,
    string SessionName,
    string? User,
    IReadOnlyList<string> Roles,
    string? ApplicationUri,
    EndPoint? Remote,
    bool IsEncrypted
)
{
    /// <summary>All roles of the session, with Anonymous and AuthenticatedUser.</summary>
    public WellKnownRoles WellKnownRoles { get; init; } = RoleTable.RolesOf(User, Roles);

    /// <summary>The properties of the session that decide on roles.</summary>
    internal RoleCircumstances Circumstances { get; init; }

    /// <summary>
    /// True for a SecurityAdmin on an encrypted channel: only such a caller gets audit events and reads the security diagnostics (OPC 10000-5, 6.4.3 and
    /// 6.3.5).
    /// </summary>
    public bool MayAudit => IsEncrypted && (WellKnownRoles & WellKnownRoles.SecurityAdmin) != 0;
}
