using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity.Issuers;

/// <summary>Fetches the keys of an issuer: by its discovery document (OpenID Connect Discovery 1.0), or directly where the map gives their URL.</summary>
internal static class KeyFetch
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    /// <summary>The JWK set as it came.</summary>
    /// <exception cref="HttpRequestException">It could not be had; the message says why.</exception>
    public static async Task<string> FetchAsync(TokenIssuer issuer, CancellationToken cancellationToken)
    {
        // Seldom: a client for each time keeps neither connections nor names that have changed.
        using var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            ConnectTimeout = Timeout,
            MaxResponseHeadersLength = 64,
            SslOptions = new SslClientAuthenticationOptions { CertificateChainPolicy = TrustOf(issuer.Authority) },
        };
        using var client = new HttpClient(handler) { Timeout = Timeout, MaxResponseContentBufferSize = IssuerKeySet.MaxLength };
        try
        {
            var url = issuer.KeysUrl ?? await DiscoverAsync(client, issuer.Issuer, cancellationToken);
            return await client.GetStringAsync(new Uri(url), cancellationToken);
        }
        catch (TaskCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new HttpRequestException($"there was no answer within {Timeout.TotalSeconds:0} s", e);
        }
        catch (Exception e) when (e is JsonException or IOException or System.Security.Cryptography.CryptographicException)
        {
            throw new HttpRequestException(e.Message, e);
        }
    }

    private static async Task<string> DiscoverAsync(HttpClient client, string issuer, CancellationToken cancellationToken)
    {
        var url = new Uri($"{issuer.TrimEnd('/')}/.well-known/openid-configuration");
        using var document = JsonDocument.Parse(await client.GetStringAsync(url, cancellationToken));
        var root = document.RootElement;
        if (root.ValueKind != JsonValueKind.Object || TextOf(root, "issuer") != issuer)
            throw new HttpRequestException($"{url} does not describe this issuer");
        return TextOf(root, "jwks_uri") is { } keys && TokenIssuer.IsSafe(keys)
            ? keys
            : throw new HttpRequestException($"{url} names no keys (jwks_uri) that could be fetched over https");
    }

    private static string? TextOf(JsonElement json, string name) =>
        json.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    private static X509ChainPolicy? TrustOf(string? authority)
    {
        if (authority is null)
            return null;
        var policy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        policy.CustomTrustStore.ImportFromPemFile(authority);
        return policy;
    }
}
