using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity;
using S7OpcBridge.Mqtt;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Tests.Mqtt;

/// <summary>Which certificates of a broker are accepted.</summary>
public sealed class BrokerTrustTests
{
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();
    private static readonly UaTestAuthority Plant = UaTestAuthority.Root("Plant CA", Now);
    private static readonly X509Certificate2 Broker = Plant.Issue("broker", Now);

    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("s7opcbridge-trust-").FullName;

    [OneTimeTearDown]
    public void DisposeBroker() => Broker.Dispose();

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void A_certificate_of_the_named_CA_is_accepted_one_of_another_CA_is_not()
    {
        var own = WhyNot(FileOf(Plant.Certificate), SslPolicyErrors.RemoteCertificateChainErrors);
        var other = WhyNot(FileOf(UaTestAuthority.Root("Other CA", Now).Certificate), SslPolicyErrors.RemoteCertificateChainErrors);

        Assert.Multiple(() =>
        {
            Assert.That(own, Is.Null);
            Assert.That(other, Does.Contain("Plant CA").And.Contain(Broker.Thumbprint).And.Contain("trust"));
        });
    }

    [Test]
    public void A_name_that_is_not_in_the_certificate_is_refused_with_the_name()
    {
        var why = WhyNot(
            FileOf(Plant.Certificate),
            SslPolicyErrors.RemoteCertificateChainErrors | SslPolicyErrors.RemoteCertificateNameMismatch
        );

        Assert.That(why, Does.Contain("127.0.0.1"));
    }

    [Test]
    public void What_lies_among_the_trusted_certificates_is_accepted_whatever_it_calls_itself()
    {
        var stores = new CertificateStores(_folder);
        const SslPolicyErrors errors = SslPolicyErrors.RemoteCertificateChainErrors | SslPolicyErrors.RemoteCertificateNameMismatch;
        var before = WhyNot(", trust: stores", errors);
        stores.Trust([Broker]);

        Assert.Multiple(() =>
        {
            Assert.That(before, Is.Not.Null);
            Assert.That(WhyNot(", trust: stores", errors), Is.Null);
        });
    }

    [Test]
    public void The_machine_decides_where_the_map_says_nothing()
    {
        Assert.Multiple(() =>
        {
            Assert.That(WhyNot("", SslPolicyErrors.None), Is.Null);
            Assert.That(WhyNot("", SslPolicyErrors.RemoteCertificateChainErrors), Does.Contain("this machine"));
        });
    }

    private string? WhyNot(string entry, SslPolicyErrors errors) =>
        BrokerTrust.WhyNot(Broker, null, errors, MqttMap.Load(entry).Mqtt[0], _folder);

    private string FileOf(X509Certificate2 authority)
    {
        var path = Path.Combine(_folder, $"{authority.Thumbprint}.pem");
        File.WriteAllText(path, authority.ExportCertificatePem());
        return $", trust: {{ file: \"{path}\" }}";
    }
}
