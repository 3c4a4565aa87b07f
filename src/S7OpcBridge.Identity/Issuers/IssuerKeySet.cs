using System.Security.Cryptography;
using Microsoft.IdentityModel.Tokens;

namespace S7OpcBridge.Identity.Issuers;

/// <summary>The keys of an issuer at one moment: those of its JWK set (RFC 7517) that sign in a way that is accepted. Immutable.</summary>
internal sealed class IssuerKeySet
{
    /// <summary>Bytes of a JWK set, at most.</summary>
    public const int MaxLength = 256 * 1024;

    /// <summary>No key.</summary>
    public static readonly IssuerKeySet Empty = new([]);

    private const int MostKeys = 100,
        MinRsaBits = 2048,
        MaxRsaBits = 8192;

    private readonly List<(string? Algorithm, SecurityKey Key)> _keys;

    private IssuerKeySet(List<(string?, SecurityKey)> keys) => _keys = keys;

    /// <summary>Their number.</summary>
    public int Count => _keys.Count;

    /// <summary>Reads a JWK set; null: it is none, or has no key that could be used.</summary>
    public static IssuerKeySet? Read(string json)
    {
        if (json.Length > MaxLength)
            return null;
        try
        {
            var keys = new List<(string?, SecurityKey)>();
            foreach (var key in new JsonWebKeySet(json).Keys.Take(MostKeys))
            {
                if (key.Use is null or "" or "sig" && ToKey(key) is { } usable)
                    keys.Add((string.IsNullOrEmpty(key.Alg) ? null : key.Alg, usable));
            }

            return keys.Count > 0 ? new IssuerKeySet(keys) : null;
        }
        catch (Exception e) when (e is ArgumentException or System.Text.Json.JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>The keys that may have signed a token: the one that it names, or those of its algorithm where it names none.</summary>
    public IReadOnlyList<SecurityKey> For(AccessToken token) =>
        [
            .. _keys
                .Where(each =>
                    (each.Algorithm is null || each.Algorithm == token.Algorithm)
                    && Fits(each.Key, token.Algorithm)
                    && (token.KeyId is null || each.Key.KeyId == token.KeyId)
                )
                .Select(static each => each.Key),
        ];

    // The kind of the key decides on the algorithm, never the token alone: no public key may serve as a shared secret.
    private static bool Fits(SecurityKey key, string algorithm) =>
        algorithm switch
        {
            "RS256" or "PS256" => key is RsaSecurityKey,
            "ES256" => key is ECDsaSecurityKey { ECDsa.KeySize: 256 },
            "ES384" => key is ECDsaSecurityKey { ECDsa.KeySize: 384 },
            _ => false,
        };

    private static SecurityKey? ToKey(JsonWebKey key)
    {
        try
        {
            return key.Kty switch
            {
                "RSA" => ToRsa(Base64UrlEncoder.DecodeBytes(key.N), Base64UrlEncoder.DecodeBytes(key.E), key.Kid),
                "EC" when key.Crv is "P-256" or "P-384" => new ECDsaSecurityKey(
                    ECDsa.Create(
                        new ECParameters
                        {
                            Curve = key.Crv == "P-256" ? ECCurve.NamedCurves.nistP256 : ECCurve.NamedCurves.nistP384,
                            Q = new ECPoint { X = Base64UrlEncoder.DecodeBytes(key.X), Y = Base64UrlEncoder.DecodeBytes(key.Y) },
                        }
                    )
                )
                {
                    KeyId = key.Kid,
                },
                _ => null,
            };
        }
        catch (Exception e) when (e is FormatException or ArgumentException or CryptographicException)
        {
            return null; // one key that is damaged does not make the others useless
        }
    }

    private static RsaSecurityKey? ToRsa(byte[] modulus, byte[] exponent, string? id) =>
        modulus.Length * 8 is >= MinRsaBits and <= MaxRsaBits + 8 && exponent.Length <= 8
            ? new RsaSecurityKey(new RSAParameters { Modulus = modulus, Exponent = exponent }) { KeyId = id }
            : null;
}
