using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>Certificates in words.</summary>
internal static class CertificateText
{
    /// <summary>The application's URI, or that there is none.</summary>
    public static string ApplicationOf(X509Certificate2 certificate) => CertificateNames.Uris(certificate) is [var uri, ..] ? uri : "an application without a URI";

    /// <summary>A line: subject, application, thumbprint, last day.</summary>
    public static string LineOf(X509Certificate2 certificate) =>
        $"{certificate.Thumbprint}  {certificate.Subject}, {ApplicationOf(certificate)}, valid until {DayOf(certificate.NotAfter)}{(OwnCertificates.IsAuthority(certificate) ? ", a CA" : "")}";

    public static string DayOf(DateTime local) => local.ToUniversalTime().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
