using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Whatever a certificate calls itself, its file lies in the folder of its store (SA-0011, SA-0016).</summary>
public sealed class CertificateFileNameTests
{
    private static IEnumerable<string> Names() =>
        ["../../x", "/etc/x", @"..\..\x", "a\0b", "a\nb", "a\u001b[31mb", "CON", "NUL.txt", "..", ".", " ", "~/x", "$(id)", "ä/ö", new string('x', 10_000)];

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

    private static X509Certificate2 Named(string name)
    {
        var subject = new X500DistinguishedNameBuilder();
        subject.AddCommonName(name);
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var now = TimeProvider.System.GetUtcNow();
        return new CertificateRequest(subject.Build(), key, HashAlgorithmName.SHA256).CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }
}
