using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>Clients to connect to, as the map names them.</summary>
public sealed class ReverseConnectTests
{
    private const string Head =
        "server:\n  name: edge01\n  anonymous: read\n  certificates: /certs\n"
        + "  endpoint: opc.tcp://0.0.0.0:4841/ua\n  advertise: [edge01.plant.local, 10.0.0.7]\n";

    [Test]
    public void A_list_with_all_keys_and_their_defaults()
    {
        var (map, findings) = Load(
            "[ { client: opc.tcp://mes.dmz:48060 }, { client: opc.tcp://10.1.2.3:48061, endpoint: opc.tcp://10.0.0.7:4841/ua, retry: 15s } ]"
        );
        Assert.That(findings, Is.Empty);
        Assert.That(
            map!.Server.ReverseConnect,
            Is.EqualTo(
                new ReverseConnectSettings[]
                {
                    new("opc.tcp://mes.dmz:48060", null, TimeSpan.FromSeconds(10)),
                    new("opc.tcp://10.1.2.3:48061", "opc.tcp://10.0.0.7:4841/ua", TimeSpan.FromSeconds(15)),
                }
            )
        );
    }

    [TestCase(
        "mes:48060",
        "'mes:48060' is no client to connect to; write opc.tcp://, its name and its port: opc.tcp://mes.plant.local:48060"
    )]
    [TestCase("http://mes:48060", "is no client to connect to")]
    [TestCase("opc.tcp://mes", "is no client to connect to")]
    [TestCase("opc.tcp://0.0.0.0:48060", "is no client to connect to")]
    [TestCase("opc.tcp://mes:48060/path", "is no client to connect to")]
    [TestCase("rcp+opc.tcp://mes:48060", "write 'opc.tcp://mes:48060' without rcp+")]
    public void What_is_no_client_is_refused(string client, string words) =>
        Assert.That(
            Load($"[ {{ client: \"{client}\" }} ]").Findings,
            Has.Length.EqualTo(1).And.All.Contains(words).And.All.StartsWith("map.yaml:7:")
        );

    [TestCase(
        "opc.tcp://edge01:4841/ua",
        "letter by letter; write opc.tcp://edge01.plant.local:4841/ua or opc.tcp://10.0.0.7:4841/ua, or add its name to 'advertise'"
    )]
    [TestCase("opc.tcp://edge01.plant.local:4841", "letter by letter")]
    [TestCase("opc.tcp://EDGE01.plant.local:4841/ua", "letter by letter")]
    [TestCase("opc.tcp://edge01.plant.local:4841/ua/", "letter by letter")]
    public void An_endpoint_must_be_one_that_clients_are_shown(string endpoint, string words) =>
        Assert.That(
            Load($"[ {{ client: opc.tcp://mes:48060, endpoint: {endpoint} }} ]").Findings,
            Has.Length.EqualTo(1).And.All.Contains(words).And.All.StartsWith("map.yaml:7:")
        );

    [TestCase("[ { client: opc.tcp://mes:48060, retry: 500ms } ]", "a duration from 1s to 1min")]
    [TestCase("[ { client: opc.tcp://mes:48060, retry: 2min } ]", "a duration from 1s to 1min")]
    [TestCase("[ { retry: 10s } ]", "says nowhere to connect to; add 'client: opc.tcp://mes.plant.local:48060'")]
    [TestCase("[ { client: opc.tcp://mes:48060 }, { client: opc.tcp://MES:48060/ } ]", "stands in line 7 already; remove one of them")]
    [TestCase("opc.tcp://mes:48060", "a list of clients")]
    [TestCase("[ { client: opc.tcp://mes:48060, endpont: opc.tcp://10.0.0.7:4841/ua } ]", "'endpoint'")]
    public void What_cannot_be_meant_is_explained(string list, string words) =>
        Assert.That(Load(list).Findings, Has.Length.EqualTo(1).And.All.Contains(words));

    [TestCase(16, 0), TestCase(17, 1)]
    public void Sixteen_clients_at_most(int count, int findings) =>
        Assert.That(
            Load($"[ {string.Join(", ", Enumerable.Range(1, count).Select(i => $"{{ client: opc.tcp://mes{i}:48060 }}"))} ]").Findings,
            Has.Length.EqualTo(findings)
        );

    [Test]
    public void A_connection_to_another_machine_is_as_open_as_an_endpoint_on_the_network()
    {
        const string Local =
            "server: { security: None, anonymous: write, reverseConnect: [ { client: \"opc.tcp://CLIENT:48060\" } ] }\nplcs: []";
        Assert.That(MapText.Load(Local.Replace("CLIENT", "localhost")).Findings, Is.Empty);
        Assert.That(MapText.Load(Local.Replace("CLIENT", "127.0.0.1")).Findings, Is.Empty);
        Assert.That(
            MapText.Load(Local.Replace("CLIENT", "mes")).Findings,
            Has.Some.Contains("the policy None with a connection to opc.tcp://mes:48060 lets everybody")
                .And.Some.Contains("'anonymous: write' with a connection")
        );
    }

    [Test]
    public void A_changed_list_waits_for_a_restart_is_audited_and_is_for_those_who_manage_security()
    {
        var before = Load("[ { client: opc.tcp://mes:48060 } ]").Map!;
        var after = Load("[ { client: opc.tcp://mes:48060 }, { client: opc.tcp://scada:48060, retry: 5s } ]").Map!;
        var change = SettingsChange.Between(before.Server, after.Server);
        Assert.That(
            change.NeedRestart,
            Is.EqualTo(
                new[]
                {
                    "server: reverseConnect (opc.tcp://mes:48060 every 10 s → opc.tcp://mes:48060 every 10 s, opc.tcp://scada:48060 every 5 s)",
                }
            )
        );
        Assert.That(
            change.Permits,
            Is.EqualTo(new[] { "The map asks for a connection to the client opc.tcp://scada:48060; it is made from the next start on." })
        );
        Assert.That(SecuritySettings.Differences(before, after), Is.EqualTo(new[] { "server: reverseConnect" }));
        Assert.That(SettingsChange.Between(before.Server, Load("[ { client: opc.tcp://mes:48060 } ]").Map!.Server).NeedRestart, Is.Empty);
    }

    /// <summary>The same cases as those of the server's endpoints in DiscoveryTests.</summary>
    [TestCase("opc.tcp://0.0.0.0:4841", "edge01", "opc.tcp://edge01:4841")]
    [TestCase("opc.tcp://0.0.0.0:4841/ua", "edge01:14840", "opc.tcp://edge01:14840/ua")]
    [TestCase("opc.tcp://[::]:4841/", "fe80::1", "opc.tcp://[fe80::1]:4841/")]
    [TestCase("opc.tcp://[::]:4841", "[fe80::1]:14840", "opc.tcp://[fe80::1]:14840")]
    [TestCase("opc.tcp://0.0.0.0:4841", "opc.tcp://Edge01:4840/other", "opc.tcp://Edge01:4840")]
    [TestCase("opc.tcp://0.0.0.0:4841", "OPC.TCP://edge01", "opc.tcp://edge01:4841")]
    [TestCase("opc.tcp://LocalHost:4841/x", null, "opc.tcp://LocalHost:4841/x")]
    public void Urls_for_clients_are_those_that_the_server_shows(string endpoint, string? advertised, string url) =>
        Assert.That(
            new ServerSettings { Endpoint = new Uri(endpoint), Advertise = advertised is null ? [] : [advertised] }.ClientUrls,
            Is.EqualTo(new[] { url })
        );

    private static (BridgeMap? Map, string[] Findings) Load(string list) => MapText.Load($"{Head}  reverseConnect: {list}\nplcs: []");
}
