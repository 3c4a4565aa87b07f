using S7OpcBridge.Map.RawConfig.Server;
using S7OpcBridge.Testing;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>The keys of the server, alone and against each other, and the map as a whole.</summary>
public sealed class ServerKeysTests
{
    [Test]
    public void The_server_says_who_it_is_and_where()
    {
        var server = MapText
            .Load(
                """
                server: { name: edge 01, namespace: "urn:plant", endpoint: "opc.tcp://0.0.0.0:4841", advertise: [edge01, 10.0.0.1], security: None, allowInsecure: true, anonymous: read, maxSessions: 7, maxMonitoredItems: 9 }
                plcs: []
                """
            )
            .Map!.Server;
        Assert.That(server.ApplicationUri, Is.EqualTo("urn:s7opcbridge:edge%2001"));
        Assert.That(server.TagNamespace, Is.EqualTo("urn:plant"));
        Assert.That(server.Endpoint.Port, Is.EqualTo(4841));
        Assert.That(server.Advertise, Is.EqualTo(new[] { "edge01", "10.0.0.1" }));
        Assert.That(
            (server.Limits.MaxSessions, server.Limits.MaxMonitoredItems, server.Anonymous, server.IsLoopback),
            Is.EqualTo((7, 9, AnonymousAccess.Read, false))
        );
        Assert.That(new ServerSettings { Name = "edge01" }.TagNamespace, Is.EqualTo("urn:s7opcbridge:edge01:tags"));
    }

    [Test]
    public void A_discovery_server_is_a_url_and_needs_a_certificate()
    {
        var server = MapText
            .Load("server: { security: None, anonymous: read, discovery: \"opc.tcp://lds.plant.local:4840\" }\nplcs: []")
            .Map!.Server;
        Assert.That((server.Discovery, server.NeedsCertificate), Is.EqualTo(("opc.tcp://lds.plant.local:4840", true)));
        Assert.That(
            MapText.Load("server: { discovery: lds, anonymous: read }\nplcs: []").Findings,
            Is.EqualTo(new[] { "map.yaml:1:22: error: 'lds' is not a discovery server; write its URL, such as opc.tcp://localhost:4840" })
        );
    }

    [TestCase("maxSessions", 7)]
    [TestCase("maxConnections", 8)]
    [TestCase("maxConnectionsWithoutSession", 9)]
    [TestCase("maxMessageSize", 70_000)]
    [TestCase("maxChunks", 11)]
    [TestCase("maxNesting", 12)]
    [TestCase("maxArrayLength", 1013)]
    [TestCase("maxStringLength", 1014)]
    [TestCase("maxByteStringLength", 20_000)]
    [TestCase("maxOperations", 16)]
    [TestCase("maxContinuationPoints", 17)]
    [TestCase("maxSubscriptions", 18)]
    [TestCase("maxSubscriptionsPerSession", 19)]
    [TestCase("maxMonitoredItems", 21)]
    [TestCase("maxMonitoredItemsPerSubscription", 22)]
    [TestCase("maxPublishRequests", 230)]
    public void Every_limit_is_a_key_with_its_bounds(string key, int value)
    {
        ServerLimits Of(string number) => MapText.Load($"server: {{ anonymous: read, {key}: {number} }}\nplcs: []").Map!.Server.Limits;
        int[] Numbers(ServerLimits l) =>
            [
                l.MaxSessions,
                l.MaxConnections,
                l.MaxConnectionsWithoutSession,
                l.MaxMessageSize,
                l.MaxChunks,
                l.MaxNesting,
                l.MaxArrayLength,
                l.MaxStringLength,
                l.MaxByteStringLength,
                l.MaxOperations,
                l.MaxContinuationPoints,
                l.MaxSubscriptions,
                l.MaxSubscriptionsPerSession,
                l.MaxMonitoredItems,
                l.MaxMonitoredItemsPerSubscription,
                l.MaxPublishRequests,
            ];
        var (was, now) = (Numbers(new ServerLimits()), Numbers(Of($"{value}")));
        var names = LimitKeys.All.Select(k => k.Name).Where(name => name.StartsWith("max", StringComparison.Ordinal)).ToArray();
        Assert.That(names, Has.Length.EqualTo(was.Length));
        for (var i = 0; i < was.Length; i++)
            Assert.That(now[i], Is.EqualTo(names[i] == key ? value : was[i]), names[i]);
        Assert.That(MapText.Load($"server: {{ anonymous: read, {key}: 0 }}\nplcs: []").Findings.Single(), Does.Contain("error: "));
    }

    [TestCase("localhost", true)]
    [TestCase("127.0.0.1", true)]
    [TestCase("[::1]", true)]
    [TestCase("0.0.0.0", false)]
    [TestCase("edge01", false)]
    public void Loopback_is_recognised(string host, bool expected) =>
        Assert.That(new ServerSettings { Endpoint = new Uri($"opc.tcp://{host}:4840") }.IsLoopback, Is.EqualTo(expected));

    [Test]
    public void Insecure_settings_beyond_loopback_must_be_confirmed()
    {
        Assert.That(
            MapText
                .Load(
                    """
                    server:
                      endpoint: opc.tcp://0.0.0.0:4840
                      security: [None]
                      anonymous: write
                    plcs: []
                    """
                )
                .Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:2:13: warning: the server is reachable from the network under the default name S7OpcBridge; give it a 'name' that is unique in "
                        + "the plant",
                    "map.yaml:3:13: error: the policy None on opc.tcp://0.0.0.0:4840 lets everybody on the network read the traffic; remove None, listen on "
                        + "localhost, or confirm with 'allowInsecure: true'",
                    "map.yaml:4:14: error: 'anonymous: write' on opc.tcp://0.0.0.0:4840 lets everybody on the network write to the PLCs; use 'read', listen "
                        + "on localhost, or confirm with 'allowInsecure: true'",
                }
            )
        );
    }

    [Test]
    [ConformanceUnit("Security Policy Required")]
    public void The_default_is_secure_and_its_stores_lie_beside_the_map()
    {
        var (map, findings) = MapText.Load("server: { anonymous: read }\nplcs: [ { name: A, host: h } ]");
        Assert.That(findings, Is.Empty);
        Assert.That(map!.Server.Security, Is.EqualTo(new[] { "Aes256_Sha256_RsaPss", "Aes128_Sha256_RsaOaep", "Basic256Sha256" }));
        Assert.That(map.Server.Certificates, Does.EndWith("/certs").And.Not.Contain(".."));
        Assert.That(map.Server.TrustCommand, Does.StartWith("s7opcbridge certs trust {0} --map ").And.EndWith("map.yaml"));
        Assert.That((map.Server.NeedsCertificate, map.Server.TrustFirstUse), Is.EqualTo((true, false)));
    }

    // Whoever writes both knows what the old one is for, and is reminded all the same.
    [Test]
    public void Policies_of_1_05_07_are_taken_and_the_old_ones_on_curves_are_a_warning()
    {
        var (map, findings) = MapText.Load(
            "server: { anonymous: read, security: [ECC_nistP256_AesGcm, ECC_nistP384_AesGcm, RSA_DH_AesGcm, ECC_nistP256] }\nplcs: []"
        );
        Assert.That(map!.Server.Security, Has.Count.EqualTo(4));
        Assert.That(map.Server.NamesSecurity);
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:1:38: warning: the policy ECC_nistP256 is deprecated; write ECC_nistP256_AesGcm, beside it while clients need the old one",
                }
            )
        );
        Assert.That(MapText.Load("server: { anonymous: read }\nplcs: []").Map!.Server.NamesSecurity, Is.False);
    }

    [Test]
    public void Trust_on_first_use_is_a_warning()
    {
        var (map, findings) = MapText.Load(
            "server: { trust: first-use, certificates: pki, anonymous: read }\nplcs: [ { name: A, host: h } ]"
        );
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:1:18: warning: 'trust: first-use' trusts every client that connects within an hour of the first start; remove it after "
                        + "commissioning",
                }
            )
        );
        Assert.That(map!.Server.TrustFirstUse);
        Assert.That(map.Server.Certificates, Does.EndWith("/pki"));
    }

    [Test]
    public void A_server_that_nobody_can_use_is_a_warning() =>
        Assert.That(
            MapText.Load("plcs: []").Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:1:1: warning: no client can log in: there are no users, and 'anonymous' is none; add 'users' or 'anonymous: read' under 'server'",
                }
            )
        );

    [TestCase(
        "endpoint: http://localhost:80",
        "map.yaml:1:21: error: 'http://localhost:80' is not an endpoint; write one such as opc.tcp://0.0.0.0:4840 (all addresses of this machine) or "
            + "opc.tcp://localhost:4840"
    )]
    [TestCase(
        "security: [Basic256Sha255]",
        "map.yaml:1:22: error: unknown value 'Basic256Sha255' for 'security'; did you mean 'Basic256Sha256'?"
    )]
    [TestCase("maxSessions: 0", "map.yaml:1:24: error: 'maxSessions' is the text '0'; write a whole number from 1 to 10000")]
    [TestCase("allowInsecure: yes", "map.yaml:1:26: error: 'allowInsecure' is the text 'yes'; write true or false")]
    public void A_wrong_server_key_is_a_finding(string key, string expected) =>
        Assert.That(MapText.Load($"server: {{ {key} }}\nplcs: []").Findings, Has.Some.EqualTo(expected));

    [Test]
    public void A_file_that_is_not_there_is_one_sentence()
    {
        var findings = new FindingList();
        Assert.That(MapLoader.Load("no/such/map.yaml", findings), Is.Null);
        Assert.That(
            findings.Sorted.Select(f => f.ToString()),
            Is.EqualTo(
                new[]
                {
                    "no/such/map.yaml:1:1: error: there is no file 'no/such/map.yaml'; check the path (it starts from the file that names it)",
                }
            )
        );
    }

    [Test]
    public void Stores_where_earlier_versions_kept_them_are_a_warning_with_the_way_to_keep_them()
    {
        using var map = new MapText();
        Directory.CreateDirectory(map.PathOf("certs/own"));
        Directory.CreateDirectory(map.PathOf("config"));
        map.With("config/map.yaml", "server: { anonymous: read }\nplcs: [ { name: A, host: h } ]")
            .With("config/kept.yaml", "server: { anonymous: read, certificates: ../certs }\nplcs: [ { name: A, host: h } ]");
        var (moved, kept) = (new FindingList(), new FindingList());
        MapLoader.Load(map.PathOf("config/map.yaml"), moved);
        MapLoader.Load(map.PathOf("config/kept.yaml"), kept);
        Assert.That(moved.Sorted.Single().Message, Does.Contain("to keep using that folder add 'certificates: ../certs' under 'server'"));
        Assert.That(kept.Sorted, Is.Empty);
    }
}
