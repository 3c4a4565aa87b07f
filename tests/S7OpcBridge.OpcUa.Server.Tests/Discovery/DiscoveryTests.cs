using System.Net;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Discovery;

[CancelAfter(20_000)]
internal sealed class DiscoveryTests : UaServerFixture
{
    private static readonly EndPoint Local = new IPEndPoint(IPAddress.Parse("172.17.0.2"), 4840);

    [TestCase("opc.tcp://plc-gateway:4840", "opc.tcp://plc-gateway:4840")]
    [TestCase("opc.tcp://192.168.1.5:14840/some/path", "opc.tcp://192.168.1.5:14840")]
    [TestCase("opc.tcp://[fe80::1]:4840", "opc.tcp://[fe80::1]:4840")]
    [TestCase("", "opc.tcp://172.17.0.2:4840")]
    [TestCase(null, "opc.tcp://172.17.0.2:4840")]
    [TestCase("no url at all!", "opc.tcp://172.17.0.2:4840")]
    [TestCase("opc.tcp://bad host:1", "opc.tcp://172.17.0.2:4840")]
    [ConformanceUnit("Discovery Get Endpoints")]
    public void A_client_is_told_the_name_by_which_it_came(string? asked, string told) =>
        Assert.That(Book("opc.tcp://0.0.0.0:4840").UrlFor(asked, Local), Is.EqualTo(told));

    [TestCase("opc.tcp://edge01.plant.local:4840", "opc.tcp://edge01.plant.local:4840")]
    [TestCase("opc.tcp://EDGE01.plant.local:14840", "opc.tcp://EDGE01.plant.local:14840")]
    [TestCase("opc.tcp://10.0.0.7:4840", "opc.tcp://10.0.0.7:4840")]
    [TestCase("opc.tcp://3f2a9c01d4:4840", "opc.tcp://edge01.plant.local:24840")]
    [TestCase(null, "opc.tcp://edge01.plant.local:24840")]
    public void With_advertised_names_no_other_is_ever_told(string? asked, string told) =>
        Assert.That(Book("opc.tcp://0.0.0.0:4840", "edge01.plant.local:24840", "10.0.0.7").UrlFor(asked, Local), Is.EqualTo(told));

    /// <summary>The same cases as those of the map's URLs in ReverseConnectTests.</summary>
    [TestCase("opc.tcp://0.0.0.0:4841", "edge01", "opc.tcp://edge01:4841")]
    [TestCase("opc.tcp://0.0.0.0:4841/ua", "edge01:14840", "opc.tcp://edge01:14840/ua")]
    [TestCase("opc.tcp://[::]:4841/", "fe80::1", "opc.tcp://[fe80::1]:4841/")]
    [TestCase("opc.tcp://[::]:4841", "[fe80::1]:14840", "opc.tcp://[fe80::1]:14840")]
    [TestCase("opc.tcp://0.0.0.0:4841", "opc.tcp://Edge01:4840/other", "opc.tcp://Edge01:4840")]
    [TestCase("opc.tcp://0.0.0.0:4841", "OPC.TCP://edge01", "opc.tcp://edge01:4841")]
    [TestCase("opc.tcp://LocalHost:4841/x", null, "opc.tcp://LocalHost:4841/x")]
    public void Advertised_names_get_port_and_path_of_the_endpoint(string listening, string? advertised, string url)
    {
        var address = Parse(listening);
        ServerAddress[] names = advertised is null ? [] : [ServerAddress.FromAdvertised(advertised, address.Port)];
        var urls = new EndpointUrls(address, names);
        Assert.That(urls.All, Is.EqualTo((string[])[url]));
        Assert.That(urls.UrlFor(url, Local), Is.EqualTo(url), "as a client asks that was told it");
    }

    [
        TestCase("opc.tcp://localhost:4840/", "localhost", 4840, "/"),
        TestCase("localhost", "localhost", 4840, ""),
        TestCase("[::]:1", "::", 1, ""),
        TestCase("opc.tcp://0.0.0.0:0", "0.0.0.0", 0, "")
    ]
    public void Addresses_are_read(string text, string host, int port, string path)
    {
        Assert.That(ServerAddress.TryParse(text, out var address), Is.True);
        Assert.That(address, Is.EqualTo(new ServerAddress(host, port, path)));
    }

    [
        TestCase("opc.tcp://"),
        TestCase("opc.tcp://host:port"),
        TestCase("opc.tcp://host:70000"),
        TestCase("opc.tcp://ho st"),
        TestCase("http://host:1")
    ]
    public void What_is_no_address_is_not_read(string text) => Assert.That(ServerAddress.TryParse(text, out _), Is.False);

    [Test]
    public async Task A_policy_id_means_the_same_on_every_endpoint()
    {
        await StartAsync(options =>
            options with
            {
                SecurityPolicies = SecurityPolicy.All,
                Certificate = UaTestCertificates.Shared.Server,
                CheckClientCertificate = (_, _) => StatusCodes.Good,
                CheckUserName = (_, _, _, _) => ValueTask.FromResult<UaUser?>(null),
                CheckUserCertificate = (_, _, _) => ValueTask.FromResult<UaUser?>(null),
            }
        );
        var client = await ClientAsync();
        var endpoints = (await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest(), Stop)).Endpoints;
        var meanings = endpoints
            .SelectMany(endpoint => endpoint.UserIdentityTokens)
            .Select(token =>
                (token.PolicyId, Means: (token.TokenType, token.SecurityPolicyUri, token.IssuedTokenType, token.IssuerEndpointUrl))
            )
            .Distinct()
            .ToArray();
        Assert.That(meanings.Select(meaning => meaning.Means.TokenType).Distinct().Count(), Is.EqualTo(3));
        Assert.That(meanings.Select(meaning => meaning.PolicyId), Is.Unique);
        foreach (var endpoint in endpoints)
            Assert.That(endpoint.UserIdentityTokens.Select(token => token.PolicyId), Is.Unique);
    }

    [Test]
    [ConformanceUnit("Discovery Find Servers Self")]
    [ConformanceUnit("Discovery Get Endpoints")]
    public async Task FindServers_and_GetEndpoints_need_no_session_and_agree()
    {
        await StartAsync();
        var client = await ClientAsync();
        var url = $"opc.tcp://127.0.0.1:{Server.Port}";
        var servers = await client.CallAsync<FindServersResponse>(new FindServersRequest { EndpointUrl = url }, Stop);
        var endpoints = await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = url }, Stop);
        Assert.That(servers.Servers.Single().DiscoveryUrls, Is.EqualTo((string[])[url]));
        var endpoint = endpoints.Endpoints.Single();
        Assert.That(endpoint.EndpointUrl, Is.EqualTo(url));
        Assert.That(endpoint.Server.ApplicationUri, Is.EqualTo("urn:test:server"));
        Assert.That(endpoint.SecurityPolicyUri, Is.EqualTo("http://opcfoundation.org/UA/SecurityPolicy#None"));
        Assert.That(endpoint.UserIdentityTokens.Single().TokenType, Is.EqualTo(UserTokenType.Anonymous));
        Assert.That(endpoint.ServerCertificate, Is.Null);
    }

    [Test]
    [ConformanceUnit("Discovery Find Servers Self")]
    [ConformanceUnit("Discovery Get Endpoints")]
    public async Task Filters_for_other_servers_and_other_transports_leave_nothing()
    {
        await StartAsync();
        var client = await ClientAsync();
        var servers = await client.CallAsync<FindServersResponse>(new FindServersRequest { ServerUris = ["urn:other"] }, Stop);
        var endpoints = await client.CallAsync<GetEndpointsResponse>(
            new GetEndpointsRequest { ProfileUris = ["http://opcfoundation.org/UA-Profile/Transport/wss-uajson"] },
            Stop
        );
        Assert.That((servers.Servers.Length, endpoints.Endpoints.Length), Is.EqualTo((0, 0)));
    }

    private static EndpointUrls Book(string listening, params string[] advertised) => new(Parse(listening), [.. advertised.Select(Parse)]);

    private static ServerAddress Parse(string text) =>
        ServerAddress.TryParse(text, out var address) ? address : throw new ArgumentException(text);
}
