using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Identity.Tests;

/// <summary>A store that Kubernetes fills: files are links into a folder that is itself a link, and a new version moves only the latter.</summary>
public sealed class LinkedStoreTests
{
    [Test]
    public void A_new_version_behind_the_links_is_noticed()
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-store-").FullName;
        try
        {
            var store = new CertificateStore(folder);
            store.Create();
            var (first, second) = (
                Version(store, "..1", DateTime.UnixEpoch.AddDays(1)),
                Version(store, "..2", DateTime.UnixEpoch.AddDays(2))
            );
            var current = Path.Combine(store.Certificates, "..data");
            Directory.CreateSymbolicLink(current, "..1");
            File.CreateSymbolicLink(Path.Combine(store.Certificates, "bridge.pem"), Path.Combine("..data", "bridge.pem"));
            var stamp = store.Stamp();
            Assert.That(store.Read(_ => { }).Single().Leaf.Thumbprint, Is.EqualTo(first));

            Directory.Delete(current);
            Directory.CreateSymbolicLink(current, "..2");
            Assert.That(store.Read(_ => { }).Single().Leaf.Thumbprint, Is.EqualTo(second));
            Assert.That(store.Stamp(), Is.Not.EqualTo(stamp));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string Version(CertificateStore store, string name, DateTime written)
    {
        var folder = Directory.CreateDirectory(Path.Combine(store.Certificates, name)).FullName;
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var certificate = new CertificateRequest("CN=bridge", key, HashAlgorithmName.SHA256).CreateSelfSigned(
            DateTimeOffset.UnixEpoch,
            DateTimeOffset.UnixEpoch.AddYears(1)
        );
        var path = Path.Combine(folder, "bridge.pem");
        File.WriteAllText(path, certificate.ExportCertificatePem());
        File.SetLastWriteTimeUtc(path, written);
        return certificate.Thumbprint;
    }
}
