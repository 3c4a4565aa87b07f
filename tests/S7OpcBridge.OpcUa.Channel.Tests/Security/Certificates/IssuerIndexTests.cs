using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security.Certificates;

/// <summary>Which certificates of the trust lists are looked at for a client: its issuers, and none of the hundreds of others.</summary>
internal sealed class IssuerIndexTests
{
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    [Test]
    public void A_stranger_that_signed_itself_has_no_issuer_among_700_of_its_own_name()
    {
        var trusted = Enumerable.Range(0, 700).Select(_ => UaTestAuthority.SelfSigned("client", Now)).ToArray();
        var stranger = UaTestAuthority.SelfSigned("client", Now, wish => wish with { Key = "stranger" });
        Assert.That(new IssuerIndex(trusted).Above([stranger]), Is.Empty);
        Assert.That(
            CertificateValidation.Check([stranger], new TrustLists(trusted, [], []), CertificatePurpose.Application, Now).Status.Value,
            Is.EqualTo(StatusCodes.BadCertificateUntrusted)
        );
        Assert.That(
            CertificateValidation.Check([trusted[350]], new TrustLists(trusted, [], []), CertificatePurpose.Application, Now).IsGood
        );
    }

    [Test]
    public void The_issuers_up_to_the_root_are_found_and_others_are_not()
    {
        var root = UaTestAuthority.Root("Root", Now);
        var middle = root.Below("Middle", Now);
        var other = UaTestAuthority.Root("Other", Now);
        X509Certificate2[] all = [other.Certificate, root.Certificate, root.Issue("neighbour", Now), middle.Certificate];
        Assert.That(
            new IssuerIndex(all).Above([middle.Issue("client", Now)]),
            Is.EquivalentTo(new[] { middle.Certificate, root.Certificate })
        );
    }

    [Test]
    public void Issuers_of_one_name_that_certify_each_other_end()
    {
        var (first, second) = (UaTestAuthority.Root("First", Now), UaTestAuthority.Root("Second", Now));
        X509Certificate2[] circle =
        [
            UaTestAuthority.Sign(new UaTestAuthority.Wish("First") { IsAuthority = true }, Now, "Second", "Second"),
            UaTestAuthority.Sign(new UaTestAuthority.Wish("Second") { IsAuthority = true }, Now, "First", "First"),
        ];
        Assert.That(
            new IssuerIndex([first.Certificate, second.Certificate, .. circle]).Above([first.Issue("client", Now)]),
            Has.Count.EqualTo(4)
        );
    }
}
