using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel.Security.Certificates;

/// <summary>
/// A certificate with its issuers up to a self-signed root. The BCL finds the issuers and checks signatures and constraints;
/// <see cref="CertificateValidation"/> decides on trust, times, usage and revocation, for which the BCL has no OPC UA codes.
/// </summary>
internal sealed class BuiltChain : IDisposable
{
    private readonly X509Chain _chain = new();

    /// <summary>Builds the chain from what the peer sent and what the lists hold.</summary>
    public BuiltChain(IReadOnlyList<X509Certificate2> sent, TrustLists lists, DateTimeOffset now)
    {
        var policy = _chain.ChainPolicy;
        policy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        policy.RevocationMode = X509RevocationMode.NoCheck;
        policy.DisableCertificateDownloads = true; // a certificate must not cause downloads from addresses of its choice
        policy.VerificationTime = now.UtcDateTime;
        foreach (var certificate in (IEnumerable<X509Certificate2>)[.. sent, .. lists.IssuersOf(sent)])
        {
            // Any self-signed certificate may end a chain here; whether it is trusted is decided later.
            if (CertificateNames.IsSelfSigned(certificate))
                policy.CustomTrustStore.Add(certificate);
            else
                policy.ExtraStore.Add(certificate);
        }

        _chain.Build(sent[0]);
        Elements = [.. _chain.ChainElements.Select(e => e.Certificate)];
        foreach (var status in _chain.ChainStatus)
            Faults |= status.Status;
    }

    /// <summary>The leaf first.</summary>
    public IReadOnlyList<X509Certificate2> Elements { get; }

    /// <summary>The status flags of the BCL, not all of which are used.</summary>
    public X509ChainStatusFlags Faults { get; }

    public void Dispose()
    {
        foreach (var element in Elements)
            element.Dispose();
        _chain.Dispose();
    }
}
