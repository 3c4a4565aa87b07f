namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>How chunks, and secrets of users, are secured.</summary>
internal enum ChunkAlgorithm : byte
{
    /// <summary>Not at all.</summary>
    None,

    /// <summary>An HMAC, and AES-CBC with padding.</summary>
    AesCbc,

    /// <summary>AES-GCM, which encrypts and authenticates at once.</summary>
    AesGcm,

    /// <summary>ChaCha20-Poly1305, which does so without AES.</summary>
    ChaCha20Poly1305,
}
