using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity;
using S7OpcBridge.Identity.Tests;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Certificates;

namespace S7OpcBridge.Tests;

/// <summary>The <c>certs</c> commands as a shell sees them.</summary>
[CancelAfter(60_000)]
public sealed class CertsCommandTests
{
    private static readonly X509Certificate2 Client = UaTestAuthority.SelfSigned("mes", TimeProvider.System.GetUtcNow());

    [OneTimeTearDown]
    public void Dispose() => Client.Dispose();

    [Test]
    [ConformanceUnit("Security Administration")]
    public async Task A_rejected_client_is_trusted_by_thumbprint_by_its_beginning_and_as_the_last()
    {
        foreach (var which in (string[])[Client.Thumbprint, Client.Thumbprint[..8].ToLowerInvariant(), Client.Thumbprint[..4], "last"])
        {
            using var folder = new StoreFolder();
            folder.Stores.Create();
            folder.Stores.Reject([Client], TimeProvider.System.GetUtcNow());
            var shell = await RunAsync(folder, "trust", which);
            Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
            Assert.That(
                shell.Output,
                Does.StartWith($"Trusted: {Client.Thumbprint}  CN=mes, urn:test:mes, valid until ").And.Contain("no restart")
            );
            Assert.That(folder.Stores.ReadTrust(static _ => { }).Trusts(Client));
            Assert.That(folder.Stores.Rejected.Read(static _ => { }), Is.Empty);
            Assert.That((await RunAsync(folder, "trust", Client.Thumbprint)).Output, Does.StartWith("Already trusted: "));
        }
    }

    [Test]
    public async Task A_file_is_trusted_and_a_CA_is_told_from_a_client()
    {
        using var folder = new StoreFolder();
        var file = Path.Combine(folder.Root, "ca.der");
        await File.WriteAllBytesAsync(file, UaTestAuthority.Root("Root", TimeProvider.System.GetUtcNow()).Certificate.RawData);
        var shell = await RunAsync(folder, "trust", file);
        Assert.That(shell.ExitCode, Is.Zero);
        Assert.That(shell.Output, Does.Contain("It is a CA").And.Contain(folder.Stores.Trusted.RevocationLists));
    }

    [Test]
    public async Task A_certificate_for_the_pages_names_this_machine_and_https_takes_it()
    {
        using var folder = new StoreFolder();
        var shell = await RunAsync(folder, "create", "--web");
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
        var path = Path.GetFullPath(Path.Combine(folder.Stores.Folder, "web", "web.pem"));
        Assert.That(shell.Output, Does.StartWith("Created: ").And.Contain($"certificate: {path}"));
        var settings = new Map.WebSettings { Listen = [new Uri("https://0.0.0.0:8443")], Certificate = path };
        Assert.That(Web.WebHost.CertificateFault(settings, TimeProvider.System, out var isError), Is.Null);
        Assert.That(isError, Is.False);
        using var made = X509CertificateLoader.LoadCertificateFromFile(path);
        Assert.That((made.MatchesHostname(Environment.MachineName), made.MatchesHostname("127.0.0.1")), Is.EqualTo((true, true)));
        Assert.That(made.NotAfter - made.NotBefore, Is.LessThan(TimeSpan.FromDays(830)));
        if (!OperatingSystem.IsWindows())
            Assert.That(File.GetUnixFileMode(path), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
        Assert.That(folder.Stores.Own.Read(static _ => { }), Is.Empty, "the bridge's own is another");
    }

    [TestCase("no certificate has been rejected; let the client try to connect first", "trust", "last")]
    [TestCase(
        "no rejected certificate has the thumbprint 'ABCDEF12', and no file has that name; 's7opcbridge certs list' shows what there is.",
        "trust",
        "ABCDEF12"
    )]
    [TestCase("no trusted certificate has the thumbprint 'ABCDEF12'; ", "untrust", "ABCDEF12")]
    public async Task What_is_not_there_ends_with_1_and_a_sentence(string expected, params string[] args)
    {
        using var folder = new StoreFolder();
        var shell = await RunAsync(folder, args);
        Assert.That((shell.ExitCode, shell.Output), Is.EqualTo((1, "")));
        Assert.That(shell.Error, Does.StartWith("s7opcbridge: " + expected));
    }

    [TestCase("untrust")]
    [TestCase("trust")]
    public async Task Four_digits_of_a_thumbprint_are_enough_and_fewer_are_told_so(string command)
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        if (command == "trust")
            folder.Stores.Reject([Client], TimeProvider.System.GetUtcNow());
        else
            folder.Stores.Trust([Client]);
        var tooFew = await RunAsync(folder, command, Client.Thumbprint[..3]);
        Assert.That(
            (tooFew.ExitCode, tooFew.Error.Trim()),
            Is.EqualTo((1, $"s7opcbridge: '{Client.Thumbprint[..3]}' is too short for a thumbprint; write at least its first 4 digits."))
        );
        Assert.That((await RunAsync(folder, command, Client.Thumbprint[..4])).ExitCode, Is.Zero);
    }

    [Test]
    public async Task What_a_stranger_wrote_into_a_certificate_neither_steers_the_terminal_nor_forges_a_line()
    {
        using var folder = new StoreFolder();
        using var hostile = HostileCertificate.Create();
        folder.Stores.Create();
        folder.Stores.Reject([hostile], TimeProvider.System.GetUtcNow());
        var file = Path.Combine(folder.Root, "hostile.pem");
        await File.WriteAllTextAsync(file, hostile.ExportCertificatePem());
        var said = new List<Shell>
        {
            await RunAsync(folder, "list"),
            await RunAsync(folder, "trust", file),
            await RunAsync(folder, "untrust", hostile.Thumbprint[..6]),
        };
        foreach (var shell in said)
        {
            Assert.That(shell.ExitCode, Is.Zero, shell.Error);
            Assert.That(shell.Output, Does.Contain(hostile.Thumbprint).And.Not.Contain("\u001b").And.Not.Contain("\u202e"));
            Assert.That(shell.Output.ReplaceLineEndings("\n").Split('\n'), Has.None.StartsWith(HostileCertificate.Forged));
            Assert.That(shell.Output.ReplaceLineEndings("").Any(char.IsControl), Is.False);
        }
        var page = RejectedClient.In(folder.Settings).Single();
        Assert.That(page.Name.Any(char.IsControl), Is.False);
    }

    [TestCase("::::::")]
    [TestCase("      ")]
    [TestCase("AB:CD:")]
    public async Task Too_little_of_a_thumbprint_trusts_nobody(string which)
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        folder.Stores.Reject([Client], TimeProvider.System.GetUtcNow());
        Assert.That((await RunAsync(folder, "trust", which)).ExitCode, Is.EqualTo(1));
        Assert.That(folder.Stores.ReadTrust(static _ => { }).Trusts(Client), Is.False);
    }

    [TestCase("export")]
    [TestCase("csr")]
    public async Task A_file_that_cannot_be_written_is_named_and_the_stores_are_not_blamed(string command)
    {
        using var folder = new StoreFolder();
        var file = Path.Combine(folder.Root, "nowhere", "server.pem");
        var shell = await RunAsync(folder, command, "--out", file);
        Assert.That((shell.ExitCode, shell.Output), Is.EqualTo((1, "")));
        Assert.That(shell.Error, Does.StartWith($"s7opcbridge: {file} cannot be written: ").And.Not.Contain("stores"));
    }

    [Test]
    public async Task A_file_that_holds_no_certificate_ends_with_1()
    {
        using var folder = new StoreFolder();
        var map = folder.Map();
        var shell = await Shell.RunAsync("certs", "trust", map, "--map", map);
        Assert.That(
            (shell.ExitCode, shell.Error),
            Is.EqualTo((1, $"s7opcbridge: {map} contains no certificate; name a DER or PEM file.{Environment.NewLine}"))
        );
    }

    [Test]
    public async Task Untrust_moves_a_client_back_among_the_rejected()
    {
        using var folder = new StoreFolder();
        folder.Stores.Trust([Client]);
        var shell = await RunAsync(folder, "untrust", Client.Thumbprint);
        Assert.That(shell.ExitCode, Is.Zero);
        Assert.That(folder.Stores.Trusted.Read(static _ => { }), Is.Empty);
        Assert.That(folder.Stores.Rejected.Read(static _ => { }), Has.Count.EqualTo(1));
    }

    [Test]
    public async Task List_shows_every_store()
    {
        using var folder = new StoreFolder();
        var (now, root) = (TimeProvider.System.GetUtcNow(), UaTestAuthority.Root("Root", TimeProvider.System.GetUtcNow()));
        folder.Stores.Create();
        folder.Stores.Trust([root.Certificate]);
        await File.WriteAllBytesAsync(Path.Combine(folder.Stores.Trusted.RevocationLists, "root.crl"), root.RevocationList(now, Client));
        folder.Stores.Reject([Client], now);
        var shell = await RunAsync(folder, "list");
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
        var lines = shell.Output.Split(Environment.NewLine);
        Assert.That(lines[0], Is.EqualTo(folder.Stores.Folder));
        Assert.That(
            lines,
            Has.Some.EndsWith(", a CA")
                .And.Some.StartsWith("  Revocation list of CN=Root: 1 revoked, next due ")
                .And.Some.StartsWith($"  {Client.Thumbprint}  CN=mes")
        );
    }

    [Test]
    public async Task Export_writes_the_certificate_and_never_the_key()
    {
        using var folder = new StoreFolder();
        var file = Path.Combine(folder.Root, "server.der");
        var toFile = await RunAsync(folder, "export", "--out", file);
        var toScreen = await RunAsync(folder, "export");
        Assert.That((toFile.ExitCode, toScreen.ExitCode, toFile.Output), Is.EqualTo((0, 0, "")));
        using var fromFile = X509CertificateLoader.LoadCertificateFromFile(file);
        using var fromScreen = X509Certificate2.CreateFromPem(toScreen.Output);
        Assert.That(fromScreen.RawData, Is.EqualTo(fromFile.RawData));
        Assert.That(toScreen.Output, Does.Not.Contain("PRIVATE"));
        Assert.That(CertificateNames.HasUri(fromFile, "urn:s7opcbridge:edge01"));
    }

    [Test]
    public async Task A_request_asks_for_the_names_of_the_map_with_the_key_that_is_there()
    {
        using var folder = new StoreFolder();
        var shell = await RunAsync(folder, "csr");
        var request = CertificateRequest.LoadSigningRequestPem(
            shell.Output,
            HashAlgorithmName.SHA256,
            CertificateRequestLoadOptions.UnsafeLoadCertificateExtensions
        );
        using var exported = X509Certificate2.CreateFromPem((await RunAsync(folder, "export")).Output);
        Assert.That(shell.ExitCode, Is.Zero);
        Assert.That(request.SubjectName.Name, Is.EqualTo("CN=edge01"));
        Assert.That(request.PublicKey.ExportSubjectPublicKeyInfo(), Is.EqualTo(exported.PublicKey.ExportSubjectPublicKeyInfo()));
        Assert.That(
            request.CertificateExtensions.OfType<X509SubjectAlternativeNameExtension>().Single().EnumerateDnsNames(),
            Has.Member("edge01.plant.local")
        );
    }

    [Test]
    public async Task Create_replaces_the_certificate_and_keeps_the_old_one_aside()
    {
        using var folder = new StoreFolder();
        await RunAsync(folder, "export");
        var shell = await RunAsync(folder, "create", "--bits", "3072", "--days", "10");
        Assert.That(shell.ExitCode, Is.Zero, shell.Error);
        var own = new OwnCertificates(folder.Stores).Read(TimeProvider.System.GetUtcNow(), static _ => { }).Single().Certificate;
        using var key = own.GetRSAPublicKey()!;
        Assert.That(key.KeySize, Is.EqualTo(3072));
        Assert.That(shell.Output, Does.StartWith($"Created: {own.Thumbprint}"));
        Assert.That(
            Directory.GetFiles(Path.Combine(folder.Stores.Folder, "own", "replaced"), "*", SearchOption.AllDirectories),
            Has.Length.EqualTo(2)
        );
    }

    [Test]
    public async Task Create_makes_one_on_nistP256_beside_the_RSA_one_and_the_next_start_offers_its_policies()
    {
        using var folder = new StoreFolder();
        var first = await RunAsync(folder, "create");
        Assert.That(first.ExitCode, Is.Zero, first.Error);
        var curve = new OwnCertificates(folder.Stores, CertificateKind.NistP256);
        var old = Thumbprint();
        Assert.That(first.Output, Does.Contain($"Created: {old}").And.Contain("certs export --curve nistP256").And.Contain("next start"));
        await RunAsync(folder, "create");
        Assert.That(Thumbprint(), Is.Not.EqualTo(old));
        Assert.That(
            Directory.GetFiles(Path.Combine(folder.Stores.Folder, "own", "nistP256", "replaced"), "*", SearchOption.AllDirectories),
            Has.Length.EqualTo(2)
        );

        string Thumbprint() => curve.Read(TimeProvider.System.GetUtcNow(), static _ => { }).Single().Certificate.Thumbprint;
    }

    [TestCase("certs", "create", "--bits", "1024")]
    [TestCase("certs", "create", "--days", "0")]
    [TestCase("certs", "trust")]
    [TestCase("certs")]
    public async Task Wrong_usage_ends_with_2(params string[] args) => Assert.That((await Shell.RunAsync(args)).ExitCode, Is.EqualTo(2));

    [Test]
    public async Task The_commands_create_list_export_and_request_by_curve()
    {
        using var folder = new StoreFolder();
        var map = folder.Map();
        var created = await Shell.RunAsync(["certs", "create", "--curve", "nistP384", "--map", map]);
        Assert.That((created.ExitCode, created.Error), Is.EqualTo((0, "")));
        var listed = await Shell.RunAsync(["certs", "list", "--map", map]);
        var thumbprint = created.Output.Split(' ')[1];
        Assert.That(
            listed.Output.ReplaceLineEndings("\n"),
            Does.Contain($"own/nistP384:\n  {thumbprint}  CN=edge01, urn:s7opcbridge:edge01")
        );
        Assert.That(listed.Output, Does.Not.Contain("own/nistP256"));
        using var exported = X509Certificate2.CreateFromPem(
            (await Shell.RunAsync(["certs", "export", "--curve", "nistP384", "--map", map])).Output
        );
        Assert.That(
            (exported.Thumbprint, CertificateKinds.KindOf(exported)),
            Is.EqualTo((thumbprint, (CertificateKind?)CertificateKind.NistP384))
        );
        Assert.That(
            (await Shell.RunAsync(["certs", "csr", "--curve", "nistP384", "--map", map])).Output,
            Does.StartWith("-----BEGIN CERTIFICATE REQUEST-----")
        );
        await Shell.RunAsync(["certs", "create", "--curve", "nistP384", "--map", map]);
        Assert.That(
            new OwnCertificates(folder.Stores, CertificateKind.NistP384).Store.Read(static _ => { }).Single().Leaf.Thumbprint,
            Is.Not.EqualTo(thumbprint)
        );
        Assert.That((await Shell.RunAsync(["certs", "create", "--curve", "P-256", "--map", map])).ExitCode, Is.EqualTo(2));
    }

    private static Task<Shell> RunAsync(StoreFolder folder, params string[] args) =>
        Shell.RunAsync(["certs", .. args, "--map", folder.Map()]);
}
