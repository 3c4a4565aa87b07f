using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa;

/// <summary>A client's certificate as it came: the leaf, perhaps with its issuers behind it.</summary>
internal sealed class PeerCertificate : IDisposable
{
    /// <summary>Most bytes of a chain, and most certificates in it.</summary>
    private const int MaxBytes = 16 * 1024, MaxCertificates = 5;

    private PeerCertificate(byte[] raw, IReadOnlyList<X509Certificate2> chain, RSA key)
    {
        (Raw, Chain, Key) = (raw, chain, key);
        Leaf = chain[0].RawData;
        Thumbprint = SHA1.HashData(Leaf);
    }

    /// <summary>All bytes as received; what the client signed and expects to be signed.</summary>
    public byte[] Raw { get; }

    public byte[] Leaf { get; }

    public byte[] Thumbprint { get; }

    /// <summary>The leaf first.</summary>
    public IReadOnlyList<X509Certificate2> Chain { get; }

    public RSA Key { get; }

    /// <exception cref="UaException">BadSecurityChecksFailed: not one to five DER certificates with an RSA key of 2048 to 4096 bits in the leaf.</exception>
    public static PeerCertificate Parse(ReadOnlySpan<byte> raw)
    {
        if (raw.Length > MaxBytes)
            throw Invalid($"has {raw.Length} bytes");
        var chain = new List<X509Certificate2>();
        RSA? key = null;
        try
        {
            for (var rest = raw; !rest.IsEmpty;)
            {
                if (chain.Count == MaxCertificates)
                    throw Invalid("has too long a chain");
                var length = DerLength(rest);
                chain.Add(SoundCertificate.Load(rest[..length]));
                rest = rest[length..];
            }

            key = chain.Count == 0 ? null : chain[0].GetRSAPublicKey();
            if (key is null || key.KeySize is < 2048 or > 4096)
                throw Invalid("has no RSA key of 2048 to 4096 bits");
            return new PeerCertificate(raw.ToArray(), chain, key);
        }
        catch (Exception e) when (e is CryptographicException or UaException)
        {
            key?.Dispose();
            chain.ForEach(c => c.Dispose());
            throw e as UaException ?? Invalid("cannot be read");
        }
    }

    public void Dispose()
    {
        Key.Dispose();
        foreach (var certificate in Chain)
            certificate.Dispose();
    }

    private static int DerLength(ReadOnlySpan<byte> der)
    {
        // SEQUENCE with a length of 2 or 3 bytes; no certificate is shorter than 128 bytes or longer than 64 KB.
        var length = der.Length < 5 || der[0] != 0x30 ? 0 : der[1] switch
        {
            0x81 => 3 + der[2],
            0x82 => 4 + BinaryPrimitives.ReadUInt16BigEndian(der[2..]),
            _ => 0,
        };
        return length == 0 || length > der.Length ? throw Invalid("is no DER") : length;
    }

    private static UaException Invalid(string why) => new(StatusCodes.BadSecurityChecksFailed, $"The client's certificate {why}.");
}
