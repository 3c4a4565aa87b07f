using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Map;

/// <summary>Selects the certificates of a user: one by its thumbprint, or all with certain names. Trust is checked separately.</summary>
/// <param name="Thumbprint">SHA-1, 40 hexadecimal digits; null: not checked.</param>
/// <param name="Subject">A distinguished name; null: any.</param>
/// <param name="Issuer">A distinguished name; null: any.</param>
public sealed record UserCertificate(string? Thumbprint, string? Subject, string? Issuer)
{
    /// <summary>Digits of a thumbprint.</summary>
    public const int ThumbprintLength = 40;

    /// <summary>True where the certificates belong to several persons: then the certificate's name is shown beside the user's.</summary>
    public bool IsShared => Thumbprint is null && Subject is null;

    /// <summary>Rank of a match: a more specific selection has a higher value.</summary>
    public int Specificity => Thumbprint is not null ? 4 : (Subject is null ? 0 : 2) + (Issuer is null ? 0 : 1);

    /// <summary>True for a certificate that it selects.</summary>
    public bool Fits(X509Certificate2 certificate) =>
        (Thumbprint is null || Thumbprint.Equals(certificate.Thumbprint, StringComparison.OrdinalIgnoreCase))
        && (Subject is null || AreSame(Subject, certificate.SubjectName))
        && (Issuer is null || AreSame(Issuer, certificate.IssuerName));

    /// <summary>True for the text of a distinguished name, such as <c>CN=Anna, O=Plant</c>.</summary>
    public static bool IsName(string text)
    {
        try
        {
            return PartsOf(new X500DistinguishedName(text)).Count > 0;
        }
        catch (CryptographicException)
        {
            return false;
        }
    }

    // Compared part by part, because the same name can be encoded in more than one way.
    private static bool AreSame(string text, X500DistinguishedName name)
    {
        try
        {
            return PartsOf(new X500DistinguishedName(text)).SequenceEqual(PartsOf(name));
        }
        catch (Exception e) when (e is CryptographicException or InvalidOperationException)
        {
            return false;
        }
    }

    private static List<(string?, string?)> PartsOf(X500DistinguishedName name) =>
        [.. name.EnumerateRelativeDistinguishedNames().Select(part => (part.GetSingleElementType().Value, part.GetSingleElementValue()))];
}
