using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// Loads certificates that are not trusted yet and checks that they are well formed. The BCL decodes names, times and extensions only when they are used, and
/// throws then: here everything is decoded at once.
/// </summary>
public static class WellFormedCertificate
{
    /// <summary>Loads a certificate of which every part can be read.</summary>
    /// <exception cref="CryptographicException">It is none, or a part of it is malformed.</exception>
    public static X509Certificate2 Load(ReadOnlySpan<byte> der)
    {
        var certificate = X509CertificateLoader.LoadCertificate(der);
        try
        {
            Check(certificate);
            return certificate;
        }
        catch
        {
            certificate.Dispose();
            throw;
        }
    }

    /// <summary>Reads every part once.</summary>
    /// <exception cref="CryptographicException">A part is malformed.</exception>
    public static void Check(X509Certificate2 certificate)
    {
        try
        {
            _ = (
                certificate.Subject,
                certificate.Issuer,
                certificate.NotBefore,
                certificate.NotAfter,
                certificate.SerialNumber,
                certificate.SignatureAlgorithm.Value
            );
            _ = certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false);
            foreach (var extension in certificate.Extensions)
                _ = extension.RawData.Length;
        }
        catch (ArgumentException e)
        {
            throw new CryptographicException("A part of the certificate is malformed.", e);
        }
    }
}
