using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Channel.Security.Certificates;

/// <summary>The certificate of the other side as received: the leaf, perhaps followed by its issuers.</summary>
internal sealed class PeerCertificate : IDisposable
{
    /// <summary>Most bytes of a chain, and most certificates in it.</summary>
    private const int MaxBytes = 16 * 1024,
        MaxCertificates = 5;

    private readonly RSA? _rsa;

    private PeerCertificate(byte[] raw, IReadOnlyList<X509Certificate2> chain, CertificateKind kind)
    {
        (Raw, Chain, Kind) = (raw, chain, kind);
        (_rsa, Curve) = kind == CertificateKind.Rsa ? (chain[0].GetRSAPublicKey(), null) : ((RSA?)null, chain[0].GetECDsaPublicKey());
        Leaf = chain[0].RawData;
        Thumbprint = SHA1.HashData(Leaf);
    }

    /// <summary>All bytes as received.</summary>
    public byte[] Raw { get; }

    public byte[] Leaf { get; }

    public byte[] Thumbprint { get; }

    /// <summary>The leaf first.</summary>
    public IReadOnlyList<X509Certificate2> Chain { get; }

    /// <summary>Kind of its key.</summary>
    public CertificateKind Kind { get; }

    /// <summary>Bytes of a signature by its key.</summary>
    public int SignatureSize => CertificateKinds.SignatureSizeOf(Kind, _rsa);

    public RSA Key => _rsa ?? throw new UaException(StatusCodes.BadSecurityChecksFailed, "The client's certificate has no RSA key.");

    /// <summary>The key of a certificate of an elliptic curve; null: RSA.</summary>
    public ECDsa? Curve { get; }

    /// <exception cref="UaException">
    /// BadSecurityChecksFailed: not one to five DER certificates with an RSA key of 2048 to 4096 bits, or one of a NIST or brainpool curve of 256 or
    /// 384 bits, in the leaf.
    /// </exception>
    public static PeerCertificate Parse(ReadOnlySpan<byte> raw)
    {
        if (raw.Length > MaxBytes)
            throw Invalid($"has {raw.Length} bytes");
        var chain = new List<X509Certificate2>();
        try
        {
            for (var rest = raw; !rest.IsEmpty; )
            {
                if (chain.Count == MaxCertificates)
                    throw Invalid("has too long a chain");
                var length = DerLength(rest);
                chain.Add(WellFormedCertificate.Load(rest[..length]));
                rest = rest[length..];
            }

            if (chain.Count == 0 || CertificateKinds.KindOf(chain[0]) is not { } kind)
                throw Invalid("has no RSA key of 2048 to 4096 bits, and none of a NIST or brainpool curve of 256 or 384 bits");
            return new PeerCertificate(raw.ToArray(), chain, kind);
        }
        catch (Exception e) when (e is CryptographicException or UaException)
        {
            chain.ForEach(c => c.Dispose());
            throw e as UaException ?? Invalid("cannot be read");
        }
    }

    /// <summary>True if this is the same leaf, alone or followed by certificates: nothing but certificates may follow it.</summary>
    public bool IsSame(ReadOnlySpan<byte> sent)
    {
        if (!sent.StartsWith(Leaf))
            return false;
        if (sent.Length == Leaf.Length || sent.SequenceEqual(Raw))
            return true;
        try
        {
            using var parsed = Parse(sent);
            return true;
        }
        catch (UaException)
        {
            return false;
        }
    }

    /// <summary>Subject and thumbprint for messages; null: it cannot be read.</summary>
    public static string? NameOf(ReadOnlySpan<byte> raw)
    {
        try
        {
            using var leaf = raw.IsEmpty ? null : X509CertificateLoader.LoadCertificate(raw[..DerLength(raw)]);
            return leaf is null ? null : $"'{Printable.From(leaf.Subject)}' ({leaf.Thumbprint})";
        }
        catch (Exception e) when (e is CryptographicException or UaException)
        {
            return null;
        }
    }

    public void Dispose()
    {
        _rsa?.Dispose();
        Curve?.Dispose();
        foreach (var certificate in Chain)
            certificate.Dispose();
    }

    private static int DerLength(ReadOnlySpan<byte> der)
    {
        // SEQUENCE with a length of 2 or 3 bytes; no certificate is shorter than 128 bytes or longer than 64 KB.
        var length =
            der.Length < 5 || der[0] != 0x30
                ? 0
                : der[1] switch
                {
                    0x81 => 3 + der[2],
                    0x82 => 4 + BinaryPrimitives.ReadUInt16BigEndian(der[2..]),
                    _ => 0,
                };
        return length == 0 || length > der.Length ? throw Invalid("is no DER") : length;
    }

    private static UaException Invalid(string why) => new(StatusCodes.BadSecurityChecksFailed, $"The client's certificate {why}.");
}
