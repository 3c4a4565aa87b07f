using System.Net.Sockets;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>Certificates that change while clients are connected: the server's own, and the trust in theirs.</summary>
[CancelAfter(30_000)]
internal sealed class CertificateRenewalTests : UaServerFixture
{
    private static readonly NodeId ServerState = Ids.Server_ServerStatus_State;
    private static readonly UaTestCertificates Old = new();
    private static readonly UaTestCertificates New = new();

    [Test]
    public async Task A_renewed_certificate_drops_no_session_and_its_tokens_are_still_renewed()
    {
        await StartSecureAsync((_, _) => StatusCodes.Good);
        var client = await ConnectAsync(Old);
        Server.Server.Renew(New.Server);
        Assert.That((await client.ReadAsync(Stop, ServerState)), Has.Length.EqualTo(1));
        Assert.That(client.Session!.ServerCertificate, Is.EqualTo(Old.Server.Leaf));
        var channel = Keep(await UaTestChannel.OpenAsync(Server.Port, Stop));
        await channel.SendAsync(new GetEndpointsRequest { EndpointUrl = "opc.tcp://localhost" }, Stop);
        var endpoints = UaTestClient.Decode<GetEndpointsResponse>((await channel.ReceiveAsync(Stop)).Body).Endpoints;
        Assert.That(endpoints.Select(e => e.ServerCertificate), Is.All.EqualTo(New.Server.Leaf));
    }

    [Test]
    public async Task A_retiring_certificate_opens_channels_until_it_is_taken_out()
    {
        await StartSecureAsync((_, _) => StatusCodes.Good);
        Server.Server.Renew(New.Server, Old.Server);
        Assert.That(await StatusOf(ConnectAsync(Old)), Is.EqualTo("Good"));
        Server.Server.Renew(New.Server);
        Assert.That(await StatusOf(ConnectAsync(Old)), Is.EqualTo("ERR BadSecurityChecksFailed"));
    }

    [Test]
    public async Task Who_is_no_longer_trusted_loses_the_channel_and_nobody_else_does()
    {
        var untrusted = new HashSet<string>();
        await StartSecureAsync(
            (chain, _) => untrusted.Contains(chain[0].Thumbprint) ? StatusCodes.BadCertificateUntrusted : StatusCodes.Good
        );
        var stays = new UaTestCertificates(Old);
        var (leaver, stayer) = (await ConnectAsync(Old), await ConnectAsync(stays));
        untrusted.Add(Old.Client.Certificate.Thumbprint);
        Server.Server.RecheckClients();
        Assert.That(
            async () => await leaver.ReadAsync(Stop, ServerState),
            Throws.InstanceOf<IOException>().Or.InstanceOf<SocketException>()
        );
        Assert.That((await stayer.ReadAsync(Stop, ServerState)), Has.Length.EqualTo(1));
    }

    [TestCase(nameof(StatusCodes.BadCertificateUntrusted))]
    [TestCase(nameof(StatusCodes.BadCertificateRevoked))]
    [TestCase(nameof(StatusCodes.BadCertificateTimeInvalid))]
    public async Task The_peer_learns_that_it_was_refused_and_the_log_why(string code)
    {
        var status = (uint)typeof(StatusCodes).GetField(code)!.GetRawConstantValue()!;
        await StartSecureAsync((_, _) => throw new UaException(status, "the reason, and the remedy"));
        Assert.That(await StatusOf(ConnectAsync(Old)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        var rejected = Server.Events.OfType<ChannelRejected>().Single();
        Assert.That(StatusCodes.NameOf(rejected.Status), Is.EqualTo(code));
        Assert.That(rejected.Text, Does.Contain("the reason, and the remedy"));
    }

    [Test]
    public async Task A_check_that_breaks_ends_that_channel_and_no_other_and_is_reported()
    {
        var breaks = false;
        await StartSecureAsync(
            (_, _) => breaks ? throw new System.Security.Cryptography.CryptographicException("corrupted") : StatusCodes.Good
        );
        var bystander = await ConnectAsync(Old);
        breaks = true;
        Assert.That(await StatusOf(ConnectAsync(new UaTestCertificates(Old))), Does.StartWith("ERR Bad"));
        Assert.That((await Server.HappensAsync<RequestFailed>(Stop)).Exception.Message, Is.EqualTo("corrupted"));
        Assert.That((await bystander.ReadAsync(Stop, ServerState)), Has.Length.EqualTo(1));
    }

    [Test]
    public async Task A_name_that_the_certificate_does_not_have_is_told_once_and_harms_nobody()
    {
        await StartSecureAsync((_, _) => StatusCodes.Good);
        foreach (var host in (string[])["localhost", "elsewhere", "elsewhere", "10.9.8.7"])
        {
            var channel = Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));
            await channel.HelloAsync(Stop);
            await channel.OpenAsync(Stop, Old, SecurityPolicy.Basic256Sha256, MessageSecurityMode.Sign);
            await Keep(new UaTestClient(channel)).CreateSessionAsync(Stop, Old, request => request.EndpointUrl = $"opc.tcp://{host}:4840");
        }

        Assert.That(Server.Events.OfType<NameNotInCertificate>().Select(e => e.Host), Is.EqualTo((string[])["elsewhere", "10.9.8.7"]));
    }

    private Task StartSecureAsync(ClientCertificateCheck check) =>
        StartAsync(options =>
            options with
            {
                SecurityPolicies = [SecurityPolicy.Basic256Sha256],
                Certificate = Old.Server,
                CheckClientCertificate = check,
            }
        );

    private async Task<UaTestClient> ConnectAsync(UaTestCertificates certificates) =>
        Keep(
            await UaTestClient.ConnectAsync(
                Server.Port,
                certificates,
                SecurityPolicy.Basic256Sha256,
                MessageSecurityMode.SignAndEncrypt,
                Stop
            )
        );
}
