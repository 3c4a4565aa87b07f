using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Registration;

/// <summary>Registration with a discovery server: made, renewed, taken back; and whatever goes wrong with it disturbs nobody.</summary>
[CancelAfter(60_000)]
internal sealed class RegistrationTests : UaServerFixture
{
    private static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;

    [ConformanceUnit("Discovery Register2")]
    [Test]
    public async Task The_server_registers_encrypted_renews_it_and_takes_it_back_when_it_stops()
    {
        await using var lds = new ScriptedDiscoveryServer();
        await StartAsync(lds.Url, onClock: true, timeout: TimeSpan.FromDays(40)); // the clock makes jumps that are no silence
        await lds.RegisteredAsync(Stop);
        await Server.HappensAsync<RegistrationChanged>(Stop, e => e.IsRegistered);
        while (lds.Registrations.Count < 2)
        {
            Clock.Advance(TimeSpan.FromMinutes(5));
            await Poll.AgainAsync(Stop);
        }

        await Server.Server.StopAsync(Stop);
        var registrations = lds.Registrations.ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(registrations.Select(r => r.How), Is.All.EqualTo("RegisterServer2 Aes256_Sha256_RsaPss DA"));
            Assert.That(registrations[..^1].Select(r => r.Server.IsOnline), Is.All.True);
            Assert.That(registrations[^1].Server.IsOnline, Is.False);
            Assert.That(registrations[0].Server.ServerUri, Is.EqualTo("urn:test:server"));
            Assert.That(
                registrations[0].Server.DiscoveryUrls,
                Is.EqualTo((string[])["opc.tcp://edge01.plant.local:4841", "opc.tcp://10.0.0.5:4840"])
            );
            Assert.That(
                Told(),
                Is.EqualTo(
                    (string[])
                        [
                            $"This server is registered with the discovery server {lds.Url}.",
                            $"This server is no longer registered with the discovery server {lds.Url}.",
                        ]
                ),
                "one line for each change"
            );
        });
    }

    [ConformanceUnit("Discovery Register")]
    [Test]
    public async Task An_old_discovery_server_gets_RegisterServer()
    {
        await using var lds = new ScriptedDiscoveryServer { KnowsRegisterServer2 = false };
        await StartAsync(lds.Url);
        await lds.RegisteredAsync(Stop);
        Assert.That(lds.Registrations.Single().How, Is.EqualTo("RegisterServer Aes256_Sha256_RsaPss"));
    }

    [Test]
    public async Task The_strongest_policy_that_both_speak_is_taken()
    {
        await using var lds = new ScriptedDiscoveryServer(options =>
            options with
            {
                SecurityPolicies = [SecurityPolicy.None, SecurityPolicy.Basic256Sha256, SecurityPolicy.Aes128Sha256RsaOaep],
            }
        );
        await StartAsync(lds.Url);
        await lds.RegisteredAsync(Stop);
        Assert.That(lds.Registrations.Single().How, Does.Contain("Aes128_Sha256_RsaOaep"));
    }

    [Test]
    public async Task Nothing_is_registered_without_encryption()
    {
        await using var lds = new ScriptedDiscoveryServer(options => options with { SecurityPolicies = [SecurityPolicy.None] });
        Assert.That(await TroubleAsync(lds.Url), Does.Contain("it offers no encrypted endpoint"));
    }

    [Test]
    public async Task A_discovery_server_that_is_not_trusted_is_not_told_anything()
    {
        await using var lds = new ScriptedDiscoveryServer();
        var trouble = await TroubleAsync(
            lds.Url,
            (_, _) => throw new UaException(StatusCodes.BadCertificateUntrusted, "the certificate 'CN=LDS' is not trusted; the command")
        );
        Assert.That(trouble, Does.Contain("failed: the certificate 'CN=LDS' is not trusted; the command."));
        Assert.That(lds.Registrations, Is.Empty);
    }

    [Test]
    public async Task A_discovery_server_that_calls_itself_somebody_else_is_not_told_anything()
    {
        await using var lds = new ScriptedDiscoveryServer { ApplicationUri = "urn:somebody:else" };
        Assert.That(await TroubleAsync(lds.Url), Does.Contain("its certificate does not contain its ApplicationUri 'urn:somebody:else'"));
        Assert.That(lds.Registrations, Is.Empty);
    }

    [Test]
    public async Task A_discovery_server_that_does_not_trust_us_says_so()
    {
        await using var lds = new ScriptedDiscoveryServer(options =>
            options with
            {
                CheckClientCertificate = (_, _) => StatusCodes.BadCertificateUntrusted,
            }
        );
        Assert.That(
            await TroubleAsync(lds.Url),
            Does.Contain("it ended the connection with BadSecurityChecksFailed; perhaps it does not trust this server's certificate yet")
        );
    }

    [TestCase("opc.tcp://127.0.0.1:1", "refused")]
    [TestCase("http://somewhere", "the URL is not valid")]
    [TestCase("opc.tcp://host.invalid", "known")]
    public async Task Who_is_not_there_is_told_once_and_clients_are_served(string url, string expected)
    {
        Assert.That(await TroubleAsync(url), Does.Contain(expected).IgnoreCase);
        Assert.That(await (await SessionAsync()).ReadAsync(Stop, Ids.Server_ServerStatus_State), Has.Length.EqualTo(1));
    }

    [Test]
    public async Task Silence_ends_after_a_while_and_a_discovery_server_that_comes_back_is_found()
    {
        await using var lds = new ScriptedDiscoveryServer { IsSilent = true };
        await StartAsync(lds.Url, onClock: true);
        while (!Server.Events.OfType<RegistrationChanged>().Any())
        {
            Clock.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }

        Assert.That(Told().Single(), Does.Contain("it did not answer within 15 s"));
        lds.IsSilent = false;
        while (lds.Registrations.IsEmpty)
        {
            Clock.Advance(TimeSpan.FromSeconds(1));
            await Poll.AgainAsync(Stop);
        }

        await Server.HappensAsync<RegistrationChanged>(Stop, e => e.IsRegistered);
        Assert.That(Told(), Has.Length.EqualTo(2));
    }

    private async Task<string> TroubleAsync(string url, ClientCertificateCheck? check = null)
    {
        await StartAsync(url, check: check);
        return (await Server.HappensAsync<RegistrationChanged>(Stop, e => e.IsTrouble)).Text;
    }

    private string[] Told() => [.. Server.Events.OfType<RegistrationChanged>().Select(e => e.Text)];

    private Task StartAsync(string url, bool onClock = false, ClientCertificateCheck? check = null, TimeSpan? timeout = null) =>
        StartAsync(options =>
            (onClock ? OnClock(options) : options) with
            {
                Certificate = Certificates.Server,
                Advertise = ["edge01.plant.local:4841", "10.0.0.5"],
                Extensions =
                [
                    new RegistrationExtension(
                        new DiscoveryRegistration
                        {
                            Url = url,
                            Timeout = timeout ?? TimeSpan.FromSeconds(15),
                            CheckServerCertificate = check ?? ((IReadOnlyList<X509Certificate2> _, SecurityPolicy _) => StatusCodes.Good),
                        }
                    ),
                ],
            }
        );
}
