using Org.BouncyCastle.Tls;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>The TLS parameters of S7CommPlus.</summary>
internal static class TlsParameters
{
    /// <summary>The label of the exported secret for passwords (RFC 8446 section 7.5).</summary>
    public const string ExporterLabel = "EXPERIMENTAL_OMS";

    /// <summary>Length of the exported secret, in bytes.</summary>
    public const int ExporterLength = 32;

    /// <summary>Only TLS 1.3: CPUs reset clients that offer only 1.2, and the new form of passwords needs the exporter of 1.3.</summary>
    public static ProtocolVersion[] Versions { get; } = ProtocolVersion.TLSv13.Only();

    /// <summary>Only AES-GCM: its fixed <see cref="AesGcmRecords.Growth"/> is needed to compute the size of a TPDU.</summary>
    public static int[] CipherSuites { get; } = [CipherSuite.TLS_AES_256_GCM_SHA384, CipherSuite.TLS_AES_128_GCM_SHA256];

    /// <summary>The name of a cipher suite in the registry of IANA.</summary>
    public static string NameOf(int suite) =>
        suite switch
        {
            CipherSuite.TLS_AES_256_GCM_SHA384 => nameof(CipherSuite.TLS_AES_256_GCM_SHA384),
            CipherSuite.TLS_AES_128_GCM_SHA256 => nameof(CipherSuite.TLS_AES_128_GCM_SHA256),
            _ => $"0x{suite:X4}",
        };

    /// <summary>X25519 first, and the only one with a key share: CPUs reset hellos without it, and hellos larger than a TPDU.</summary>
    public static int[] Groups { get; } = [NamedGroup.x25519, NamedGroup.secp256r1, NamedGroup.secp384r1];
}
