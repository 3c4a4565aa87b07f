using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>The bridge's own certificates of elliptic curves: there where the map asks for them, and kept like the one with an RSA key.</summary>
[CancelAfter(60_000)]
public sealed class EllipticCertificateTests
{
    private static readonly string[] Both = ["ECC_nistP384", "Basic256Sha256", "ECC_nistP256"];

    [Test]
    public void The_first_start_makes_one_of_each_curve_that_the_map_asks_for_and_no_other()
    {
        using var folder = new StoreFolder();
        var own = Open(folder, Both).Elliptic.Select(own => own.Single()).ToArray();
        Assert.That(own.Select(o => o.Kind), Is.EqualTo((CertificateKind[])[CertificateKind.NistP384, CertificateKind.NistP256]));
        foreach (var certificate in own.Select(o => o.Certificate))
        {
            Assert.That(CertificateNames.Uris(certificate), Is.EqualTo(new[] { "urn:s7opcbridge:edge01" }));
            Assert.That(
                certificate.Extensions.OfType<X509SubjectAlternativeNameExtension>().Single().EnumerateDnsNames(),
                Does.Contain("edge01.plant.local")
            );
            Assert.That(
                CertificateValidation
                    .Check(
                        [certificate],
                        new TrustLists([certificate], [], []),
                        CertificatePurpose.Application,
                        TimeProvider.System.GetUtcNow()
                    )
                    .IsGood
            );
        }
        using var other = new StoreFolder();
        Assert.That(Open(other, ["Basic256Sha256", "None"]).Elliptic, Is.Empty);
        Assert.That(OwnCertificates.EllipticIn(other.Stores), Is.Empty);
    }

    [Test]
    public void A_restart_keeps_them_and_their_keys_are_their_owners()
    {
        using var folder = new StoreFolder();
        var first = Thumbprints(Open(folder, Both));
        Assert.That(Thumbprints(Open(folder, Both)), Is.EqualTo(first));
        if (OperatingSystem.IsWindows())
            return;
        foreach (
            var key in Directory
                .GetFiles(Path.Combine(folder.Stores.Folder, "own"), "*.pem", SearchOption.AllDirectories)
                .Where(path => path.Contains("private"))
        )
            Assert.That(File.GetUnixFileMode(key), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite), key);
    }

    [Test]
    public async Task One_is_renewed_before_it_runs_out_and_the_old_one_retires(CancellationToken cancellationToken)
    {
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        var settings = folder.Settings with { Security = ["ECC_nistP256"] };
        new OwnCertificates(folder.Stores).Create(CertificateProfile.From(settings), TimeSpan.FromDays(1000), clock.GetUtcNow());
        new OwnCertificates(folder.Stores, CertificateKind.NistP256).Create(
            CertificateProfile.From(settings),
            TimeSpan.FromDays(30),
            clock.GetUtcNow()
        );
        clock.Advance(TimeSpan.FromDays(19));
        var certificates = ServerCertificates.Open(settings, clock, folder);
        var first = Thumbprints(certificates).Single();
        var renewed = new TaskCompletionSource<(OwnCertificate Shown, IReadOnlyList<OwnCertificate> Retiring)>(
            TaskCreationOptions.RunContinuationsAsynchronously
        );
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = certificates.WatchAsync((shown, retiring) => renewed.TrySetResult((shown, retiring)), () => { }, stop.Token);
        clock.Advance(TimeSpan.FromDays(1.5));
        var (shown, retiring) = await renewed.Task.WaitAsync(cancellationToken);
        Assert.That(shown.Kind, Is.EqualTo(CertificateKind.NistP256));
        Assert.That(retiring.Select(c => c.Certificate.Thumbprint), Is.EqualTo(new[] { first }));
        await stop.CancelAsync();
        await watching;
    }

    [Test]
    public void What_lies_in_the_wrong_folder_or_lost_its_key_is_told_and_replaced()
    {
        using var folder = new StoreFolder();
        var p256 = new OwnCertificates(folder.Stores, CertificateKind.NistP256);
        p256.Store.Add(UaTestCertificates.Create("urn:x", CertificateKind.NistP384));
        p256.Store.Add(UaTestCertificates.Create("urn:y", CertificateKind.NistP256));
        Assert.That(Open(folder, ["ECC_nistP256"]).Elliptic.Single(), Has.Count.EqualTo(1));
        Assert.That(
            folder.Log,
            Does.Contain("has no key of this curve; remove it")
                .And.Contain("put it there (PEM without a password)")
                .And.Contain("A new certificate was made")
        );
    }

    [Test]
    public void Without_security_in_the_map_AEAD_comes_first_on_each_NIST_curve_that_has_a_certificate()
    {
        using var folder = new StoreFolder();
        string[] classic = ["Aes256_Sha256_RsaPss", "Aes128_Sha256_RsaOaep", "Basic256Sha256"];
        Assert.That(Offered(folder.Settings), Is.EqualTo(classic));
        var before = ServerCertificates.Open(folder.Settings, TimeProvider.System, folder);
        Assert.That(before.Elliptic, Is.Empty, "the first start makes the one with an RSA key");

        Create(CertificateKind.NistP256);
        string[] p256 = ["ECC_nistP256_AesGcm", "ECC_nistP256_ChaChaPoly"];
        Assert.That(Offered(folder.Settings), Is.EqualTo([.. p256, .. classic]));
        var certificates = ServerCertificates.Open(folder.Settings, TimeProvider.System, folder);
        Assert.That(certificates.Elliptic.Single().Single().Kind, Is.EqualTo(CertificateKind.NistP256));
        Assert.That(certificates.Policies.Select(policy => policy.Name), Is.EqualTo([.. p256, .. classic]));

        Create(CertificateKind.NistP384);
        Assert.That(Offered(folder.Settings), Is.EqualTo(["ECC_nistP384_AesGcm", "ECC_nistP384_ChaChaPoly", .. p256, .. classic]));
        Assert.That(
            Offered(folder.Settings with { Security = ["Basic256Sha256", "ECC_nistP256"] }),
            Is.EqualTo((string[])["Basic256Sha256", "ECC_nistP256"]),
            "what is written holds"
        );

        void Create(CertificateKind kind) =>
            new OwnCertificates(folder.Stores, kind).Create(
                CertificateProfile.From(folder.Settings),
                TimeSpan.FromDays(1000),
                TimeProvider.System.GetUtcNow()
            );

        static string[] Offered(ServerSettings settings) => [.. OfferedPolicies.For(settings).Select(policy => policy.Name)];
    }

    [Test]
    public void Every_policy_that_a_map_may_name_is_there_and_brainpool_curves_have_certificates_of_their_own()
    {
        foreach (var name in ServerSettings.Policies)
            Assert.That(SecurityPolicy.Find(name)?.Name, Is.EqualTo(name));
        if (!CertificateKinds.IsSupported(CertificateKind.BrainpoolP256))
            Assert.Ignore("The cryptography of this system has no brainpool curves.");
        using var folder = new StoreFolder();
        var own = Open(folder, ["ECC_brainpoolP256r1_AesGcm", "ECC_brainpoolP384r1", "RSA_DH_AesGcm"]).Elliptic.ToArray();
        Assert.That(
            own.Select(o => o.Single().Kind),
            Is.EqualTo((CertificateKind[])[CertificateKind.BrainpoolP256, CertificateKind.BrainpoolP384])
        );
        Assert.That(Directory.Exists(Path.Combine(folder.Stores.Folder, "own", "brainpoolP384r1", "certs")));
    }

    private static ServerCertificates Open(StoreFolder folder, string[] security) =>
        ServerCertificates.Open(folder.Settings with { Security = security }, TimeProvider.System, folder);

    private static string[] Thumbprints(ServerCertificates certificates) =>
        [.. certificates.Elliptic.Select(own => own[0].Certificate.Thumbprint)];
}
