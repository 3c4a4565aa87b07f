using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// A CA's certificate revocation list (RFC 5280, 5): <c>SEQUENCE { tbsCertList, signatureAlgorithm, signature }</c>. The BCL builds such lists but reads none.
/// Delta lists and lists for a part of a CA's certificates are refused, because a certificate that is not in them may still be revoked.
/// </summary>
public sealed class RevocationList
{
    private static readonly Asn1Tag Extensions = new(TagClass.ContextSpecific, 0);

    private readonly ReadOnlyMemory<byte> _signed;
    private readonly byte[] _issuer,
        _signature;
    private readonly SignatureAlgorithm _algorithm;
    private readonly HashSet<string> _serials = [];

    private RevocationList(byte[] der)
    {
        var outer = new AsnReader(der, AsnEncodingRules.DER).ReadSequence();
        _signed = outer.PeekEncodedValue();
        var list = outer.ReadSequence();
        _algorithm =
            SignatureAlgorithm.Read(outer.ReadSequence())
            ?? throw new CryptographicException("is signed by an algorithm that is not accepted");
        _signature = outer.ReadBitString(out _);

        if (list.PeekTag() == Asn1Tag.Integer)
            list.ReadInteger(); // version
        list.ReadEncodedValue(); // the algorithm once more
        _issuer = list.ReadEncodedValue().ToArray();
        ThisUpdate = ReadTime(list);
        if (list.HasData && IsTime(list.PeekTag()))
            NextUpdate = ReadTime(list);
        if (list.HasData && list.PeekTag() == Asn1Tag.Sequence)
            ReadEntries(list.ReadSequence());
        if (list.HasData && list.PeekTag().HasSameClassAndValue(Extensions))
            RefuseCritical(list.ReadSequence(Extensions).ReadSequence());
        Raw = der;
    }

    /// <summary>The DER encoding.</summary>
    public ReadOnlyMemory<byte> Raw { get; }

    /// <summary>Who issued the list.</summary>
    public X500DistinguishedName Issuer => new(_issuer);

    /// <summary>When it was made.</summary>
    internal DateTimeOffset ThisUpdate { get; }

    /// <summary>When the next one is due; null: not given.</summary>
    public DateTimeOffset? NextUpdate { get; }

    /// <summary>Certificates revoked.</summary>
    public int Count => _serials.Count;

    /// <summary>Reads a list.</summary>
    /// <exception cref="CryptographicException">It is not a list, or not a usable one; the message goes on after "The revocation list …".</exception>
    public static RevocationList Read(byte[] der)
    {
        try
        {
            return new RevocationList(der);
        }
        catch (AsnContentException e)
        {
            throw new CryptographicException("cannot be read", e);
        }
    }

    /// <summary>True when this CA issued the list, by name and signature.</summary>
    internal bool IsIssuedBy(X509Certificate2 ca) =>
        ca.SubjectName.RawData.AsSpan().SequenceEqual(_issuer) && _algorithm.Verify(ca, _signed.Span, _signature);

    /// <summary>True when the certificate's serial number is in the list. The caller checks that the list is from its issuer.</summary>
    internal bool Revokes(X509Certificate2 certificate) => _serials.Contains(Convert.ToHexString(certificate.SerialNumberBytes.Span));

    private void ReadEntries(AsnReader entries)
    {
        while (entries.HasData)
        {
            var entry = entries.ReadSequence();
            _serials.Add(Convert.ToHexString(entry.ReadIntegerBytes().Span));
            ReadTime(entry);
            if (entry.HasData)
                RefuseCritical(entry.ReadSequence());
        }
    }

    private static void RefuseCritical(AsnReader extensions)
    {
        while (extensions.HasData)
        {
            var extension = extensions.ReadSequence();
            var oid = extension.ReadObjectIdentifier();
            if (extension.PeekTag() == Asn1Tag.Boolean && extension.ReadBoolean())
                throw new CryptographicException(
                    $"has the critical extension {oid}: it is a delta or covers only a part; use the CA's complete list"
                );
        }
    }

    private static bool IsTime(Asn1Tag tag) => tag == Asn1Tag.UtcTime || tag == Asn1Tag.GeneralizedTime;

    private static DateTimeOffset ReadTime(AsnReader reader) =>
        reader.PeekTag() == Asn1Tag.UtcTime ? reader.ReadUtcTime() : reader.ReadGeneralizedTime();
}
