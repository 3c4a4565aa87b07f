using System.Net;
using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>Who asks: what handlers outside the stack are told about a session.</summary>
/// <param name="SessionId">The session.</param>
/// <param name="SessionName">The name that the client gave it.</param>
/// <param name="User">The user; null: anonymous.</param>
/// <param name="Roles">The user's roles, as the check that admitted the user returned them.</param>
/// <param name="ApplicationUri">The client application, as it says.</param>
/// <param name="Remote">Where the request came from.</param>
/// <param name="IsEncrypted">True on a SignAndEncrypt channel.</param>
public sealed record UaCaller(
    NodeId SessionId, string SessionName, string? User, IReadOnlyList<string> Roles, string? ApplicationUri, EndPoint? Remote, bool IsEncrypted)
{
    /// <summary>All roles that hold in the session, with those that everybody has and those that come with a login.</summary>
    public WellKnownRoles WellKnownRoles { get; init; } = RoleTable.Of(User, Roles);

    /// <summary>How the client came.</summary>
    internal RoleCircumstances Circumstances { get; init; }

    /// <summary>
    /// True for a SecurityAdmin on an encrypted channel: only such a one gets events of the audit and reads the security diagnostics (OPC 10000-5, 6.4.3 and 6.3.5).
    /// </summary>
    public bool MayAudit => IsEncrypted && (WellKnownRoles & WellKnownRoles.SecurityAdmin) != 0;
}
