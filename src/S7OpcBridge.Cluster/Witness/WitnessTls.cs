using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Cluster.Witness;

/// <summary>
/// TLS between a node and a witness. The witness makes a certificate for each run, and nobody checks it: both prove with it that they know the secret, so that
/// nobody else can stand between them.
/// </summary>
internal static class WitnessTls
{
    /// <summary>A certificate for one run of a witness.</summary>
    public static X509Certificate2 NewCertificate(TimeProvider time)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var now = time.GetUtcNow();
        using var made = new CertificateRequest("CN=s7opcbridge witness", key, HashAlgorithmName.SHA256).CreateSelfSigned(
            now.AddDays(-1),
            now.AddYears(50)
        );
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), null);
    }

    public static SslServerAuthenticationOptions ServerOptions(X509Certificate2 certificate) =>
        new() { ServerCertificate = certificate, EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13 };

    public static SslClientAuthenticationOptions ClientOptions() =>
        new()
        {
            TargetHost = "s7opcbridge witness",
            EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13,
            RemoteCertificateValidationCallback = static (_, _, _, _) => true,
            CertificateChainPolicy = new X509ChainPolicy
            {
                DisableCertificateDownloads = true,
                RevocationMode = X509RevocationMode.NoCheck,
                VerificationFlags = X509VerificationFlags.AllFlags,
            },
        };

    /// <summary>What is peculiar to a connection: its proofs are good on no other.</summary>
    public static byte[] Binding(X509Certificate certificate) => SHA256.HashData(certificate.GetRawCertData());
}
