using System.Net;
using System.Security.Cryptography;

namespace S7OpcBridge.S7Plus.Transport;

/// <summary>A connection that has TLS and a trusted certificate, and no session yet.</summary>
internal sealed class OpenPlusLink : IAsyncDisposable
{
    private readonly CotpDuplex _cotp;
    private readonly WireLogDuplex? _wireLog;
    private readonly byte[] _exporterSecret;

    public OpenPlusLink(string host, EndPoint remote, CotpDuplex cotp, PlusDuplex duplex, byte[] exporterSecret, S7PlusCertificate certificate)
    {
        Host = host;
        RemoteEndPoint = remote;
        _cotp = cotp;
        Duplex = duplex;
        _wireLog = duplex as WireLogDuplex;
        _exporterSecret = exporterSecret;
        Certificate = certificate;
    }

    /// <summary>The host that was called.</summary>
    public string Host { get; }

    /// <summary>Its address.</summary>
    public EndPoint RemoteEndPoint { get; }

    /// <summary>The stream.</summary>
    public PlusDuplex Duplex { get; }

    /// <summary>The exported secret of the TLS connection, 32 bytes, which passwords are encrypted with. Zeros after <see cref="ForgetSecret"/>.</summary>
    public ReadOnlySpan<byte> ExporterSecret => _exporterSecret;

    /// <summary>What the CPU showed.</summary>
    public S7PlusCertificate Certificate { get; }

    /// <summary>How far the connection has come, for the errors of the stream.</summary>
    public S7PlusStage Stage
    {
        get => _cotp.Stage;
        set => _cotp.Stage = value;
    }

    /// <summary>While true, the wire log shows lengths and no bytes.</summary>
    public bool Withhold
    {
        set
        {
            if (_wireLog is not null)
                _wireLog.Withhold = value;
        }
    }

    /// <summary>Wipes the exported secret, which nothing needs after the password.</summary>
    public void ForgetSecret() => CryptographicOperations.ZeroMemory(_exporterSecret);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        ForgetSecret();
        return Duplex.DisposeAsync();
    }
}
