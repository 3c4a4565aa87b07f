using S7OpcBridge.Identity.Certificates;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Who is let in: by the stores as they are now, or by first use.</summary>
[CancelAfter(60_000)]
public sealed class ClientTrustTests
{
    private static readonly ManualClock Start = new();

    [Test]
    public void A_stranger_is_kept_and_the_log_names_the_one_command()
    {
        using var folder = new StoreFolder();
        var stranger = UaTestAuthority.SelfSigned("mes", Start.GetUtcNow());
        var trust = Trust(folder, Start);
        Assert.That(
            () => trust.Check([stranger], SecurityPolicy.Basic256Sha256),
            Throws
                .TypeOf<UaException>()
                .With.Message.EqualTo(
                    "the certificate 'CN=mes' of urn:test:mes is not trusted (BadCertificateUntrusted). To let it in, run: s7opcbridge certs trust "
                        + $"{stranger.Thumbprint} --map x.yaml"
                )
        );
        Assert.That(folder.Stores.Rejected.Read(static _ => { }).Single().Leaf.Thumbprint, Is.EqualTo(stranger.Thumbprint));
    }

    [Test]
    [ConformanceUnit("Security Administration")]
    public void A_file_that_was_put_there_counts_at_once_in_DER_and_in_PEM()
    {
        using var folder = new StoreFolder();
        var trust = Trust(folder, Start);
        foreach (var name in (string[])["one", "two"])
        {
            var client = UaTestAuthority.SelfSigned(name, Start.GetUtcNow());
            Assert.That(StatusOf(trust, client), Is.EqualTo("BadCertificateUntrusted"));
            var file = Path.Combine(folder.Stores.Trusted.Certificates, $"{name}.crt");
            if (name == "one")
                File.WriteAllBytes(file, client.RawData);
            else
                File.WriteAllText(file, client.ExportCertificatePem());
            Assert.That(StatusOf(trust, client), Is.EqualTo("Good"));
            File.Delete(file);
            Assert.That(StatusOf(trust, client), Is.EqualTo("BadCertificateUntrusted"));
        }
    }

    [Test]
    public void A_file_counts_at_once_however_long_the_folder_did_not_change()
    {
        using var folder = new StoreFolder();
        var trust = Trust(folder, Start);
        var (first, second) = (
            UaTestAuthority.SelfSigned("first", Start.GetUtcNow()),
            UaTestAuthority.SelfSigned("second", Start.GetUtcNow())
        );
        folder.Stores.Trusted.Add(first);
        foreach (var store in (CertificateStore[])[folder.Stores.Trusted, folder.Stores.Issuers])
        {
            store.Create();
            Directory.SetLastWriteTimeUtc(store.Certificates, TimeProvider.System.GetUtcNow().UtcDateTime.AddHours(-1));
            Directory.SetLastWriteTimeUtc(store.RevocationLists, TimeProvider.System.GetUtcNow().UtcDateTime.AddHours(-1));
        }

        Assert.That((StatusOf(trust, first), StatusOf(trust, second)), Is.EqualTo(("Good", "BadCertificateUntrusted")));
        folder.Stores.Trusted.Add(second);
        File.Delete(folder.Stores.Trusted.PathOf(first));
        Assert.That((StatusOf(trust, first), StatusOf(trust, second)), Is.EqualTo(("BadCertificateUntrusted", "Good")));
    }

    [Test]
    public void A_CA_is_trusted_with_its_revocation_list_and_a_new_list_counts_at_once()
    {
        using var folder = new StoreFolder();
        var (trust, now) = (Trust(folder, Start), Start.GetUtcNow());
        var root = UaTestAuthority.Root("Root", now);
        var client = root.Issue("mes", now);
        folder.Stores.Trusted.Add(root.Certificate);
        Assert.That(StatusOf(trust, client), Is.EqualTo("BadCertificateRevocationUnknown"));
        var list = Path.Combine(folder.Stores.Trusted.RevocationLists, "root.crl");
        File.WriteAllBytes(list, root.RevocationList(now));
        Assert.That(StatusOf(trust, client), Is.EqualTo("Good"));
        File.WriteAllText(list, System.Security.Cryptography.PemEncoding.WriteString("X509 CRL", root.RevocationList(now, client)));
        Assert.That(StatusOf(trust, client), Is.EqualTo("BadCertificateRevoked"));
    }

    [Test]
    public void Of_a_trusted_file_with_a_chain_only_the_first_certificate_is_trusted()
    {
        using var folder = new StoreFolder();
        var (trust, now) = (Trust(folder, Start), Start.GetUtcNow());
        var root = UaTestAuthority.Root("Root", now);
        var (known, other) = (root.Issue("known", now), root.Issue("other", now));
        folder.Stores.Trust([known, root.Certificate]);
        File.WriteAllBytes(Path.Combine(folder.Stores.Issuers.RevocationLists, "root.crl"), root.RevocationList(now));
        Assert.That((StatusOf(trust, known), StatusOf(trust, other)), Is.EqualTo(("Good", "BadCertificateUntrusted")));
    }

    [Test]
    public void The_rejected_store_stays_small_and_keeps_the_newest()
    {
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        var trust = Trust(folder, clock);
        var names = Enumerable.Range(0, 25).Select(i => $"client{i}").ToArray();
        foreach (var name in names)
        {
            clock.Advance(TimeSpan.FromSeconds(1));
            StatusOf(trust, UaTestAuthority.SelfSigned(name, clock.GetUtcNow(), wish => wish with { Key = "one key" }));
        }
        Assert.That(
            folder.Stores.Rejected.Read(static _ => { }).OrderBy(f => f.Changed).Select(f => f.Leaf.Subject),
            Is.EqualTo(names[5..].Select(name => $"CN={name}"))
        );
    }

    [Test]
    public void However_many_strangers_come_each_costs_one_file_and_one_is_deleted_for_it()
    {
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        var trust = Trust(folder, clock);
        for (var i = 0; i < 500; i++)
        {
            clock.Advance(TimeSpan.FromSeconds(1));
            Assert.That(
                StatusOf(trust, UaTestAuthority.SelfSigned($"client{i}", clock.GetUtcNow(), wish => wish with { Key = "one key" })),
                Is.EqualTo("BadCertificateUntrusted")
            );
            Assert.That(
                Directory.GetFiles(folder.Stores.Folder, "*", SearchOption.AllDirectories),
                Has.Length.EqualTo(Math.Min(i + 1, 20))
            );
        }
    }

    [Test]
    public void A_broken_file_is_told_and_harms_nobody()
    {
        using var folder = new StoreFolder();
        var trust = Trust(folder, Start);
        var client = UaTestAuthority.SelfSigned("mes", Start.GetUtcNow());
        folder.Stores.Trust([client]);
        File.WriteAllText(
            Path.Combine(folder.Stores.Trusted.Certificates, "broken.pem"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"
        );
        File.WriteAllText(Path.Combine(folder.Stores.Trusted.RevocationLists, "broken.crl"), "x");
        Assert.That(StatusOf(trust, client), Is.EqualTo("Good"));
        Assert.That(
            folder.Log,
            Does.Contain("broken.pem is no certificate that can be used").And.Contain("broken.crl is no revocation list that can be used")
        );
    }

    [Test]
    public void First_use_trusts_for_an_hour_whatever_restarts_meanwhile()
    {
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        folder.Stores.Create();
        var first = UaTestAuthority.SelfSigned("first", clock.GetUtcNow());
        var trust = Trust(folder, clock, FirstUse.Begin(folder.Stores, clock));
        Assert.That(StatusOf(trust, first), Is.EqualTo("Good"));
        Assert.That(folder.Log, Does.Contain("TRUST ON FIRST USE: 'CN=first' (urn:test:first)"));

        clock.Advance(TimeSpan.FromMinutes(59));
        trust = Trust(folder, clock, FirstUse.Begin(folder.Stores, clock));
        Assert.That(StatusOf(trust, UaTestAuthority.SelfSigned("second", clock.GetUtcNow())), Is.EqualTo("Good"));
        clock.Advance(TimeSpan.FromMinutes(2));
        Assert.That(StatusOf(trust, UaTestAuthority.SelfSigned("third", clock.GetUtcNow())), Is.EqualTo("BadCertificateUntrusted"));
        trust = Trust(folder, clock, FirstUse.Begin(folder.Stores, clock));
        Assert.That(StatusOf(trust, UaTestAuthority.SelfSigned("fourth", clock.GetUtcNow())), Is.EqualTo("BadCertificateUntrusted"));
        Assert.That(StatusOf(trust, first), Is.EqualTo("Good"), "who was trusted stays trusted");
    }

    [Test]
    public void First_use_does_not_excuse_what_is_wrong_otherwise()
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        var now = Start.GetUtcNow();
        var trust = Trust(folder, Start, FirstUse.Begin(folder.Stores, Start));
        var late = UaTestAuthority.SelfSigned("late", now, wish => wish with { Until = now.AddDays(-1) });
        Assert.That(StatusOf(trust, late), Is.EqualTo("BadCertificateUntrusted"));
        Assert.That(folder.Stores.Trusted.Read(static _ => { }), Is.Empty);
    }

    [TestCase("")]
    [TestCase("tomorrow")]
    [TestCase("2999-01-01T00:00:00Z")]
    public void A_first_use_file_that_somebody_changed_opens_nothing(string content)
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        File.WriteAllText(FirstUse.Begin(folder.Stores, Start).File, content);
        Assert.That(FirstUse.Begin(folder.Stores, Start).IsOpen, Is.False);
    }

    [Test]
    public async Task Changed_trust_is_checked_again_for_those_who_are_connected(CancellationToken cancellationToken)
    {
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        var certificates = ServerCertificates.Open(folder.Settings with { TrustFirstUse = true }, clock, folder);
        var rechecked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = certificates.WatchAsync((_, _) => { }, () => rechecked.TrySetResult(), stop.Token);
        folder.Stores.Trust([UaTestAuthority.SelfSigned("mes", clock.GetUtcNow())]);
        clock.Advance(TimeSpan.FromSeconds(2));
        await rechecked.Task.WaitAsync(cancellationToken);
        await stop.CancelAsync();
        await watching;
        Assert.That(
            folder.Log,
            Does.Contain("1 certificates of clients and CAs are trusted").And.Contain("TRUST ON FIRST USE IS ON until 2026-01-01 01:00:00Z")
        );
    }

    private static string StatusOf(ClientTrust trust, System.Security.Cryptography.X509Certificates.X509Certificate2 client) =>
        StoreFolder.StatusOf(() => trust.Check([client], SecurityPolicy.Basic256Sha256));

    private static ClientTrust Trust(StoreFolder folder, TimeProvider time, FirstUse? firstUse = null)
    {
        folder.Stores.Create();
        return new ClientTrust(folder.Stores, firstUse, "s7opcbridge certs trust {0} --map x.yaml", time, folder);
    }
}
