using Org.BouncyCastle.Tls.Crypto;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>
/// Writes the secrets of a TLS connection as NSS key log lines, so that a test or Wireshark can decrypt a capture. Not used by the bridge itself.
/// </summary>
/// <param name="line">Receives each line.</param>
internal sealed class TlsKeyLog(Action<string> line)
{
    /// <summary>Writes one secret.</summary>
    /// <param name="label">For example CLIENT_TRAFFIC_SECRET_0.</param>
    /// <param name="clientRandom">The 32 bytes that identify the connection.</param>
    /// <param name="secret">The secret; it is not changed.</param>
    public void Add(string label, ReadOnlySpan<byte> clientRandom, TlsSecret secret)
    {
        var bytes = secret.Encrypt(Copy.Instance);
        line($"{label} {Convert.ToHexStringLower(clientRandom)} {Convert.ToHexStringLower(bytes)}");
    }

    // The only public method of TlsSecret that returns its bytes without wiping them.
    private sealed class Copy : TlsEncryptor
    {
        public static readonly Copy Instance = new();

        public byte[] Encrypt(byte[] input, int inOff, int length) => input.AsSpan(inOff, length).ToArray();
    }
}
