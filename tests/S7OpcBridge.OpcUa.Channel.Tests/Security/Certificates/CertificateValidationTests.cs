using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>The steps of OPC 10000-4, 6.1.3: each with its code, and the earlier one wins.</summary>
[CancelAfter(30_000)]
internal sealed class CertificateValidationTests
{
    private static readonly DateTimeOffset Now = new(2026, 6, 1, 12, 0, 0, TimeSpan.Zero);
    private static readonly UaTestAuthority Root = UaTestAuthority.Root("Root", Now);
    private static readonly UaTestAuthority Middle = Root.Below("Middle", Now);
    private static readonly X509Certificate2 Alone = UaTestAuthority.SelfSigned("client", Now);
    private static readonly X509Certificate2 Issued = Middle.Issue("client", Now);

    [OneTimeTearDown]
    public void Dispose()
    {
        Alone.Dispose();
        Issued.Dispose();
    }

    [Test]
    public void A_certificate_that_signed_itself_is_good_when_it_is_trusted() =>
        Assert.That(Check(Alone, trusted: [Alone]), Is.EqualTo(CertificateVerdict.Good));

    [Test]
    [ConformanceUnit("Security Certificate Validation")]
    public void A_stranger_is_untrusted() => Expect(Check(Alone), "BadCertificateUntrusted");

    [Test]
    public void Another_certificate_with_the_same_name_and_key_is_a_stranger() =>
        Expect(Check(UaTestAuthority.SelfSigned("client", Now), trusted: [Alone]), "BadCertificateUntrusted");

    [Test]
    [ConformanceUnit("Security Certificate Validation")]
    public void A_trusted_CA_stands_for_what_it_signed() =>
        Assert.That(Check(Issued, trusted: [Root.Certificate], issuers: [Middle.Certificate], crls: Clean()).IsGood);

    [Test]
    public void Issuers_may_come_from_the_client() =>
        Assert.That(
            CertificateValidation
                .Check([Issued, Middle.Certificate], Lists([Root.Certificate], [], Clean()), CertificatePurpose.Application, Now)
                .IsGood
        );

    [Test]
    public void A_trusted_certificate_needs_its_chain_but_not_trust_in_it()
    {
        Assert.That(Check(Issued, trusted: [Issued], issuers: [Root.Certificate, Middle.Certificate], crls: Clean()).IsGood);
        Expect(Check(Issued, trusted: [Issued], issuers: [Middle.Certificate], crls: Clean()), "BadCertificateChainIncomplete");
    }

    [Test]
    public void Known_issuers_are_not_trusted_ones() =>
        Expect(Check(Issued, issuers: [Root.Certificate, Middle.Certificate], crls: Clean()), "BadCertificateUntrusted");

    [Test]
    public void A_trusted_CA_that_did_not_sign_it_does_not_help()
    {
        var impostor = UaTestAuthority.Root("Root", Now, key: "impostor");
        Expect(
            Check(UaTestAuthority.Sign(new("client"), Now, "Root", "impostor"), trusted: [Root.Certificate], crls: Clean()),
            "BadCertificateInvalid"
        );
        Expect(
            CertificateValidation.Check(
                [UaTestAuthority.Sign(new("client"), Now, "Root", "impostor"), impostor.Certificate],
                Lists([], [], Clean()),
                CertificatePurpose.Application,
                Now
            ),
            "BadCertificateUntrusted"
        );
    }

    [Test]
    public void A_loop_of_issuers_ends()
    {
        var a = UaTestAuthority.Sign(new("A") { IsAuthority = true }, Now, "B", "B");
        var b = UaTestAuthority.Sign(new("B") { IsAuthority = true }, Now, "A", "A");
        var leaf = UaTestAuthority.Sign(new("client"), Now, "A", "A");
        Expect(
            CertificateValidation.Check([leaf, a, b], Lists([a], [], []), CertificatePurpose.Application, Now),
            "BadCertificateChainIncomplete"
        );
    }

    [Test]
    public void A_chain_may_have_five_certificates_and_not_six()
    {
        var authorities = new List<UaTestAuthority> { Root };
        for (var i = 1; i <= 4; i++)
            authorities.Add(authorities[^1].Below($"CA{i}", Now));
        var crls = authorities.Select(a => a.RevocationList(Now)).ToArray();
        var issuers = authorities.Select(a => a.Certificate).ToArray();
        Assert.That(Check(authorities[3].Issue("client", Now), trusted: [Root.Certificate], issuers: issuers, crls: crls).IsGood);
        Expect(
            Check(authorities[4].Issue("client", Now), trusted: [Root.Certificate], issuers: issuers, crls: crls),
            "BadCertificateChainIncomplete"
        );
    }

    [Test]
    [ConformanceUnit("Security Certificate Validation")]
    public void SHA_1_and_short_keys_are_refused_even_when_trusted()
    {
        var sha1 = UaTestAuthority.SelfSigned("client", Now, wish => wish with { Sha1 = true });
        var small = UaTestAuthority.SelfSigned("client", Now, wish => wish with { Bits = 1024 });
        var byOld = Root.Below("Old", Now, wish => wish with { Sha1 = true });
        Expect(Check(sha1, trusted: [sha1]), "BadCertificatePolicyCheckFailed");
        Expect(Check(small, trusted: [small]), "BadCertificatePolicyCheckFailed");
        Expect(
            Check(byOld.Issue("client", Now), trusted: [Root.Certificate], issuers: [byOld.Certificate]),
            "BadCertificatePolicyCheckFailed"
        );
    }

    [Test]
    [ConformanceUnit("Security Certificate Validation")]
    public void Times_are_checked_of_the_leaf_and_of_issuers()
    {
        var late = UaTestAuthority.SelfSigned("client", Now, wish => wish with { Until = Now.AddSeconds(-1) });
        var early = UaTestAuthority.SelfSigned("client", Now, wish => wish with { From = Now.AddSeconds(1) });
        var oldCa = Root.Below("Over", Now, wish => wish with { Until = Now.AddDays(-1) });
        Expect(Check(late, trusted: [late]), "BadCertificateTimeInvalid");
        Expect(Check(early, trusted: [early]), "BadCertificateTimeInvalid");
        Expect(
            Check(oldCa.Issue("client", Now), trusted: [Root.Certificate], issuers: [oldCa.Certificate]),
            "BadCertificateIssuerTimeInvalid"
        );
    }

    [Test]
    public void A_stranger_does_not_learn_that_its_certificate_ran_out_too() =>
        Expect(Check(UaTestAuthority.SelfSigned("client", Now, wish => wish with { Until = Now.AddDays(-1) })), "BadCertificateUntrusted");

    [Test]
    public void Usage_must_fit_the_purpose()
    {
        var signsOnly = UaTestAuthority.SelfSigned("client", Now, wish => wish with { Usage = X509KeyUsageFlags.DigitalSignature });
        Expect(Check(signsOnly, trusted: [signsOnly]), "BadCertificateUseNotAllowed");
        Assert.That(CertificateValidation.Check([signsOnly], Lists([signsOnly], [], []), CertificatePurpose.User, Now).IsGood);
    }

    [Test]
    public void An_application_may_not_issue_certificates()
    {
        var forged = UaTestAuthority.Sign(new("other"), Now, "client", "client");
        Expect(
            CertificateValidation.Check(
                [forged, Issued, Middle.Certificate],
                Lists([Root.Certificate], [], Clean()),
                CertificatePurpose.Application,
                Now
            ),
            "BadCertificateIssuerUseNotAllowed"
        );
    }

    [Test]
    public void A_CA_may_not_have_more_CAs_below_it_than_it_says()
    {
        var narrow = Root.Below("Narrow", Now, wish => wish with { PathLength = 0 });
        var below = narrow.Below("Below", Now);
        Expect(
            Check(below.Issue("client", Now), trusted: [Root.Certificate], issuers: [narrow.Certificate, below.Certificate]),
            "BadCertificateIssuerUseNotAllowed"
        );
    }

    [Test]
    public void Every_CA_needs_a_revocation_list_that_is_current_and_its_own()
    {
        var (root, middle) = (Root.RevocationList(Now), Middle.RevocationList(Now));
        Expect(CheckIssued(root), "BadCertificateRevocationUnknown");
        Expect(CheckIssued(middle), "BadCertificateIssuerRevocationUnknown");
        Expect(CheckIssued(root, Middle.RevocationList(Now.AddDays(-40), Now.AddDays(-1), "Middle")), "BadCertificateRevocationUnknown");
        Expect(CheckIssued(root, Middle.RevocationList(Now, Now.AddDays(1), key: "impostor")), "BadCertificateRevocationUnknown");
        Assert.That(CheckIssued(root, middle).IsGood);
    }

    [Test]
    [ConformanceUnit("Security Certificate Validation")]
    public void Who_is_on_a_list_is_refused()
    {
        Expect(CheckIssued(Root.RevocationList(Now), Middle.RevocationList(Now, Alone, Issued)), "BadCertificateRevoked");
        Expect(CheckIssued(Root.RevocationList(Now, Middle.Certificate), Middle.RevocationList(Now)), "BadCertificateIssuerRevoked");
    }

    [Test]
    public void The_reason_names_the_issuer_and_the_remedy() =>
        Assert.That(CheckIssued(Root.RevocationList(Now)).Reason, Does.Contain("CN=Middle").And.Contain("crl"));

    private static CertificateVerdict CheckIssued(params byte[][] crls) =>
        Check(Issued, trusted: [Root.Certificate], issuers: [Middle.Certificate], crls: crls);

    private static byte[][] Clean() => [Root.RevocationList(Now), Middle.RevocationList(Now)];

    private static CertificateVerdict Check(
        X509Certificate2 leaf,
        X509Certificate2[]? trusted = null,
        X509Certificate2[]? issuers = null,
        byte[][]? crls = null
    ) => CertificateValidation.Check([leaf], Lists(trusted ?? [], issuers ?? [], crls ?? []), CertificatePurpose.Application, Now);

    private static TrustLists Lists(X509Certificate2[] trusted, X509Certificate2[] issuers, byte[][] crls) =>
        new(trusted, issuers, [.. crls.Select(RevocationList.Read)]);

    private static void Expect(CertificateVerdict verdict, string code) =>
        Assert.That(StatusCodes.NameOf(verdict.Status), Is.EqualTo(code), verdict.Reason);
}
