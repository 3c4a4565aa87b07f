using System.Globalization;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Words;

namespace S7OpcBridge.Identity;

/// <summary>Formats certificates as text.</summary>
public static class CertificateText
{
    /// <summary>The subject. It may contain anything, so control characters are replaced for output to a terminal.</summary>
    public static string SubjectOf(X509Certificate2 certificate) => Printable.From(certificate.Subject);

    /// <summary>The application's URI, or a text that there is none.</summary>
    public static string ApplicationOf(X509Certificate2 certificate) => UriOf(certificate) ?? "an application without a URI";

    /// <summary>The application's URI; null: there is none.</summary>
    public static string? UriOf(X509Certificate2 certificate) =>
        CertificateNames.Uris(certificate) is [var uri, ..] ? Printable.From(uri) : null;

    /// <summary>One line: subject, application, thumbprint, last day.</summary>
    public static string LineOf(X509Certificate2 certificate) =>
        $"{certificate.Thumbprint}  {SubjectOf(certificate)}, {ApplicationOf(certificate)}, valid until "
        + $"{DayOf(certificate.NotAfter)}{(OwnCertificates.IsAuthority(certificate) ? ", a CA" : "")}";

    /// <summary>SHA-256 in hexadecimal digits, the thumbprint of certificates of PLCs.</summary>
    public static string Sha256Of(X509Certificate2 certificate) => certificate.GetCertHashString(HashAlgorithmName.SHA256);

    /// <summary>A day in UTC: <c>2026-11-27</c>.</summary>
    public static string DayOf(DateTime local) => local.ToUniversalTime().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
