using Org.BouncyCastle.Tls;
using Org.BouncyCastle.Tls.Crypto;
using Org.BouncyCastle.Tls.Crypto.Impl.BC;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>The CPU's side of a TLS connection, for soft PLCs and tests.</summary>
internal sealed class PlusTlsServer(PlusTlsCrypto crypto, TlsIdentity identity) : AbstractTlsServer(crypto), IPlusTlsPeer
{
    /// <inheritdoc/>
    public bool IsComplete { get; private set; }

    /// <inheritdoc/>
    public byte[] ExporterSecret { get; private set; } = [];

    /// <inheritdoc/>
    public short? AlertReceived { get; private set; }

    /// <inheritdoc/>
    public override TlsCredentials GetCredentials()
    {
        var certificate = new Certificate([], [new CertificateEntry(new BcTlsCertificate(crypto, identity.Certificate), null)]);
        var scheme = SignatureScheme.GetSignatureAndHashAlgorithm(SignatureScheme.ecdsa_secp256r1_sha256);
        return new BcDefaultTlsCredentialedSigner(new TlsCryptoParameters(m_context), crypto, identity.Key, certificate, scheme);
    }

    /// <inheritdoc/>
    public override int[] GetSupportedGroups() => TlsOffer.Groups;

    /// <inheritdoc/>
    public override void NotifyHandshakeComplete()
    {
        base.NotifyHandshakeComplete();
        ExporterSecret = m_context.ExportKeyingMaterial(TlsOffer.ExporterLabel, null, TlsOffer.ExporterLength);
        crypto.LogExporter(m_context.SecurityParameters);
        IsComplete = true;
    }

    /// <inheritdoc/>
    public override void NotifyAlertReceived(short alertLevel, short alertDescription)
    {
        if (alertDescription != AlertDescription.close_notify)
            AlertReceived = alertDescription;
    }

    /// <inheritdoc/>
    public override bool RequiresCloseNotify() => false;

    /// <inheritdoc/>
    protected override ProtocolVersion[] GetSupportedVersions() => TlsOffer.Versions;

    /// <inheritdoc/>
    protected override int[] GetSupportedCipherSuites() => TlsOffer.CipherSuites;
}
