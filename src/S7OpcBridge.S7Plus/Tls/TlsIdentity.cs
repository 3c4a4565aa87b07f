using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Security;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>Certificate and key of the server side.</summary>
internal sealed class TlsIdentity
{
    private TlsIdentity(byte[] certificate, AsymmetricKeyParameter key)
    {
        Certificate = certificate;
        Key = key;
    }

    /// <summary>The certificate in DER.</summary>
    public byte[] Certificate { get; }

    internal AsymmetricKeyParameter Key { get; }

    /// <summary>Uses a certificate with a private key on the curve P-256.</summary>
    public static TlsIdentity From(X509Certificate2 certificate)
    {
        using var key =
            certificate.GetECDsaPrivateKey() ?? throw new ArgumentException("The certificate has no ECDSA key.", nameof(certificate));
        return new TlsIdentity(certificate.RawData, PrivateKeyFactory.CreateKey(key.ExportPkcs8PrivateKey()));
    }

    /// <summary>Makes a self-signed certificate, as a CPU does without one from TIA Portal.</summary>
    /// <param name="name">Common name.</param>
    /// <param name="from">Start of the validity of ten years.</param>
    public static TlsIdentity Create(string name, DateTimeOffset from)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var subject = new X500DistinguishedNameBuilder();
        subject.AddCommonName(name);
        var request = new CertificateRequest(subject.Build(), key, HashAlgorithmName.SHA256);
        using var certificate = request.CreateSelfSigned(from.AddDays(-1), from.AddYears(10));
        return From(certificate);
    }
}
