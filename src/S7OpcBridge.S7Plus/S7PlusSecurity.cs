namespace S7OpcBridge.S7Plus;

/// <summary>How a connection is protected. Immutable.</summary>
/// <param name="TlsVersion">Version of TLS: 1.3.</param>
/// <param name="CipherSuite">Its cipher suite by the name of the IANA registry, for example TLS_AES_256_GCM_SHA384.</param>
/// <param name="Legitimation">Whether the CPU asked for a password.</param>
public sealed record S7PlusSecurity(string TlsVersion, string CipherSuite, S7PlusLegitimation Legitimation);

/// <summary>Whether a CPU asked for a password, and in which form it was sent.</summary>
public enum S7PlusLegitimation : byte
{
    /// <summary>No password was needed.</summary>
    NotNeeded,

    /// <summary>The CPU accepted a password in the form of S7-1500 below firmware 3.1 and S7-1200 below 4.7 (SHA-1 and challenge).</summary>
    OldForm,

    /// <summary>The CPU accepted a password in the form of later firmware (encrypted with a key from the TLS connection).</summary>
    NewForm,
}
