using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel.Security.Certificates;

/// <summary>
/// The algorithm by which a certificate or a revocation list is signed: RSA (PKCS #1 or PSS) or ECDSA, with SHA-256 or longer. SHA-1 and MD5 are not supported,
/// so that what they signed is not accepted.
/// </summary>
/// <param name="Padding">RSA's padding; null: ECDSA.</param>
internal sealed record SignatureAlgorithm(HashAlgorithmName Hash, RSASignaturePadding? Padding)
{
    private const string Pss = "1.2.840.113549.1.1.10";

    /// <summary>Reads an AlgorithmIdentifier; null: none that is accepted.</summary>
    /// <exception cref="AsnContentException">It is malformed.</exception>
    public static SignatureAlgorithm? Read(AsnReader identifier)
    {
        var oid = identifier.ReadObjectIdentifier();
        return oid switch
        {
            "1.2.840.113549.1.1.11" => new(HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1),
            "1.2.840.113549.1.1.12" => new(HashAlgorithmName.SHA384, RSASignaturePadding.Pkcs1),
            "1.2.840.113549.1.1.13" => new(HashAlgorithmName.SHA512, RSASignaturePadding.Pkcs1),
            "1.2.840.10045.4.3.2" => new(HashAlgorithmName.SHA256, null),
            "1.2.840.10045.4.3.3" => new(HashAlgorithmName.SHA384, null),
            "1.2.840.10045.4.3.4" => new(HashAlgorithmName.SHA512, null),
            Pss when PssHash(identifier) is { } hash => new(hash, RSASignaturePadding.Pss),
            _ => null,
        };
    }

    /// <summary>The algorithm that signed a certificate; null: none that is accepted.</summary>
    public static SignatureAlgorithm? For(X509Certificate2 certificate)
    {
        try
        {
            var outer = new AsnReader(certificate.RawDataMemory, AsnEncodingRules.DER).ReadSequence();
            outer.ReadEncodedValue();
            return Read(outer.ReadSequence());
        }
        catch (AsnContentException)
        {
            return null;
        }
    }

    /// <summary>True when the signature was made with the signer's key.</summary>
    public bool Verify(X509Certificate2 signer, ReadOnlySpan<byte> data, ReadOnlySpan<byte> signature)
    {
        if (Padding is not null)
        {
            using var rsa = signer.GetRSAPublicKey();
            return rsa is not null && rsa.VerifyData(data, signature, Hash, Padding);
        }

        using var ecdsa = signer.GetECDsaPublicKey();
        return ecdsa is not null && ecdsa.VerifyData(data, signature, Hash, DSASignatureFormat.Rfc3279DerSequence);
    }

    // RSASSA-PSS-params (RFC 4055, 3.1): hashAlgorithm [0] defaults to SHA-1, which is why it must be there.
    private static HashAlgorithmName? PssHash(AsnReader identifier)
    {
        var first = new Asn1Tag(TagClass.ContextSpecific, 0);
        if (!identifier.HasData || identifier.PeekTag() != Asn1Tag.Sequence)
            return null;
        var parameters = identifier.ReadSequence();
        if (!parameters.HasData || !parameters.PeekTag().HasSameClassAndValue(first))
            return null;
        return parameters.ReadSequence(first).ReadSequence().ReadObjectIdentifier() switch
        {
            "2.16.840.1.101.3.4.2.1" => HashAlgorithmName.SHA256,
            "2.16.840.1.101.3.4.2.2" => HashAlgorithmName.SHA384,
            "2.16.840.1.101.3.4.2.3" => HashAlgorithmName.SHA512,
            _ => null,
        };
    }
}
