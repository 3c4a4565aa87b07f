using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>The bridge's own certificate: made once, kept, renewed, replaced.</summary>
[CancelAfter(60_000)]
public sealed class OwnCertificateTests
{
    private static readonly TimeSpan Tick = TimeSpan.FromSeconds(2);

    [Test]
    [ConformanceUnit("Security Default ApplicationInstance Certificate")]
    public void The_first_start_makes_a_certificate_with_every_name()
    {
        using var folder = new StoreFolder();
        var own = Open(folder).Own.Single().Certificate;
        var names = own.Extensions.OfType<X509SubjectAlternativeNameExtension>().Single();
        Assert.That(CertificateNames.Uris(own), Is.EqualTo(new[] { "urn:s7opcbridge:edge01" }));
        Assert.That(names.EnumerateDnsNames(), Is.EqualTo(new[] { "edge01.plant.local", "localhost" }));
        Assert.That(names.EnumerateIPAddresses().Select(a => a.ToString()), Is.EqualTo(new[] { "10.0.0.5", "127.0.0.1", "::1" }));
        Assert.That(
            CertificateValidation
                .Check([own], new TrustLists([own], [], []), CertificatePurpose.Application, TimeProvider.System.GetUtcNow())
                .IsGood
        );
        Assert.That(folder.Log, Does.Contain("A new certificate was made").And.Not.Contain("Warning"));
    }

    [Test]
    public void Only_the_owner_may_read_the_key()
    {
        if (OperatingSystem.IsWindows())
            Assert.Ignore("Windows has no file modes.");
        using var folder = new StoreFolder();
        Open(folder);
        var key = new DirectoryInfo(folder.Stores.Keys).GetFiles().Single();
#pragma warning disable CA1416 // not on Windows, see above
        Assert.That(key.UnixFileMode, Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
        Assert.That(key.Directory!.UnixFileMode, Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute));
        key.UnixFileMode |= UnixFileMode.GroupRead;
#pragma warning restore CA1416
        Open(folder);
        Assert.That(folder.Log, Does.Contain("; run 'chmod 600' on it"));
    }

    [Test]
    [ConformanceUnit("Security Default ApplicationInstance Certificate")]
    public void A_restart_keeps_the_certificate_whatever_the_machine_is_called()
    {
        using var folder = new StoreFolder();
        var first = Open(folder).Own.Single().Certificate.Thumbprint;
        Assert.That(Open(folder).Own.Single().Certificate.Thumbprint, Is.EqualTo(first));
    }

    [Test]
    public void A_name_that_is_missing_is_a_warning_and_not_a_new_certificate()
    {
        using var folder = new StoreFolder();
        var first = Open(folder).Own[0].Certificate.Thumbprint;
        var renamed = folder.Settings with { Name = "edge02", Advertise = ["edge01.plant.local", "10.0.0.6"] };
        Assert.That(ServerCertificates.Open(renamed, TimeProvider.System, folder).Own[0].Certificate.Thumbprint, Is.EqualTo(first));
        Assert.That(
            folder.Log,
            Does.Contain("does not name the ApplicationUri urn:s7opcbridge:edge02")
                .And.Contain("does not name 10.0.0.6")
                .And.Contain("certs create")
        );
        Assert.That(folder.Log, Does.Not.Contain("does not name edge01.plant.local"));
    }

    [Test]
    public void What_a_CA_signed_goes_before_what_the_bridge_signed_and_brings_its_chain()
    {
        using var folder = new StoreFolder();
        var self = Open(folder).Own[0];
        var now = TimeProvider.System.GetUtcNow();
        var root = UaTestAuthority.Root("Root", now);
        var middle = root.Below("Middle", now);
        using var key = self.Certificate.GetRSAPrivateKey()!;
        var request = CertificateProfile.From(folder.Settings).Request(key, selfSigned: false);
        using var signed = request.Create(middle.Certificate, now.AddDays(-1), now.AddDays(90), [1, 2, 3]);
        folder.Stores.Own.Add(signed, middle.Certificate);
        folder.Stores.Issuers.Add(root.Certificate);
        var own = Open(folder).Own;
        Assert.That(
            own.Select(c => c.Certificate.Thumbprint),
            Is.EqualTo(new[] { signed.Thumbprint, self.Certificate.Thumbprint }),
            "the old one still opens channels"
        );
        Assert.That(
            own[0].Issuers.Select(c => c.Thumbprint),
            Is.EqualTo(new[] { middle.Certificate.Thumbprint, root.Certificate.Thumbprint })
        );
    }

    [Test]
    public void A_certificate_without_its_key_is_a_sentence()
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        folder.Stores.Own.Add(UaTestAuthority.SelfSigned("lost", TimeProvider.System.GetUtcNow()));
        File.WriteAllText(Path.Combine(folder.Stores.Own.Certificates, "notes.txt"), "no certificate");
        File.WriteAllText(Path.Combine(folder.Stores.Keys, "bad.pem"), "no key");
        Assert.That(Open(folder).Own, Has.Count.EqualTo(1));
        Assert.That(
            folder.Log,
            Does.Contain("'CN=lost'")
                .And.Contain("has no key in")
                .And.Contain("notes.txt is no certificate that can be used")
                .And.Contain("bad.pem is no key that can be used")
        );
    }

    [Test]
    public void A_certificate_with_a_short_key_is_a_sentence_and_another_one_is_made()
    {
        using var folder = new StoreFolder();
        new OwnCertificates(folder.Stores).Create(
            CertificateProfile.From(folder.Settings),
            TimeSpan.FromDays(100),
            TimeProvider.System.GetUtcNow()
        );
        var (own, keys) = (folder.Stores.Own.Read(static _ => { }).Single(), new DirectoryInfo(folder.Stores.Keys).GetFiles().Single());
        using var weak = RSA.Create(1024);
        CertificateFiles.WriteKey(keys.FullName, weak);
        CertificateFiles.Write(
            own.Path,
            CertificateProfile
                .From(folder.Settings)
                .Request(weak, selfSigned: true)
                .CreateSelfSigned(TimeProvider.System.GetUtcNow().AddDays(-1), TimeProvider.System.GetUtcNow().AddDays(1))
        );
        Assert.That(Open(folder).Own, Has.Count.EqualTo(1));
        Assert.That(
            folder.Log,
            Does.Contain("has a key of 1024 bits; the security policies ask for 2048 to 4096").And.Contain("A new certificate was made")
        );
    }

    [Test]
    public async Task It_is_renewed_before_it_runs_out_and_the_old_one_retires(CancellationToken cancellationToken)
    {
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        new OwnCertificates(folder.Stores).Create(CertificateProfile.From(folder.Settings), TimeSpan.FromDays(30), clock.GetUtcNow());
        clock.Advance(TimeSpan.FromDays(19));
        var certificates = ServerCertificates.Open(folder.Settings, clock, folder);
        var first = certificates.Own.Single().Certificate.Thumbprint;
        var renewed = new TaskCompletionSource<(OwnCertificate Shown, IReadOnlyList<OwnCertificate> Retiring)>(
            TaskCreationOptions.RunContinuationsAsynchronously
        );
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = certificates.WatchAsync((shown, retiring) => renewed.TrySetResult((shown, retiring)), () => { }, stop.Token);
        clock.Advance(TimeSpan.FromDays(1.5));
        var (shown, retiring) = await renewed.Task.WaitAsync(cancellationToken);
        Assert.That(shown.Certificate.Thumbprint, Is.Not.EqualTo(first));
        Assert.That(retiring.Select(c => c.Certificate.Thumbprint), Is.EqualTo(new[] { first }));
        Assert.That(folder.Stores.Own.Read(static _ => { }), Has.Count.EqualTo(2), "and it is kept");
        await stop.CancelAsync();
        await watching;
    }

    [Test]
    public async Task An_issuer_that_comes_later_completes_the_chain_that_clients_are_sent(CancellationToken cancellationToken)
    {
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        var root = UaTestAuthority.Root("Root", clock.GetUtcNow());
        using var key = RSA.Create(2048);
        using var signed = CertificateProfile
            .From(folder.Settings)
            .Request(key, selfSigned: false)
            .Create(root.Certificate, clock.GetUtcNow().AddDays(-1), clock.GetUtcNow().AddDays(90), [1, 2, 3]);
        folder.Stores.Create();
        folder.Stores.Own.Add(signed);
        CertificateFiles.WriteKey(Path.Combine(folder.Stores.Keys, "own.pem"), key);
        var certificates = ServerCertificates.Open(folder.Settings, clock, folder);
        Assert.That(certificates.Own[0].Issuers, Is.Empty);
        var shown = new TaskCompletionSource<OwnCertificate>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = certificates.WatchAsync((own, _) => shown.TrySetResult(own), () => { }, stop.Token);
        folder.Stores.Issuers.Add(root.Certificate);
        clock.Advance(Tick);
        Assert.That((await shown.Task.WaitAsync(cancellationToken)).Issuers.Single().Subject, Is.EqualTo("CN=Root"));
        await stop.CancelAsync();
        await watching;
    }

    [Test]
    public async Task A_certificate_put_there_by_hand_is_taken_up_while_running(CancellationToken cancellationToken)
    {
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        var certificates = ServerCertificates.Open(folder.Settings, clock, folder);
        var shown = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = certificates.WatchAsync((own, _) => shown.TrySetResult(own.Certificate.Thumbprint), () => { }, stop.Token);
        clock.Advance(TimeSpan.FromMinutes(1));
        var made = new OwnCertificates(folder.Stores)
            .Create(CertificateProfile.From(folder.Settings), TimeSpan.FromDays(100), clock.GetUtcNow())
            .Certificate.Thumbprint;
        clock.Advance(Tick);
        Assert.That(await shown.Task.WaitAsync(cancellationToken), Is.EqualTo(made));
        await stop.CancelAsync();
        await watching;
    }

    [Test]
    public void A_folder_that_cannot_be_written_is_a_sentence()
    {
        using var folder = new StoreFolder();
        Directory.CreateDirectory(Path.GetDirectoryName(folder.Stores.Folder)!);
        File.WriteAllText(folder.Stores.Folder, "a file");
        Assert.That(
            () => Open(folder),
            Throws
                .TypeOf<CertificateStoreException>()
                .With.Message.StartsWith("The certificate stores in ")
                .And.Message.Contains("'certificates' under 'server'")
        );
    }

    private static ServerCertificates Open(StoreFolder folder) => ServerCertificates.Open(folder.Settings, TimeProvider.System, folder);
}
