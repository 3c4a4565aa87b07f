using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Identity;

/// <summary>A certificate that this bridge presents or trusts, for pages and metrics.</summary>
/// <param name="Store">own, own/nistP256, trusted or users/trusted, as in <c>certs list</c>.</param>
/// <param name="Name">Subject.</param>
/// <param name="Application">URI of the application; empty: none.</param>
/// <param name="Thumbprint">SHA-1, 40 hexadecimal digits.</param>
/// <param name="Ends">When it expires.</param>
/// <param name="IsAuthority">True: a CA.</param>
public sealed record KnownCertificate(
    string Store,
    string Name,
    string Application,
    string Thumbprint,
    DateTimeOffset Ends,
    bool IsAuthority
)
{
    private const string OwnStore = "own";

    /// <summary>True: the bridge presents it.</summary>
    public bool IsOwn => Store.StartsWith(OwnStore, StringComparison.Ordinal);

    /// <summary>Describes a certificate of a store.</summary>
    public static KnownCertificate From(string store, X509Certificate2 certificate) =>
        new(
            store,
            CertificateText.SubjectOf(certificate),
            CertificateText.UriOf(certificate) ?? "",
            certificate.Thumbprint,
            new DateTimeOffset(certificate.NotAfter.ToUniversalTime(), TimeSpan.Zero),
            OwnCertificates.IsAuthority(certificate)
        );
}
