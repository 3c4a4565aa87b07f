using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel.Security.Certificates;

/// <summary>
/// Certificates by their subject, so that the issuers of a certificate are found without a look at all others: an unknown client costs the same however many
/// are trusted.
/// </summary>
internal sealed class IssuerIndex(IEnumerable<X509Certificate2> certificates)
{
    private readonly ILookup<string, X509Certificate2> _bySubject = certificates.ToLookup(static certificate =>
        KeyOf(certificate.SubjectName)
    );

    /// <summary>All that may be issuers of these, or issuers of their issuers, each once.</summary>
    public IReadOnlyCollection<X509Certificate2> Above(IReadOnlyList<X509Certificate2> below)
    {
        var found = new HashSet<X509Certificate2>(ReferenceEqualityComparer.Instance);
        var open = new Queue<X509Certificate2>(below);
        while (open.TryDequeue(out var certificate))
        {
            var wanted = IssuerKeyOf(certificate);
            if (CertificateNames.IsSelfSigned(certificate) && (wanted is null || wanted == KeyIdOf(certificate)))
                continue;
            foreach (var issuer in _bySubject[KeyOf(certificate.IssuerName)])
            {
                if ((wanted is null || KeyIdOf(issuer) is not { } has || has == wanted) && found.Add(issuer))
                    open.Enqueue(issuer);
            }
        }

        return found;
    }

    private static string KeyOf(X500DistinguishedName name) => Convert.ToHexString(name.RawData);

    private static string? KeyIdOf(X509Certificate2 certificate) =>
        certificate.Extensions.OfType<X509SubjectKeyIdentifierExtension>().FirstOrDefault()?.SubjectKeyIdentifier;

    private static string? IssuerKeyOf(X509Certificate2 certificate) =>
        certificate.Extensions.OfType<X509AuthorityKeyIdentifierExtension>().FirstOrDefault()?.KeyIdentifier is { } id
            ? Convert.ToHexString(id.Span)
            : null;
}
