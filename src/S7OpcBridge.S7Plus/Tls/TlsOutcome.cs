using Org.BouncyCastle.Tls;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>The state of one side of a TLS connection.</summary>
internal sealed class TlsOutcome
{
    /// <summary>True once the handshake is done.</summary>
    public bool IsComplete { get; private set; }

    /// <summary>The exported secret of 32 bytes; empty before the handshake is done.</summary>
    public byte[] ExporterSecret { get; private set; } = [];

    /// <summary>The version of TLS; empty before the handshake is done.</summary>
    public string Version { get; private set; } = "";

    /// <summary>The name of the cipher suite (RFC 8446 appendix B.4); empty before the handshake is done.</summary>
    public string CipherSuite { get; private set; } = "";

    /// <summary>The alert with which the other side ended the connection (RFC 8446 section 6.2); null: none.</summary>
    public short? AlertReceived { get; private set; }

    /// <summary>Called when the handshake is done: exports the secret while it is available.</summary>
    public void Complete(TlsContext context, PlusTlsCrypto crypto)
    {
        ExporterSecret = context.ExportKeyingMaterial(TlsParameters.ExporterLabel, null, TlsParameters.ExporterLength);
        crypto.LogExporter(context.SecurityParameters);
        Version = context.SecurityParameters.NegotiatedVersion.Equals(ProtocolVersion.TLSv13)
            ? "1.3"
            : context.SecurityParameters.NegotiatedVersion.Name;
        CipherSuite = TlsParameters.NameOf(context.SecurityParameters.CipherSuite);
        IsComplete = true;
    }

    /// <summary>Called when the peer has sent an alert.</summary>
    public void Alerted(short description)
    {
        if (description != AlertDescription.close_notify)
            AlertReceived = description;
    }
}
