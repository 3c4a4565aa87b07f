using Org.BouncyCastle.Tls;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>Our side of a TLS connection to a CPU. Takes any certificate whose key the peer proves to have; trust is decided before the first byte is sent.</summary>
internal sealed class PlusTlsClient(PlusTlsCrypto crypto) : AbstractTlsClient(crypto)
{
    /// <summary>What has become of it.</summary>
    public TlsOutcome Outcome { get; } = new();

    /// <summary>The certificate of the CPU and those that it sent along, in DER.</summary>
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

    // TCP's end is an end too: CPUs are not known to send close_notify.
    /// <inheritdoc/>
    public override bool RequiresCloseNotify() => false;

    // Trust is decided by whom the user asked, not by the algorithms of a CA.
    /// <inheritdoc/>
    public override bool ShouldCheckSigAlgOfPeerCerts() => false;

    /// <inheritdoc/>
    protected override ProtocolVersion[] GetSupportedVersions() => TlsParameters.Versions;

    /// <inheritdoc/>
    protected override int[] GetSupportedCipherSuites() => TlsParameters.CipherSuites;

    /// <inheritdoc/>
    protected override IList<int> GetSupportedGroups(IList<int> namedGroupRoles) => [.. TlsParameters.Groups];

    // No OCSP: a CPU does not staple, and the hello stays short.
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
