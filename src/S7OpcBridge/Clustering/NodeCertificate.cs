using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Clustering;

/// <summary>Makes the certificate for the connections between nodes where the OPC UA server has none.</summary>
internal static class NodeCertificate
{
    /// <summary>A certificate for one run of the program; its key never leaves the process.</summary>
    public static X509Certificate2 New(string node, TimeProvider time)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var now = time.GetUtcNow();
        using var made = new CertificateRequest($"CN={node}", key, HashAlgorithmName.SHA256).CreateSelfSigned(
            now.AddDays(-1),
            now.AddYears(20)
        );
        // TLS takes no key that exists in memory only on every system.
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), password: null);
    }
}
