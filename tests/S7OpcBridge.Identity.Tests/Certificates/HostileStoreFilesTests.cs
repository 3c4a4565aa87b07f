using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.Identity.Certificates;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Files in the stores that somebody damaged, mistook or made up: each is of use or complained about, and the others count.</summary>
[CancelAfter(120_000)]
public sealed class HostileStoreFilesTests
{
    private static readonly DateTimeOffset Now = new ManualClock().GetUtcNow();

    [Test]
    public void A_damaged_file_is_complained_about_and_harms_no_other()
    {
        using var folder = new StoreFolder();
        var (random, root) = (new Random(20261121), UaTestAuthority.Root("Root", Now));
        var good = UaTestAuthority.SelfSigned("good", Now);
        byte[][] certificates =
        [
            good.RawData,
            Encoding.ASCII.GetBytes(good.ExportCertificatePem()),
            Encoding.ASCII.GetBytes($"{good.ExportCertificatePem()}\n{root.Certificate.ExportCertificatePem()}"),
        ];
        byte[][] lists =
        [
            root.RevocationList(Now, good),
            Encoding.ASCII.GetBytes(PemEncoding.WriteString("X509 CRL", root.RevocationList(Now))),
        ];
        folder.Stores.Create();
        folder.Stores.Trusted.Add(good);
        var (hostile, list) = (
            Path.Combine(folder.Stores.Trusted.Certificates, "hostile"),
            Path.Combine(folder.Stores.Trusted.RevocationLists, "hostile")
        );
        var complaints = 0;
        for (var i = 0; i < 1500; i++)
        {
            File.WriteAllBytes(hostile, Damage(certificates[i % certificates.Length], random));
            File.WriteAllBytes(list, Damage(lists[i % lists.Length], random));
            var trust = folder.Stores.ReadTrust(_ => complaints++);
            Assert.That(trust.Trusts(good), Is.True);
        }
        Assert.That(complaints, Is.GreaterThan(1000), "damage that nobody notices is none");
    }

    [TestCase("")]
    [TestCase("-----BEGIN CERTIFICATE-----")]
    [TestCase("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----")]
    [TestCase("-----BEGIN X509 CRL-----\n!!!!\n-----END X509 CRL-----")]
    [TestCase("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----")]
    public void What_is_no_certificate_list_or_key_is_a_sentence(string text)
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        foreach (
            var place in (string[])
                [
                    folder.Stores.Trusted.Certificates,
                    folder.Stores.Trusted.RevocationLists,
                    folder.Stores.Own.Certificates,
                    folder.Stores.Keys,
                ]
        )
            File.WriteAllText(Path.Combine(place, "file"), text);
        var complaints = new List<string>();
        folder.Stores.ReadTrust(complaints.Add);
        new OwnCertificates(folder.Stores).Read(Now, complaints.Add);
        Assert.That(complaints, Has.Count.EqualTo(4).And.All.Contains("Replace or remove it."));
        Assert.That(complaints, Has.None.Contains("   at "));
    }

    [TestCase("pipe")]
    [TestCase("device")]
    [TestCase("long")]
    [Platform("Linux")]
    public void What_is_no_file_or_has_no_end_is_a_sentence_and_nobody_waits_for_it(string what)
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        foreach (
            var place in (string[])
                [
                    folder.Stores.Trusted.Certificates,
                    folder.Stores.Trusted.RevocationLists,
                    folder.Stores.Own.Certificates,
                    folder.Stores.Keys,
                ]
        )
        {
            var path = Path.Combine(place, "file");
            if (what == "pipe")
                NamedPipe.Make(path);
            else if (what == "device")
                File.CreateSymbolicLink(path, "/dev/zero");
            else
                using (var file = File.Create(path))
                    file.SetLength(3L * 1024 * 1024 * 1024);
        }
        var complaints = new List<string>();
        folder.Stores.ReadTrust(complaints.Add);
        new OwnCertificates(folder.Stores).Read(Now, complaints.Add);
        Assert.That(
            complaints,
            Has.Count.EqualTo(4).And.All.Match("It (is a named pipe|is a device|has more than 64 MB).*Replace or remove it")
        );
    }

    [Test, Platform(Exclude = "Win")]
    public void A_link_to_itself_is_complained_about_and_the_others_stay_trusted()
    {
        using var folder = new StoreFolder();
        var good = UaTestAuthority.SelfSigned("good", Now);
        folder.Stores.Create();
        folder.Stores.Trusted.Add(good);
        var endless = Path.Combine(folder.Stores.Trusted.Certificates, "endless.pem");
        File.CreateSymbolicLink(endless, endless);
        var complaints = new List<string>();
        Assert.That(new CurrentTrust(folder.Stores, complaints.Add).Lists.Trusts(good), Is.True);
        Assert.That(complaints.Single(), Does.StartWith(endless).And.EndsWith("Replace or remove it."));
    }

    [TestCase("pipe", "It is a named pipe, not a folder.")]
    [TestCase("file", "It is a file, not a folder.")]
    [Platform("Linux")]
    public void What_stands_in_place_of_the_stores_is_named(string what, string expected)
    {
        using var folder = new StoreFolder();
        Directory.CreateDirectory(Path.GetDirectoryName(folder.Stores.Folder)!);
        if (what == "pipe")
            NamedPipe.Make(folder.Stores.Folder);
        else
            File.WriteAllText(folder.Stores.Folder, "");
        Assert.That(folder.Stores.Create, Throws.InstanceOf<IOException>().With.Message.EqualTo(expected));
    }

    private static byte[] Damage(byte[] input, Random random)
    {
        var bytes = (byte[])input.Clone();
        for (var n = random.Next(1, 5); n > 0; n--)
            bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
        return random.Next(4) == 0 ? bytes[..random.Next(bytes.Length)] : bytes;
    }
}
