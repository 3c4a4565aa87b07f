using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity.Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Management;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Whatever a certificate calls itself, its file lies in the folder of its store (SA-0011, SA-0016).</summary>
public sealed class CertificateFileNameTests
{
    private static readonly Lazy<RSA> Key = new(static () => RSA.Create(2048));

    private static IEnumerable<TestCaseData> Names() =>
        (
            (string[])
                [
                    "../../x",
                    "/etc/x",
                    @"..\..\x",
                    "a\0b",
                    "a\nb",
                    "a\u001b[31mb",
                    "CON",
                    "NUL.txt",
                    "..",
                    ".",
                    " ",
                    "~/x",
                    "$(id)",
                    "ä/ö",
                    new string('x', 10_000),
                ]
        ).Select(name => new TestCaseData(name).SetArgDisplayNames(Shown(name)));

    // Test runners lose cases with control characters in their name.
    private static string Shown(string name) =>
        string.Concat(name.Take(20).Select(letter => char.IsControl(letter) ? $"<{(int)letter:X2}>" : $"{letter}"));

    [TestCaseSource(nameof(Names))]
    public void A_name_leads_nowhere_else(string name)
    {
        using var folder = new StoreFolder();
        using var certificate = Named(name);
        foreach (var store in (CertificateStore[])[folder.Stores.Trusted, folder.Stores.Rejected, folder.Stores.Users.Trusted])
        {
            store.Add(certificate);
            var file = Path.GetFileName(store.PathOf(certificate));
            Assert.That(Directory.GetFiles(store.Certificates).Select(Path.GetFileName), Is.EqualTo((string[])[file]));
            Assert.That(file, Does.Match(@"^[A-Za-z0-9 _-]*\[[0-9A-F]{40}\]\.pem$").And.Length.LessThan(200));
            Assert.That(store.Read(Assert.Fail).Single().Leaf.Thumbprint, Is.EqualTo(certificate.Thumbprint));
        }

        Assert.That(Directory.GetFiles(folder.Stores.Folder, "*", SearchOption.AllDirectories), Has.Length.EqualTo(3));
    }

    [TestCaseSource(nameof(Names))]
    public void Nor_does_one_that_an_administrator_pushes(string name)
    {
        using var folder = new StoreFolder();
        var server = ServerCertificates.Open(folder.Settings, TimeProvider.System, folder);
        using var own = Named(name, Key.Value);
        server.Management.WriteTrust(new TrustListContent { TrustedCertificates = [own.RawData] });
        server.Management.Install(new OwnCertificate(own));
        foreach (var store in (CertificateStore[])[folder.Stores.Trusted, folder.Stores.Own])
            Assert.That(
                Directory.GetFiles(store.Certificates).Select(Path.GetFileName),
                Is.EqualTo((string[])[Path.GetFileName(store.PathOf(own))])
            );
        Assert.That(Directory.GetFiles(folder.Stores.Keys), Has.Length.EqualTo(1));
        Assert.That(
            Directory.GetFiles(folder.Root, "*", SearchOption.AllDirectories),
            Is.All.StartsWith(folder.Stores.Folder + Path.DirectorySeparatorChar)
        );

        ServerCertificates.Open(folder.Settings, TimeProvider.System, folder);
        Assert.That(folder.Log, Does.Contain(own.Thumbprint), "it has been taken up");
        Assert.That(folder.Log.Split('\n'), Is.All.Match(@"^[A-Z][a-z]+: \P{C}*$"), "one printable line each");
    }

    [TestCaseSource(nameof(Names))]
    public void Nor_do_issuers_and_revocation_lists_that_are_pushed(string name)
    {
        using var folder = new StoreFolder();
        using var issuer = Named(name);
        var list = RevocationListOf(issuer, name);
        PushedTrust.Write(
            folder.Stores,
            new TrustListContent
            {
                IssuerCertificates = [issuer.RawData],
                TrustedCrls = [list],
                IssuerCrls = [list],
            }
        );
        var (trusted, issuers) = (folder.Stores.Trusted, folder.Stores.Issuers);
        Assert.That(Directory.GetFiles(issuers.Certificates), Is.EqualTo((string[])[issuers.PathOf(issuer)]));
        foreach (var store in (CertificateStore[])[trusted, issuers])
        {
            Assert.That(
                Path.GetFileName(Directory.GetFiles(store.RevocationLists).Single()),
                Does.Match(@"^pushed \[[0-9A-F]{40}\]\.pem$")
            );
            Assert.That(store.ReadRevocationLists(Assert.Fail).Single().Raw.ToArray(), Is.EqualTo(list));
        }

        Assert.That(
            Directory.GetFiles(folder.Root, "*", SearchOption.AllDirectories),
            Is.All.StartsWith(folder.Stores.Folder + Path.DirectorySeparatorChar)
        );
    }

    private static byte[] RevocationListOf(X509Certificate2 issuer, string name)
    {
        using var key = issuer.GetECDsaPrivateKey()!;
        var now = TimeProvider.System.GetUtcNow();
        return new CertificateRevocationListBuilder().Build(
            SubjectOf(name),
            X509SignatureGenerator.CreateForECDsa(key),
            1,
            now.AddDays(1),
            HashAlgorithmName.SHA256,
            X509AuthorityKeyIdentifierExtension.CreateFromSubjectKeyIdentifier(new byte[20]),
            now.AddDays(-1)
        );
    }

    private static X509Certificate2 Named(string name)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        return Named(new CertificateRequest(SubjectOf(name), key, HashAlgorithmName.SHA256));
    }

    private static X509Certificate2 Named(string name, RSA key) =>
        Named(new CertificateRequest(SubjectOf(name), key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1));

    private static X509Certificate2 Named(CertificateRequest request)
    {
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }

    private static X500DistinguishedName SubjectOf(string name)
    {
        var subject = new X500DistinguishedNameBuilder();
        subject.AddCommonName(name);
        return subject.Build();
    }
}
