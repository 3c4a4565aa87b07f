using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>What an administrator pushes becomes files in the stores, and files in the stores are what it reads.</summary>
[CancelAfter(60_000)]
public sealed class PushedCertificatesTests
{
    private static readonly ManualClock Clock = new();

    [Test]
    public void A_pushed_list_becomes_files_and_files_that_are_still_meant_keep_their_names()
    {
        using var folder = new StoreFolder();
        var (stores, now) = (folder.Stores, Clock.GetUtcNow());
        var root = UaTestAuthority.Root("Root", now);
        var (stays, goes, comes) = (
            UaTestAuthority.SelfSigned("stays", now),
            UaTestAuthority.SelfSigned("goes", now),
            UaTestAuthority.SelfSigned("comes", now)
        );
        stores.Create();
        File.WriteAllBytes(Path.Combine(stores.Trusted.Certificates, "by hand.der"), stays.RawData);
        stores.Trusted.Add(goes);
        File.WriteAllText(Path.Combine(stores.Trusted.Certificates, "garbage.pem"), "not a certificate");
        var management = ServerCertificates.Open(folder.Settings, Clock, folder).Management;

        var before = management.ReadTrust();
        Assert.That(before.TrustedCertificates, Is.EquivalentTo(new[] { stays.RawData, goes.RawData }));
        management.WriteTrust(
            new TrustListContent
            {
                TrustedCertificates = [comes.RawData, stays.RawData],
                IssuerCertificates = [root.Certificate.RawData],
                IssuerCrls = [root.RevocationList(now)],
            }
        );

        Assert.That(
            Directory.GetFiles(stores.Trusted.Certificates).Select(Path.GetFileName),
            Is.EquivalentTo((string[])["by hand.der", "garbage.pem", $"comes [{comes.Thumbprint}].pem"])
        );
        var after = management.ReadTrust();
        Assert.That(after.IssuerCertificates, Is.EqualTo(new[] { root.Certificate.RawData }));
        Assert.That(after.IssuerCrls, Has.Count.EqualTo(1));
        management.WriteTrust(after with { IssuerCrls = [], IssuerCertificates = [] });
        Assert.That(Directory.GetFiles(Path.Combine(stores.Folder, "issuers"), "*", SearchOption.AllDirectories), Is.Empty);
    }

    [Test]
    public void Issuers_behind_a_trusted_certificate_are_part_of_the_list_and_can_be_taken_out_of_it()
    {
        using var folder = new StoreFolder();
        var now = Clock.GetUtcNow();
        var root = UaTestAuthority.Root("Root", now);
        var client = root.Issue("mes", now);
        folder.Stores.Trusted.Add(client, root.Certificate);
        var management = ServerCertificates.Open(folder.Settings, Clock, folder).Management;
        var list = management.ReadTrust();
        Assert.That(list.IssuerCertificates, Is.EqualTo(new[] { root.Certificate.RawData }));
        management.WriteTrust(list);
        Assert.That(folder.Stores.Trusted.Read(static _ => { }).Single().Chain, Has.Count.EqualTo(2), "unchanged");
        management.WriteTrust(list with { IssuerCertificates = [] });
        Assert.That(folder.Stores.Trusted.Read(static _ => { }).Single().Chain, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_requested_key_survives_a_restart_and_the_certificate_for_it_replaces_the_old_one()
    {
        using var folder = new StoreFolder();
        var first = ServerCertificates.Open(folder.Settings, Clock, folder);
        var old = first.Own[0].Certificate.Thumbprint;
        var request = CertificateRequest.LoadSigningRequest(
            first.Management.CreateSigningRequest(null, true),
            HashAlgorithmName.SHA256,
            CertificateRequestLoadOptions.UnsafeLoadCertificateExtensions,
            RSASignaturePadding.Pkcs1
        );
        Assert.That(request.SubjectName.Name, Is.EqualTo("CN=edge01"));

        var second = ServerCertificates.Open(folder.Settings, Clock, folder);
        Assert.That(second.Own[0].Certificate.Thumbprint, Is.EqualTo(old), "a key without a certificate changes nothing");
        var (root, now) = (UaTestAuthority.Root("Root", Clock.GetUtcNow()), Clock.GetUtcNow());
        using var signed = request.Create(root.Certificate, now.AddDays(-1), now.AddDays(400), [1, 2, 3]);
        var withKey = second.Management.FindKey(signed);
        Assert.That(withKey, Is.Not.Null);
        second.Management.Install(new OwnCertificate(withKey!, root.Certificate));

        var third = ServerCertificates.Open(folder.Settings, Clock, folder);
        Assert.That(third.Own.Single().Certificate.Thumbprint, Is.EqualTo(signed.Thumbprint));
        Assert.That(third.Own[0].Issuers.Single().Subject, Is.EqualTo("CN=Root"));
        Assert.That(CertificateNames.HasHost(signed, "edge01.plant.local"), Is.True, "the request has the names of the map");
        Assert.That(
            Directory.GetFiles(Path.Combine(folder.Stores.Folder, "own", "replaced"), "*.pem", SearchOption.AllDirectories),
            Has.Length.EqualTo(3),
            "old certificate, its key, the requested key"
        );
        if (!OperatingSystem.IsWindows())
            Assert.That(
                Directory.GetFiles(folder.Stores.Keys).Select(File.GetUnixFileMode),
                Is.All.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite)
            );
    }

    [Test]
    public void Stores_that_cannot_be_written_are_a_status_and_not_a_crash()
    {
        using var folder = new StoreFolder();
        var management = ServerCertificates.Open(folder.Settings, Clock, folder).Management;
        Directory.Delete(folder.Stores.Trusted.Certificates, recursive: true);
        File.WriteAllText(folder.Stores.Trusted.Certificates, "a file where a folder should be");
        var list = new TrustListContent { TrustedCertificates = [UaTestAuthority.SelfSigned("x", Clock.GetUtcNow()).RawData] };
        Assert.That(() => management.WriteTrust(list), Throws.TypeOf<UaException>().With.Message.Contains("cannot be read or written"));
    }
}
