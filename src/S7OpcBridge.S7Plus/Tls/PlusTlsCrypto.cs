using Org.BouncyCastle.Security;
using Org.BouncyCastle.Tls;
using Org.BouncyCastle.Tls.Crypto;
using Org.BouncyCastle.Tls.Crypto.Impl.BC;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>The primitives of one TLS connection: those of BouncyCastle, except for records, which use the runtime's AES.</summary>
internal sealed class PlusTlsCrypto(TlsKeyLog? log) : BcTlsCrypto(new SecureRandom())
{
    // TLS 1.3 creates one cipher for the handshake and one for the data.
    private int _made;

    /// <inheritdoc/>
    public override TlsCipher CreateCipher(TlsCryptoParameters cryptoParams, int encryptionAlgorithm, int macAlgorithm)
    {
        Log(cryptoParams.SecurityParameters, ++_made);
        return encryptionAlgorithm switch
        {
            EncryptionAlgorithm.AES_128_GCM => new AesGcmRecords(cryptoParams, 16),
            EncryptionAlgorithm.AES_256_GCM => new AesGcmRecords(cryptoParams, 32),
            _ => throw new TlsFatalAlert(AlertDescription.handshake_failure),
        };
    }

    /// <summary>Logs the secret behind the exporter, once the handshake is complete.</summary>
    public void LogExporter(SecurityParameters parameters) =>
        log?.Add("EXPORTER_SECRET", parameters.ClientRandom, parameters.ExporterMasterSecret);

    private void Log(SecurityParameters parameters, int cipher)
    {
        if (log is null)
            return;
        log.Add(
            cipher == 1 ? "CLIENT_HANDSHAKE_TRAFFIC_SECRET" : "CLIENT_TRAFFIC_SECRET_0",
            parameters.ClientRandom,
            parameters.TrafficSecretClient
        );
        log.Add(
            cipher == 1 ? "SERVER_HANDSHAKE_TRAFFIC_SECRET" : "SERVER_TRAFFIC_SECRET_0",
            parameters.ClientRandom,
            parameters.TrafficSecretServer
        );
    }
}
