using S7OpcBridge.Identity.Issuers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Identity;

/// <content>Users with access tokens.</content>
public sealed partial class Logins
{
    /// <summary>Letters of an access token, at most.</summary>
    public const int LongestAccessToken = AccessToken.MaxLength;

    /// <summary>The issuers of access tokens, for the OPC UA server.</summary>
    public IReadOnlyList<UserTokenIssuer> TokenIssuers => _issuers?.ForServer ?? [];

    /// <summary>Checks an access token of any issuer; null: it gives no role, or there are no issuers.</summary>
    /// <exception cref="UaException">It is not right; the message says why.</exception>
    public async ValueTask<UaUser?> CheckTokenAsync(ReadOnlyMemory<byte> token, CancellationToken cancellationToken) =>
        _issuers is null ? null : await _issuers.CheckAsync(token, cancellationToken);

    /// <summary>True once the access token with which a user logged in has ended; a session of OPC UA sees to that itself.</summary>
    public bool IsOver(UaUser user) => user is TokenUser token && _issuers!.IsOver(token);
}
