using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>The certificates that are trusted, and the revocation lists, at one moment. Immutable.</summary>
public sealed class TrustLists
{
    private readonly HashSet<string> _trusted;
    private readonly IssuerIndex _index;
    private readonly string? _also;

    /// <summary>Makes the lists.</summary>
    /// <param name="trusted">Applications and CAs that are trusted; all certificates that a trusted CA signed are trusted too.</param>
    /// <param name="issuers">CAs that complete a chain without being trusted themselves.</param>
    /// <param name="revocations">What CAs have revoked; lists of unknown CAs are ignored.</param>
    public TrustLists(
        IReadOnlyList<X509Certificate2> trusted,
        IReadOnlyList<X509Certificate2> issuers,
        IReadOnlyList<RevocationList> revocations
    )
    {
        (Trusted, Issuers, Revocations) = (trusted, issuers, revocations);
        _trusted = [.. trusted.Select(Fingerprint)];
        _index = new IssuerIndex([.. issuers, .. trusted]);
    }

    // Unknown clients cause this one: it reads no certificate of the lists again.
    private TrustLists(TrustLists lists, X509Certificate2 also)
    {
        (Trusted, Issuers, Revocations) = ([.. lists.Trusted, also], lists.Issuers, lists.Revocations);
        (_trusted, _index, _also) = (lists._trusted, lists._index, Fingerprint(also));
    }

    /// <summary>Empty lists: no certificate is trusted.</summary>
    public static TrustLists Nobody { get; } = new([], [], []);

    /// <summary>Applications and CAs that are trusted.</summary>
    public IReadOnlyList<X509Certificate2> Trusted { get; }

    /// <summary>CAs that complete chains and are not trusted themselves.</summary>
    public IReadOnlyList<X509Certificate2> Issuers { get; }

    /// <summary>Revocation lists.</summary>
    public IReadOnlyList<RevocationList> Revocations { get; }

    /// <summary>True when exactly this certificate is in the trusted list.</summary>
    public bool Trusts(X509Certificate2 certificate) =>
        Fingerprint(certificate) is var print && (_trusted.Contains(print) || print == _also);

    /// <summary>The certificates of the lists that may be issuers of these, or issuers of their issuers.</summary>
    internal IReadOnlyCollection<X509Certificate2> IssuersOf(IReadOnlyList<X509Certificate2> certificates) => _index.Above(certificates);

    /// <summary>The same lists with one more that is trusted.</summary>
    public TrustLists With(X509Certificate2 trusted) => new(this, trusted);

    // SHA-256, because the comparison decides on trust; the thumbprint is SHA-1.
    private static string Fingerprint(X509Certificate2 certificate) => certificate.GetCertHashString(HashAlgorithmName.SHA256);
}
