using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Identity.Tests.Issuers;

/// <summary>An issuer of access tokens, byte by byte by RFC 7515, 7517 and 7518, so that a test can make each part wrong.</summary>
internal sealed class TestIssuer
{
    public const string Url = "https://login.plant.local/realms/ot";

    public static readonly RSA Rsa = RSA.Create(2048),
        OtherRsa = RSA.Create(2048);

    public static readonly ECDsa P256 = ECDsa.Create(ECCurve.NamedCurves.nistP256),
        P384 = ECDsa.Create(ECCurve.NamedCurves.nistP384);

    /// <summary>Its keys: "r" for RSA, "p" and "q" for the curves, "e" only for encryption.</summary>
    public static string Jwks =>
        $$"""{"keys":[{{Jwk(Rsa, "r")}},{{Jwk(P256, "p", "P-256")}},{{Jwk(P384, "q", "P-384")}},{{Jwk(OtherRsa, "e", "enc")}}]}""";

    public static string Jwk(RSA key, string id, string use = "sig")
    {
        var parameters = key.ExportParameters(false);
        return $$"""{"kty":"RSA","use":"{{use}}","kid":"{{id}}","n":"{{Of(parameters.Modulus!)}}","e":"{{Of(parameters.Exponent!)}}"}""";
    }

    public static string Jwk(ECDsa key, string id, string curve)
    {
        var point = key.ExportParameters(false).Q;
        return $$"""{"kty":"EC","kid":"{{id}}","crv":"{{curve}}","x":"{{Of(point.X!)}}","y":"{{Of(point.Y!)}}"}""";
    }

    /// <summary>A token of anna for an audience, valid for five minutes at 2026-01-01.</summary>
    public static string Claims(string more = "") =>
        $$"""{"iss":"{{Url}}","aud":"s7","sub":"4711","preferred_username":"anna","exp":{{At(300)}},"iat":{{At(0)}},"roles":["operator"]{{more}}}""";

    /// <summary>Seconds of 2026-01-01 and some more.</summary>
    public static long At(int seconds) => new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeSeconds() + seconds;

    public static string Sign(string claims, string algorithm = "RS256", string? keyId = null, RSA? rsa = null) =>
        SignAll(
            $$"""{"alg":"{{algorithm}}","typ":"JWT","kid":"{{keyId ?? (algorithm == "ES256" ? "p" : algorithm == "ES384" ? "q" : "r")}}"}""",
            claims,
            algorithm,
            rsa
        );

    /// <summary>With a head of one's own.</summary>
    public static string SignAll(string header, string claims, string algorithm = "RS256", RSA? rsa = null)
    {
        var text = $"{Of(Encoding.UTF8.GetBytes(header))}.{Of(Encoding.UTF8.GetBytes(claims))}";
        var bytes = Encoding.ASCII.GetBytes(text);
        rsa ??= Rsa;
        var signature = algorithm switch
        {
            "RS256" => rsa.SignData(bytes, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1),
            "PS256" => rsa.SignData(bytes, HashAlgorithmName.SHA256, RSASignaturePadding.Pss),
            "ES256" => P256.SignData(bytes, HashAlgorithmName.SHA256),
            "ES384" => P384.SignData(bytes, HashAlgorithmName.SHA384),
            // The public key as a shared secret: what a mixed-up verifier would take.
            "HS256" => HMACSHA256.HashData(Encoding.ASCII.GetBytes(Rsa.ExportSubjectPublicKeyInfoPem()), bytes),
            _ => [],
        };
        return $"{text}.{Of(signature)}";
    }

    public static string Of(byte[] bytes) => Base64Url.EncodeToString(bytes);
}
