namespace S7OpcBridge.S7Plus.Tls;

/// <summary>What both sides of a TLS connection know of it.</summary>
internal interface IPlusTlsPeer
{
    /// <summary>True once the handshake is done.</summary>
    bool IsComplete { get; }

    /// <summary>The exported secret of 32 bytes; empty before the handshake is done.</summary>
    byte[] ExporterSecret { get; }

    /// <summary>The alert with which the other side ended the connection (RFC 8446 section 6.2); null: none.</summary>
    short? AlertReceived { get; }
}
