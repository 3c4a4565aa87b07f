using System.Net;
using System.Security.Cryptography;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Opening;

/// <summary>A connection with TLS and a trusted certificate, but without a session.</summary>
internal sealed class OpenPlusLink : IAsyncDisposable
{
    private readonly CotpDuplex _cotp;
    private readonly WireLogDuplex? _wireLog;
    private readonly byte[] _exporterSecret;

    public OpenPlusLink(string host, EndPoint remote, CotpDuplex cotp, PlusDuplex duplex, TlsEngine tls, S7PlusCertificate certificate)
    {
        Host = host;
        RemoteEndPoint = remote;
        _cotp = cotp;
        Duplex = duplex;
        _wireLog = duplex as WireLogDuplex;
        _exporterSecret = tls.ExporterSecret;
        Security = new S7PlusSecurity(tls.Version, tls.CipherSuite, S7PlusLegitimation.NotNeeded);
        Certificate = certificate;
    }

    /// <summary>The host as in the options.</summary>
    public string Host { get; }

    /// <summary>Its address.</summary>
    public EndPoint RemoteEndPoint { get; }

    /// <summary>The stream.</summary>
    public PlusDuplex Duplex { get; }

    /// <summary>The exported secret of the TLS connection, 32 bytes, for encrypting passwords. Zeros after <see cref="ForgetSecret"/>.</summary>
    public ReadOnlySpan<byte> ExporterSecret => _exporterSecret;

    /// <summary>The certificate of the CPU.</summary>
    public S7PlusCertificate Certificate { get; }

    /// <summary>TLS of the connection.</summary>
    public S7PlusSecurity Security { get; }

    /// <summary>The stage of the connection, for errors of the stream.</summary>
    public S7PlusStage Stage
    {
        get => _cotp.Stage;
        set => _cotp.Stage = value;
    }

    /// <summary>While true, the wire log contains lengths but no bytes.</summary>
    public bool Withhold
    {
        set
        {
            if (_wireLog is not null)
                _wireLog.Withhold = value;
        }
    }

    /// <summary>Wipes the exported secret, which is not needed after the password.</summary>
    public void ForgetSecret() => CryptographicOperations.ZeroMemory(_exporterSecret);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        ForgetSecret();
        return Duplex.DisposeAsync();
    }
}
