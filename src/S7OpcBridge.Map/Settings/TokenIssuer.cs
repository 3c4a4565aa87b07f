using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Map;

/// <summary>An issuer of access tokens (an OIDC provider) whose users log in. Immutable.</summary>
/// <param name="Issuer">What stands in its tokens as <c>iss</c>: a URL.</param>
public sealed record TokenIssuer(string Issuer)
{
    /// <summary>The longest name.</summary>
    public const int MaxName = 64;

    /// <summary>Most issuers of a map.</summary>
    public const int Most = 8;

    /// <summary>What follows the names of its users: <c>anna@NAME</c>. Default: the host of the issuer.</summary>
    public string Name
    {
        get => field ?? HostOf(Issuer);
        init;
    }

    /// <summary>What must stand in its tokens as <c>aud</c>; null: the server's ApplicationUri.</summary>
    public string? Audience { get; init; }

    /// <summary>File with its keys (a JWK set), resolved; null: they are fetched.</summary>
    public string? KeysFile { get; init; }

    /// <summary>Where its keys are fetched; null: where its discovery document says.</summary>
    public string? KeysUrl { get; init; }

    /// <summary>File with the certificates of the CA that its web server must have, resolved; null: those that the machine trusts.</summary>
    public string? Authority { get; init; }

    /// <summary>The claim with the user's name; null: preferred_username where it is there, else sub.</summary>
    public string? UserClaim { get; init; }

    /// <summary>The roles that its tokens give.</summary>
    public IReadOnlyList<TokenRole> Roles { get; init; } = [];

    /// <summary>File in which the keys that were fetched are kept, resolved; null: nowhere.</summary>
    public string? KeptKeys { get; init; }

    /// <summary>What of it clients are told, or where its keys are: this changes only at a start.</summary>
    public string Fixed => string.Join('\n', Issuer, Name, Audience, KeysFile, KeysUrl, Authority);

    /// <summary>All of it, to compare.</summary>
    public string Text => string.Join('\n', [Fixed, UserClaim, .. Roles.Select(static role => role.ToString())]);

    /// <summary>A name for its file: the host, and what tells issuers of one host apart.</summary>
    public string FileName =>
        $"{string.Concat(HostOf(Issuer).Where(static c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-'))}-"
        + $"{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Issuer)))[..8]}.jwks.json";

    /// <summary>True for a URL whose answers nobody on the way can change: https, or http on this machine.</summary>
    public static bool IsSafe(string url) =>
        Uri.TryCreate(url, UriKind.Absolute, out var uri)
        && (uri.Scheme == Uri.UriSchemeHttps || uri.Scheme == Uri.UriSchemeHttp && uri.IsLoopback)
        && uri.UserInfo.Length == 0;

    private static string HostOf(string issuer) => Uri.TryCreate(issuer, UriKind.Absolute, out var uri) ? uri.Host : "";
}

/// <summary>A role that an access token gives (OPC 10000-18, 4.4.4: criteria Role and GroupId).</summary>
/// <param name="Role">The role here.</param>
/// <param name="Value">The entry of the token's <c>roles</c> or <c>groups</c>.</param>
/// <param name="IsGroup">True: of <c>groups</c>.</param>
public sealed record TokenRole(string Role, string Value, bool IsGroup);
