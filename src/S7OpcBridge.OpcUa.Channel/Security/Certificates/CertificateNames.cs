using System.Formats.Asn1;
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// Names in a certificate. The BCL does not list the URIs of the subject alternative name: GeneralName [6] IA5String (RFC 5280, 4.2.1.6).
/// </summary>
public static class CertificateNames
{
    private const string SubjectAlternativeName = "2.5.29.17";
    private static readonly Asn1Tag Uri = new(TagClass.ContextSpecific, 6);

    /// <summary>True when the certificate contains the URI.</summary>
    public static bool HasUri(X509Certificate2 certificate, string? uri) => uri is not null && Uris(certificate).Contains(uri);

    /// <summary>The ApplicationUri: the first URI; null: there is none.</summary>
    internal static string? ApplicationUri(X509Certificate2 certificate) => Uris(certificate) is [var first, ..] ? first : null;

    /// <summary>True when subject and issuer are the same: a root CA, or a self-signed application certificate.</summary>
    public static bool IsSelfSigned(X509Certificate2 certificate) =>
        certificate.SubjectName.RawData.AsSpan().SequenceEqual(certificate.IssuerName.RawData);

    /// <summary>True when the certificate contains the host.</summary>
    /// <param name="host">A DNS name, or an address without brackets.</param>
    public static bool HasHost(X509Certificate2 certificate, string host)
    {
        foreach (var extension in certificate.Extensions)
        {
            if (extension is X509SubjectAlternativeNameExtension names)
                return HasHost(names, host);
        }

        return false;
    }

    private static bool HasHost(X509SubjectAlternativeNameExtension names, string host)
    {
        try
        {
            return IPAddress.TryParse(host, out var address)
                ? names.EnumerateIPAddresses().Contains(address)
                : names.EnumerateDnsNames().Contains(host, StringComparer.OrdinalIgnoreCase);
        }
        catch (CryptographicException)
        {
            return false; // the names are decoded only now, and may be malformed
        }
    }

    /// <summary>All URIs, in their order; the first is the application's.</summary>
    public static IReadOnlyList<string> Uris(X509Certificate2 certificate)
    {
        var uris = new List<string>();
        var extension = certificate.Extensions.FirstOrDefault(e => e.Oid?.Value == SubjectAlternativeName);
        if (extension is null)
            return uris;
        try
        {
            for (var names = new AsnReader(extension.RawData, AsnEncodingRules.DER).ReadSequence(); names.HasData; )
            {
                if (names.PeekTag().HasSameClassAndValue(Uri))
                    uris.Add(names.ReadCharacterString(UniversalTagNumber.IA5String, Uri));
                else
                    names.ReadEncodedValue();
            }
        }
        catch (AsnContentException)
        {
            // A malformed name matches nothing.
        }

        return uris;
    }
}
