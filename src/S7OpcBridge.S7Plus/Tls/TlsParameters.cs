using Org.BouncyCastle.Tls;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>What both sides of S7CommPlus over TLS speak.</summary>
internal static class TlsParameters
{
    /// <summary>The label of the exported secret that passwords are encrypted with (RFC 8446 section 7.5).</summary>
    public const string ExporterLabel = "EXPERIMENTAL_OMS";

    /// <summary>Length of the exported secret, in bytes.</summary>
    public const int ExporterLength = 32;

    /// <summary>TLS 1.3 alone: CPUs reset a client that offers 1.2 alone, and the new form of passwords needs the exporter of 1.3.</summary>
    public static ProtocolVersion[] Versions { get; } = ProtocolVersion.TLSv13.Only();

    /// <summary>AES-GCM alone: a record grows by a fixed <see cref="AesGcmRecords.Growth"/>, which the size of a TPDU is reckoned with.</summary>
    public static int[] CipherSuites { get; } = [CipherSuite.TLS_AES_256_GCM_SHA384, CipherSuite.TLS_AES_128_GCM_SHA256];

    /// <summary>X25519 first, and alone with a key share: CPUs reset hellos without it, and hellos that outgrow a TPDU.</summary>
    public static int[] Groups { get; } = [NamedGroup.x25519, NamedGroup.secp256r1, NamedGroup.secp384r1];
}
