using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7Plus.Tests.Trust;

internal sealed class CertificateCheckTests
{
    private static readonly DateTimeOffset From = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    [Test]
    public async Task A_pin_takes_either_thumbprint_however_it_is_written()
    {
        using var certificate = Make("CN=PLC", null);
        var shown = new S7PlusCertificate("plc", [certificate.RawData]);
        var sha1 = certificate.Thumbprint;
        var withColons = string.Join(':', sha1.Chunk(2).Select(pair => new string(pair)));
        foreach (var pin in new[] { sha1, sha1.ToLowerInvariant(), withColons, shown.Thumbprint, "\u200e" + sha1 })
            Assert.That((await S7PlusCertificateChecks.Pin(pin)(shown, CancellationToken.None)).IsTrusted, Is.True, pin);
        var other = await S7PlusCertificateChecks.Pin(new string('0', 64))(shown, CancellationToken.None);
        Assert.That(other.IsTrusted, Is.False);
        Assert.That(other.Reason, Does.Contain(shown.Thumbprint).And.Contain("map"));
    }

    [TestCase("")]
    [TestCase("12345")]
    [TestCase("ZZ112233445566778899AABBCCDDEEFF00112233")]
    public void What_is_no_thumbprint_is_refused(string text) =>
        Assert.That(() => S7PlusCertificateChecks.Pin(text), Throws.InstanceOf<FormatException>());

    [Test]
    public async Task An_authority_vouches_for_what_it_signed_while_it_is_valid()
    {
        using var authority = Make("CN=Project CA", null);
        using var signed = Make("CN=PLC", authority);
        using var stranger = Make("CN=PLC", null);
        var clock = new ManualClock();
        var check = S7PlusCertificateChecks.Authorities([X509CertificateLoader.LoadCertificate(authority.RawData)], clock);
        Assert.That((await check(new S7PlusCertificate("plc", [signed.RawData]), CancellationToken.None)).IsTrusted, Is.True);
        var no = await check(new S7PlusCertificate("plc", [stranger.RawData]), CancellationToken.None);
        Assert.That(no.IsTrusted, Is.False);
        Assert.That(no.Reason, Does.Contain("TIA").And.Contain("CN=PLC"));
        clock.Advance(TimeSpan.FromDays(400));
        Assert.That(
            (await check(new S7PlusCertificate("plc", [signed.RawData]), CancellationToken.None)).IsTrusted,
            Is.False,
            "it has expired"
        );
    }

    private static X509Certificate2 Make(string subject, X509Certificate2? authority)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest(subject, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(authority is null, false, 0, true));
        return authority is null
            ? request.CreateSelfSigned(From.AddDays(-1), From.AddDays(365))
            : request.Create(authority, From, From.AddDays(300), [1, 2, 3]);
    }
}
