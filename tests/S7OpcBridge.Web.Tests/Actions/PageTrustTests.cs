using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity;
using S7OpcBridge.Identity.Tests;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Pages;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Certificates;

namespace S7OpcBridge.Web.Tests;

/// <summary>Trusting by a click does to the stores what the command does.</summary>
public sealed class PageTrustTests
{
    [TestCase(false)]
    [TestCase(true)]
    public void A_refused_certificate_is_trusted_and_refused_again(bool isUser)
    {
        using var folder = new StoreFolder();
        var settings = folder.Settings with { Security = ["Basic256Sha256"] };
        var stores = isUser ? folder.Stores.Users : folder.Stores;
        using var client = UaTestCertificates.Create("urn:client");
        stores.Create();
        stores.Reject([client], TimeProvider.System.GetUtcNow());
        var trust = new PageTrust(() => settings, TimeProvider.System);
        var choice = new CertificateChoice(client.Thumbprint, isUser);

        Assert.That(trust.Untrust(choice).Status, Is.EqualTo((StatusCode)StatusCodes.BadNotFound), "nobody trusts it yet");
        Assert.That(trust.Trust(choice with { IsUser = !isUser }).Status, Is.EqualTo((StatusCode)StatusCodes.BadNotFound), "other stores");
        var done = trust.Trust(choice);
        Assert.That((done.Status.IsGood, done.Sentence), Is.EqualTo((true, $"Trusted: {Identity.CertificateText.LineOf(client)}.")));
        Assert.That(stores.ReadTrust(_ => { }).Trusts(client), Is.True);
        Assert.That(stores.Rejected.Read(_ => { }), Is.Empty);
        Assert.That(trust.Trust(choice).Sentence, Does.StartWith("Already trusted: "));
        Assert.That(trust.Untrust(choice).Sentence, Does.StartWith("No longer trusted: "));
        Assert.That((stores.ReadTrust(_ => { }).Trusts(client), stores.Rejected.Read(_ => { }).Count), Is.EqualTo((false, 1)));
    }

    [Test]
    public void The_subject_of_a_refused_certificate_has_no_control_characters()
    {
        using var folder = new StoreFolder();
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var subject = new X500DistinguishedNameBuilder();
        subject.AddCommonName("a\r\nb\u001b[2Jc\u0085d");
        var now = TimeProvider.System.GetUtcNow();
        using var client = new CertificateRequest(subject.Build(), key, HashAlgorithmName.SHA256).CreateSelfSigned(now, now.AddDays(1));
        folder.Stores.Create();
        folder.Stores.Reject([client], now);
        var shown = RejectedClient.In(folder.Settings with { Security = ["Basic256Sha256"] }).Single();
        Assert.That(shown.Name, Does.Contain("a??b?[2Jc?d"));
        Assert.That((shown.Name + shown.TrustCommand).Where(char.IsControl), Is.Empty);
        Assert.That(CertificateText.LineOf(client).Where(char.IsControl), Is.Empty);
    }

    [Test]
    public void A_rejected_client_is_forgotten_until_it_comes_again()
    {
        using var folder = new StoreFolder();
        using var client = UaTestCertificates.Create("urn:client");
        folder.Stores.Create();
        folder.Stores.Reject([client], TimeProvider.System.GetUtcNow());
        var trust = new PageTrust(() => folder.Settings with { Security = ["Basic256Sha256"] }, TimeProvider.System);
        var choice = new CertificateChoice(client.Thumbprint, IsUser: false);
        Assert.That(trust.Reject(choice).Sentence, Does.StartWith("Rejected: "));
        Assert.That(folder.Stores.Rejected.Read(_ => { }), Is.Empty);
        Assert.That(trust.Reject(choice).Status, Is.EqualTo((StatusCode)StatusCodes.BadNotFound));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void The_certificate_of_a_file_is_trusted_and_anything_else_is_refused(bool isUser)
    {
        using var folder = new StoreFolder();
        using var client = UaTestCertificates.Create("urn:client");
        var trust = new PageTrust(() => folder.Settings with { Security = ["Basic256Sha256"] }, TimeProvider.System);
        Assert.That(trust.Import(client.RawData, isUser).Sentence, Does.StartWith("Trusted: "));
        var stores = isUser ? folder.Stores.Users : folder.Stores;
        Assert.That(stores.ReadTrust(_ => { }).Trusts(client), Is.True);
        Assert.That(
            trust.Import(System.Text.Encoding.ASCII.GetBytes(client.ExportCertificatePem()), isUser).Sentence,
            Does.StartWith("Already trusted: ")
        );
        foreach (
            var content in (byte[][])
                [
                    [],
                    [0x30, 0x82],
                    "-----BEGIN nothing"u8.ToArray(),
                ]
        )
            Assert.That(trust.Import(content, isUser).Status, Is.EqualTo((StatusCode)StatusCodes.BadCertificateInvalid));
    }

    [Test]
    public void The_own_certificate_is_renewed_and_the_earlier_one_kept_aside()
    {
        using var folder = new StoreFolder();
        var settings = folder.Settings with { Security = ["Basic256Sha256"] };
        var own = new OwnCertificates(folder.Stores);
        folder.Stores.Create();
        using var before = own.Create(
            CertificateProfile.From(settings),
            TimeSpan.FromDays(10),
            TimeProvider.System.GetUtcNow()
        ).Certificate;
        Assert.That(new PageTrust(() => settings, TimeProvider.System).Renew().Sentence, Does.StartWith("Renewed. "));
        var after = own.Read(TimeProvider.System.GetUtcNow(), _ => { });
        Assert.That(after, Has.Count.EqualTo(1));
        Assert.That(after[0].Certificate.Thumbprint, Is.Not.EqualTo(before.Thumbprint));
        Assert.That(after[0].Certificate.NotAfter, Is.GreaterThan(TimeProvider.System.GetUtcNow().UtcDateTime.AddDays(1000)));
        Assert.That(
            Directory.EnumerateFiles(Path.Combine(folder.Stores.Folder, "own", "replaced"), "*", SearchOption.AllDirectories),
            Is.Not.Empty
        );
    }

    [Test]
    public void The_refused_certificate_of_a_PLC_is_trusted_and_forgotten()
    {
        using var folder = new StoreFolder();
        using var cpu = UaTestCertificates.Create("urn:cpu");
        folder.Stores.Plcs.Reject("Line 1/a", cpu);
        var trust = new PageTrust(() => folder.Settings with { Security = ["None"] }, TimeProvider.System);
        Assert.That(trust.TrustPlc("../Line 1").Status, Is.EqualTo((StatusCode)StatusCodes.BadNotFound));
        Assert.That(trust.TrustPlc("Line 1/a").Sentence, Does.StartWith("Trusted for Line 1/a: "));
        Assert.That(PlcCertificates.Find(folder.Stores.Plcs.Trusted, "Line 1/a")?.Thumbprint, Is.EqualTo(cpu.Thumbprint));
        Assert.That(trust.UntrustPlc("Line 1/a").Status.IsGood, Is.True);
        Assert.That(trust.UntrustPlc("Line 1/a").Status, Is.EqualTo((StatusCode)StatusCodes.BadNotFound));
    }

    [Test]
    public void Where_nothing_is_encrypted_there_is_nothing_to_trust() =>
        Assert.That(
            new PageTrust(static () => new ServerSettings { Security = ["None"] }, TimeProvider.System)
                .Trust(new CertificateChoice(new string('A', 40), false))
                .Status,
            Is.EqualTo((StatusCode)StatusCodes.BadNotSupported)
        );
}
