using S7OpcBridge.Identity.Tests;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Pages;
using S7OpcBridge.Testing;

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
        var trust = new PageTrust(() => settings);
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
    public void Where_nothing_is_encrypted_there_is_nothing_to_trust() =>
        Assert.That(
            new PageTrust(static () => new ServerSettings { Security = ["None"] })
                .Trust(new CertificateChoice(new string('A', 40), false))
                .Status,
            Is.EqualTo((StatusCode)StatusCodes.BadNotSupported)
        );
}
