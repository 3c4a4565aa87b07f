using System.Formats.Asn1;
using System.Security.Cryptography;
using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>Certificates and revocation lists as an attacker would send them: parsers answer with their own error or not at all.</summary>
[CancelAfter(60_000)]
internal sealed class HostileCertificateTests
{
    private static readonly DateTimeOffset Now = new(2026, 6, 1, 12, 0, 0, TimeSpan.Zero);
    private static readonly UaTestAuthority Root = UaTestAuthority.Root("Root", Now);
    private static readonly byte[] Certificate = Root.Issue("client", Now).RawData;
    private static readonly byte[] List = Root.RevocationList(Now, Root.Issue("revoked", Now));

    [FsCheck.NUnit.Property(MaxTest = 500, Replay = "20261121,7")]
    public void A_damaged_certificate_is_refused_or_judged(NonNegativeInt at, byte value, NonNegativeInt length)
    {
        try
        {
            using var peer = PeerCertificate.Parse(Damage(Certificate, at.Get, value, length.Get));
            CertificateValidation.Check(
                peer.Chain,
                new TrustLists([Root.Certificate], [], [RevocationList.Read(List)]),
                CertificatePurpose.Application,
                Now
            );
        }
        catch (UaException e)
        {
            Assert.That(StatusCodes.NameOf(e.Status), Is.EqualTo("BadSecurityChecksFailed"));
        }
    }

    [FsCheck.NUnit.Property(MaxTest = 2000, Replay = "20261121,7")]
    public void A_damaged_revocation_list_is_refused_or_not_its_issuers(NonNegativeInt at, byte value, NonNegativeInt length)
    {
        var damaged = Damage(List, at.Get, value, length.Get);
        try
        {
            // Where the damage left the list its issuer's, it hit what the signature does not cover, and the content is the same.
            var read = RevocationList.Read(damaged);
            if (read.IsIssuedBy(Root.Certificate))
                Assert.That(read.Count, Is.EqualTo(1));
        }
        catch (CryptographicException)
        {
            // Its own error.
        }
    }

    [Test]
    public void A_chain_of_six_certificates_is_refused_before_it_is_looked_at() =>
        Assert.That(
            () => PeerCertificate.Parse([.. Enumerable.Repeat(Certificate, 6).SelectMany(c => c)]),
            Throws.TypeOf<UaException>().With.Message.Contains("too long a chain")
        );

    [Test]
    public void A_delta_list_is_not_taken_for_the_whole()
    {
        Assert.That(() => RevocationList.Read(WithExtension("2.5.29.20", critical: false)), Throws.Nothing);
        Assert.That(
            () => RevocationList.Read(WithExtension("2.5.29.27", critical: true)),
            Throws.TypeOf<CryptographicException>().With.Message.Contains("2.5.29.27")
        );
    }

    private static byte[] WithExtension(string oid, bool critical)
    {
        var writer = new AsnWriter(AsnEncodingRules.DER);
        using (writer.PushSequence())
        {
            using (writer.PushSequence())
            {
                writer.WriteInteger(1);
                WriteAlgorithm(writer);
                writer.WriteEncodedValue(Root.Certificate.SubjectName.RawData);
                writer.WriteUtcTime(Now);
                using (writer.PushSequence(new Asn1Tag(TagClass.ContextSpecific, 0)))
                using (writer.PushSequence())
                using (writer.PushSequence())
                {
                    writer.WriteObjectIdentifier(oid);
                    if (critical)
                        writer.WriteBoolean(true);
                    writer.WriteOctetString([2, 1, 1]);
                }
            }

            WriteAlgorithm(writer);
            writer.WriteBitString([0]);
        }

        return writer.Encode();
    }

    private static void WriteAlgorithm(AsnWriter writer)
    {
        using var sequence = writer.PushSequence();
        writer.WriteObjectIdentifier("1.2.840.113549.1.1.11");
        writer.WriteNull();
    }

    private static byte[] Damage(byte[] good, int at, byte value, int length)
    {
        byte[] bytes = [.. good];
        bytes[at % bytes.Length] = value;
        return length % 10 == 0 ? bytes[..(length % bytes.Length)] : bytes;
    }
}
