using Org.BouncyCastle.Tls.Crypto;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>Writes the secrets of a TLS connection as NSS key log lines, so that a test or Wireshark can decrypt a capture. Never used by the bridge itself.</summary>
/// <param name="line">Receives each line.</param>
internal sealed class TlsKeyLog(Action<string> line)
{
    /// <summary>Writes one secret.</summary>
    /// <param name="label">For example CLIENT_TRAFFIC_SECRET_0.</param>
    /// <param name="clientRandom">The 32 bytes by which a reader finds the connection.</param>
    /// <param name="secret">Left as it is.</param>
    public void Add(string label, ReadOnlySpan<byte> clientRandom, TlsSecret secret)
    {
        var bytes = secret.Encrypt(Copy.Instance);
        line($"{label} {Convert.ToHexStringLower(clientRandom)} {Convert.ToHexStringLower(bytes)}");
    }

    // The only public door of a TlsSecret that shows its bytes and does not wipe them.
    private sealed class Copy : TlsEncryptor
    {
        public static readonly Copy Instance = new();

        public byte[] Encrypt(byte[] input, int inOff, int length) => input.AsSpan(inOff, length).ToArray();
    }
}
