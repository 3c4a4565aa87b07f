using Org.BouncyCastle.Tls;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>
/// The client side of a TLS connection to a CPU. Accepts any certificate whose private key the peer has; trust is decided before the first byte is sent.
/// </summary>
internal sealed class PlusTlsClient(PlusTlsCrypto crypto) : AbstractTlsClient(crypto)
{
    /// <summary>The state of the connection.</summary>
    public TlsOutcome Outcome { get; } = new();

    /// <summary>The certificates that the CPU sent, its own first, in DER.</summary>
    public IReadOnlyList<byte[]> Certificates { get; private set; } = [];

    /// <inheritdoc/>
    public override TlsAuthentication GetAuthentication() => new Authentication(this);

    /// <inheritdoc/>
    public override void NotifyHandshakeComplete()
    {
        base.NotifyHandshakeComplete();
        Outcome.Complete(m_context, crypto);
    }

    /// <inheritdoc/>
    public override void NotifyAlertReceived(short alertLevel, short alertDescription) => Outcome.Alerted(alertDescription);

    // The end of TCP is accepted as the end, because CPUs are not known to send close_notify.
    /// <inheritdoc/>
    public override bool RequiresCloseNotify() => false;

    // Trust is decided by the certificate check and not by signature algorithms.
    /// <inheritdoc/>
    public override bool ShouldCheckSigAlgOfPeerCerts() => false;

    /// <inheritdoc/>
    protected override ProtocolVersion[] GetSupportedVersions() => TlsParameters.Versions;

    /// <inheritdoc/>
    protected override int[] GetSupportedCipherSuites() => TlsParameters.CipherSuites;

    /// <inheritdoc/>
    protected override IList<int> GetSupportedGroups(IList<int> namedGroupRoles) => [.. TlsParameters.Groups];

    // No OCSP: CPUs do not staple, and the ClientHello stays short.
    /// <inheritdoc/>
    protected override CertificateStatusRequest? GetCertificateStatusRequest() => null;

    private sealed class Authentication(PlusTlsClient client) : TlsAuthentication
    {
        public void NotifyServerCertificate(TlsServerCertificate serverCertificate)
        {
            var chain = serverCertificate.Certificate.GetCertificateList();
            if (chain.Length == 0)
                throw new TlsFatalAlert(AlertDescription.bad_certificate);
            client.Certificates = Array.ConvertAll(chain, certificate => certificate.GetEncoded());
        }

        public TlsCredentials? GetClientCredentials(CertificateRequest certificateRequest) => null;
    }
}
