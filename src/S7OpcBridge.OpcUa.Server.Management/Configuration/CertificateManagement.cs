using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>
/// The stores behind the ServerConfiguration object (push management, OPC 10000-12, 7.10). The stack does the protocol, permissions and
/// checks; the application keeps certificates and keys. Members are called one at a time, except <see cref="ReadTrust"/> and
/// <see cref="TrustChanged"/>, which may be called by any thread. A <see cref="UaException"/> gives the call its status; an <see cref="IOException"/> or
/// <see cref="UnauthorizedAccessException"/> is BadResourceUnavailable.
/// </summary>
public sealed record CertificateManagement
{
    /// <summary>Most bytes of a trust list in its encoding; advertised.</summary>
    public int MaxTrustListSize { get; init; } = 1024 * 1024;

    /// <summary>The trust list as it is.</summary>
    public required Func<TrustListContent> ReadTrust { get; init; }

    /// <summary>When it was last changed.</summary>
    public required Func<DateTimeOffset> TrustChanged { get; init; }

    /// <summary>Replaces the lists in <see cref="TrustListContent.Parts"/>. Their content has been checked to be certificates and revocation lists.</summary>
    public required Action<TrustListContent> WriteTrust { get; init; }

    /// <summary>Certificates of clients that were rejected, the last one first.</summary>
    public required Func<IReadOnlyList<X509Certificate2>> ReadRejected { get; init; }

    /// <summary>
    /// Makes a certificate request (PKCS #10, DER) with the names of this application. Subject null: that of the present certificate. A new key is kept until
    /// a certificate for it is installed.
    /// </summary>
    public required Func<X500DistinguishedName?, bool, byte[]> CreateSigningRequest { get; init; }

    /// <summary>The certificate with its private key; null: the application has no key for it.</summary>
    public required Func<X509Certificate2, X509Certificate2?> FindKey { get; init; }

    /// <summary>Installs a new application certificate with its key and issuers, for this and all later runs.</summary>
    public required Action<OwnCertificate> Install { get; init; }
}
