using Org.BouncyCastle.Tls;
using Org.BouncyCastle.Tls.Crypto;
using Org.BouncyCastle.Tls.Crypto.Impl.BC;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>The server side of a TLS connection, for soft PLCs and tests.</summary>
internal sealed class PlusTlsServer(PlusTlsCrypto crypto, TlsIdentity identity) : AbstractTlsServer(crypto)
{
    /// <summary>The state of the connection.</summary>
    public TlsOutcome Outcome { get; } = new();

    /// <inheritdoc/>
    public override TlsCredentials GetCredentials()
    {
        var certificate = new Certificate([], [new CertificateEntry(new BcTlsCertificate(crypto, identity.Certificate), null)]);
        var scheme = SignatureScheme.GetSignatureAndHashAlgorithm(SignatureScheme.ecdsa_secp256r1_sha256);
        return new BcDefaultTlsCredentialedSigner(new TlsCryptoParameters(m_context), crypto, identity.Key, certificate, scheme);
    }

    /// <inheritdoc/>
    public override int[] GetSupportedGroups() => TlsParameters.Groups;

    /// <inheritdoc/>
    public override void NotifyHandshakeComplete()
    {
        base.NotifyHandshakeComplete();
        Outcome.Complete(m_context, crypto);
    }

    /// <inheritdoc/>
    public override void NotifyAlertReceived(short alertLevel, short alertDescription) => Outcome.Alerted(alertDescription);

    /// <inheritdoc/>
    public override bool RequiresCloseNotify() => false;

    /// <inheritdoc/>
    protected override ProtocolVersion[] GetSupportedVersions() => TlsParameters.Versions;

    /// <inheritdoc/>
    protected override int[] GetSupportedCipherSuites() => TlsParameters.CipherSuites;
}
