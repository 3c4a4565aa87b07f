namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>How client and server come to the keys of a channel.</summary>
internal enum KeyExchange : byte
{
    /// <summary>There are none.</summary>
    None,

    /// <summary>From two random nonces that were encrypted with RSA, by P_SHA256 (OPC 10000-6, 6.7.5).</summary>
    Nonces,

    /// <summary>By ECDH with ephemeral keys on the curve of the certificates, and HKDF (OPC 10000-6, 6.8.1).</summary>
    Curve,

    /// <summary>By Diffie-Hellman with ephemeral keys in the group ffdhe3072, and HKDF; the certificates have RSA keys.</summary>
    FiniteField,
}
