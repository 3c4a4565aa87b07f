using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>Kind of a certificate's key; each security policy requires one (OPC 10000-7, "certificate types").</summary>
public enum CertificateKind
{
    /// <summary>RSA of 2048 to 4096 bits.</summary>
    Rsa,

    /// <summary>The curve NIST P-256, also called secp256r1 and prime256v1.</summary>
    NistP256,

    /// <summary>The curve NIST P-384, also called secp384r1.</summary>
    NistP384,

    /// <summary>The curve brainpoolP256r1.</summary>
    BrainpoolP256,

    /// <summary>The curve brainpoolP384r1.</summary>
    BrainpoolP384,
}

/// <summary>Determines the kind of a certificate and the curve of a kind.</summary>
public static class CertificateKinds
{
    /// <summary>Algorithm of a public key on an elliptic curve (RFC 5480).</summary>
    internal const string EllipticKey = "1.2.840.10045.2.1";

    /// <summary>The kinds with a curve, strongest first.</summary>
    public static readonly IReadOnlyList<CertificateKind> OnCurves =
    [
        CertificateKind.NistP384,
        CertificateKind.NistP256,
        CertificateKind.BrainpoolP384,
        CertificateKind.BrainpoolP256,
    ];

    private const string P256 = "1.2.840.10045.3.1.7",
        P384 = "1.3.132.0.34",
        Brainpool256 = "1.3.36.3.3.2.8.1.1.7",
        Brainpool384 = "1.3.36.3.3.2.8.1.1.11";

    /// <summary>The kind of a certificate; null: no security policy uses such a key.</summary>
    public static CertificateKind? KindOf(X509Certificate2 certificate)
    {
        using var rsa = certificate.GetRSAPublicKey();
        if (rsa is not null)
            return rsa.KeySize is >= 2048 and <= 4096 ? CertificateKind.Rsa : null;
        if (certificate.PublicKey.Oid.Value != EllipticKey)
            return null;
        using var curve = certificate.GetECDsaPublicKey();
        return curve?.ExportParameters(includePrivateParameters: false).Curve.Oid?.Value switch
        {
            P256 => CertificateKind.NistP256,
            P384 => CertificateKind.NistP384,
            Brainpool256 => CertificateKind.BrainpoolP256,
            Brainpool384 => CertificateKind.BrainpoolP384,
            _ => null,
        };
    }

    /// <summary>True where this system's cryptography has the kind; not every OpenSSL has the brainpool curves.</summary>
    public static bool IsSupported(CertificateKind kind)
    {
        if (kind == CertificateKind.Rsa)
            return true;
        try
        {
            using var key = ECDiffieHellman.Create(CurveOf(kind));
            return true;
        }
        catch (Exception e) when (e is CryptographicException or PlatformNotSupportedException)
        {
            return false;
        }
    }

    /// <summary>Bytes of a coordinate on the curve of a kind.</summary>
    internal static int CoordinateSizeOf(CertificateKind kind) =>
        kind is CertificateKind.NistP384 or CertificateKind.BrainpoolP384 ? 48 : 32;

    /// <summary>Bytes of a signature.</summary>
    /// <param name="kind">Kind of the signer's key.</param>
    /// <param name="rsa">The key where it is an RSA key.</param>
    internal static int SignatureSizeOf(CertificateKind kind, RSA? rsa) => rsa is not null ? rsa.KeySize / 8 : 2 * CoordinateSizeOf(kind);

    /// <summary>The curve of a kind.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The kind has no curve.</exception>
    public static ECCurve CurveOf(CertificateKind kind) =>
        kind switch
        {
            CertificateKind.NistP256 => ECCurve.NamedCurves.nistP256,
            CertificateKind.NistP384 => ECCurve.NamedCurves.nistP384,
            CertificateKind.BrainpoolP256 => ECCurve.NamedCurves.brainpoolP256r1,
            CertificateKind.BrainpoolP384 => ECCurve.NamedCurves.brainpoolP384r1,
            _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "This kind of certificate has no curve."),
        };
}
