using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Configuration;

/// <summary>Certificate stores without files.</summary>
internal sealed class MemoryStores(X509Certificate2 shown)
{
    private readonly List<RSA> _keys = [shown.GetRSAPrivateKey()!];

    public TrustListContent Trust { get; private set; } = new();

    public List<X509Certificate2> Rejected { get; } = [];

    /// <summary>True: nothing more can be stored.</summary>
    public bool IsFull { get; set; }

    public OwnCertificate? Installed { get; private set; }

    public CertificateManagement Management(int maxSize = 60_000) =>
        new()
        {
            MaxTrustListSize = maxSize,
            ReadTrust = () => Trust,
            TrustChanged = () => new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
            WriteTrust = list =>
                Trust = IsFull ? throw new IOException("No space left on device : '/trusted/one.pem'") : Trust.ReplacedBy(list),
            ReadRejected = () => Rejected,
            CreateSigningRequest = Request,
            FindKey = certificate =>
                _keys.FirstOrDefault(key => Fits(key, certificate)) is { } key ? certificate.CopyWithPrivateKey(key) : null,
            Install = own => Installed = own,
        };

    private byte[] Request(X500DistinguishedName? subject, bool newKey)
    {
        if (newKey)
            _keys.Add(RSA.Create(2048));
        return new CertificateRequest(
            subject ?? shown.SubjectName,
            _keys[^1],
            HashAlgorithmName.SHA256,
            RSASignaturePadding.Pkcs1
        ).CreateSigningRequest();
    }

    private static bool Fits(RSA key, X509Certificate2 certificate)
    {
        using var its = certificate.GetRSAPublicKey()!;
        return its.ExportRSAPublicKey().AsSpan().SequenceEqual(key.ExportRSAPublicKey());
    }
}
