using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security.Certificates;

/// <summary>An ApplicationUri is a whole URI of the certificate, and no part of one nor another kind of name (CVE-2025-7390).</summary>
internal sealed class CertificateUriTests
{
    private const int Dns = 2,
        Uri = 6;

    [TestCase("urn:test:client", Uri, ExpectedResult = true)]
    [TestCase("urn:a:urn:test:client", Uri, ExpectedResult = false)]
    [TestCase("urn:test:client2", Uri, ExpectedResult = false)]
    [TestCase("urn:test:clien", Uri, ExpectedResult = false)]
    [TestCase("URN:TEST:CLIENT", Uri, ExpectedResult = false)]
    [TestCase("urn:test:client\0", Uri, ExpectedResult = false)]
    [TestCase("urn:test:client\0.evil", Uri, ExpectedResult = false)]
    [TestCase("urn:test:client", Dns, ExpectedResult = false)]
    [TestCase("x,URI:urn:test:client", Dns, ExpectedResult = false)]
    [TestCase("x, URL=urn:test:client", Uri, ExpectedResult = false)]
    public bool Only_the_whole_uri_counts(string name, int kind)
    {
        var names = new AsnWriter(AsnEncodingRules.DER);
        using (names.PushSequence())
            names.WriteCharacterString(UniversalTagNumber.IA5String, name, new Asn1Tag(TagClass.ContextSpecific, kind));
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=URI:urn:test:client", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509Extension("2.5.29.17", names.Encode(), false));
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return CertificateNames.HasUri(certificate, "urn:test:client");
    }
}
