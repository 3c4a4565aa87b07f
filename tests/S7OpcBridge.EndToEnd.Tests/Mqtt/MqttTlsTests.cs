using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>TLS with a real broker: whom the bridge trusts, what it shows, and the words when one side does not accept the other.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class MqttTlsTests
{
    private readonly PlantAuthority _authority = new("Plant CA"),
        _stranger = new("Another CA");

    [Test]
    public async Task The_brokers_CA_of_the_map_lets_values_through_and_doctor_says_what_is_spoken(CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(folder => _authority.Issue($"{folder}/broker", "broker"), [], cancellationToken);
        await using var bridge = await StartAsync(broker, "trust: { file: ca.pem }", _ => { }, cancellationToken);
        await ConnectedAsync(bridge, cancellationToken);
        var (code, said) = await DoctorAsync(bridge, cancellationToken);
        Assert.That(said, Does.Contain("the broker's certificate is trusted").And.Contain("MQTT 5.0"));
        Assert.That(code, Is.Zero, said);
    }

    [TestCase("ca.pem"), TestCase("broker.pem")]
    public async Task A_running_bridge_follows_the_trust_store(string trusted, CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(folder => _authority.Issue($"{folder}/broker", "broker"), [], cancellationToken);
        await using var bridge = await StartAsync(
            broker,
            "trust: stores",
            folder => File.Copy($"{broker.Folder}/broker.pem", $"{folder}/broker.pem"),
            cancellationToken
        );
        await SaidAsync(bridge, "no CA among the trusted certificates", cancellationToken);
        await using (var trust = Bridge.Start(bridge.Folder, "certs", "trust", trusted, "--map", "map.yaml"))
            Assert.That(await trust.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, trust.Output);
        await ConnectedAsync(bridge, cancellationToken);
    }

    [TestCase("wrong CA", "was issued by 'CN=Another CA', and no CA of"), TestCase("wrong host", "is not for localhost")]
    [TestCase("expired", "is not valid at this time")]
    public async Task A_broker_with_a_wrong_certificate_is_refused_in_words(string wrong, string words, CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(
            folder =>
                (wrong == "wrong CA" ? _stranger : _authority).Issue(
                    $"{folder}/broker",
                    "broker",
                    wrong == "wrong host" ? "broker.plant.local" : "localhost",
                    expired: wrong == "expired"
                ),
            [],
            cancellationToken
        );
        await using var bridge = await StartAsync(broker, "trust: { file: ca.pem }", _ => { }, cancellationToken);
        await SaidEverywhereAsync(bridge, words, cancellationToken);
    }

    [Test]
    public async Task A_certificate_of_the_client_is_the_login_at_the_broker(CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(AskForCertificates, AskingForCertificates, cancellationToken);
        await using var listener = await ListenAsync(broker, cancellationToken);
        // Of a CA below the one that the broker knows, which the client has to send along.
        await using var bridge = await StartAsync(
            broker,
            "trust: { file: ca.pem }, certificate: { file: client.pem, key: client.key }",
            folder => new PlantAuthority("Line CA", _authority).Issue($"{folder}/client", "line1", withIssuer: true),
            cancellationToken
        );
        await listener.LineAsync(static line => line.StartsWith("plant/Line1/Motor/Count", StringComparison.Ordinal), cancellationToken);
        var (code, said) = await DoctorAsync(bridge, cancellationToken);
        Assert.That(code, Is.Zero, said);
    }

    [TestCase(null, "asks for a certificate of this client, and the entry has none")]
    [TestCase("stranger", "does not accept the certificate of this client, 'CN=line1' issued by 'CN=Another CA'")]
    [TestCase("expired", "does not accept the certificate of this client, 'CN=line1' issued by 'CN=Plant CA'")]
    public async Task A_client_without_a_certificate_that_the_broker_accepts_is_told_so(
        string? certificate,
        string words,
        CancellationToken cancellationToken
    )
    {
        await using var broker = await StartBrokerAsync(AskForCertificates, AskingForCertificates, cancellationToken);
        await using var bridge = await StartAsync(
            broker,
            "trust: { file: ca.pem }" + (certificate is null ? "" : ", certificate: { file: client.pem, key: client.key }"),
            folder =>
                (certificate == "stranger" ? _stranger : _authority).Issue($"{folder}/client", "line1", expired: certificate == "expired"),
            cancellationToken
        );
        await SaidEverywhereAsync(bridge, words, cancellationToken);
    }

    [Test]
    public async Task Renewed_files_count_from_the_next_connection_on(CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(AskForCertificates, AskingForCertificates, cancellationToken);
        await using var listener = await ListenAsync(broker, cancellationToken);
        await using var bridge = await StartAsync(
            broker,
            "trust: { file: ca.pem }, certificate: { file: client.pem, key: client.key }",
            folder => _stranger.Issue($"{folder}/client", "line1"),
            cancellationToken
        );
        await SaidAsync(bridge, "does not accept the certificate of this client", cancellationToken);
        _authority.Issue($"{bridge.Folder}/client", "line1");
        await ConnectedAsync(bridge, cancellationToken);
        await listener.LineAsync(static line => line.StartsWith("plant/Line1/Motor/Count", StringComparison.Ordinal), cancellationToken);

        // The broker gets a certificate of another CA. The bridge is told of it while it is connected, which changes nothing until it connects again.
        await File.WriteAllTextAsync($"{bridge.Folder}/ca.pem", _stranger.Pem, cancellationToken);
        _stranger.Issue($"{broker.Folder}/broker", "broker");
        await broker.KillAsync(cancellationToken);
        await broker.StartAgainAsync(cancellationToken);
        await ConnectedAsync(bridge, cancellationToken, times: 2);
    }

    private static string[] AskingForCertificates =>
        ["require_certificate true", "use_identity_as_username true", "acl_file {folder}/rights"];

    // What the certificate of line1 may: without it as its name it would publish nothing.
    private void AskForCertificates(string folder)
    {
        _authority.Issue($"{folder}/broker", "broker");
        File.WriteAllText($"{folder}/rights", "topic read plant/#\nuser line1\ntopic readwrite plant/#\n");
    }

    // The second listener, without TLS, is for those who look on.
    private async Task<MosquittoBroker> StartBrokerAsync(Action<string> prepare, string[] settings, CancellationToken cancellationToken)
    {
        Interop.RequireProgram(MosquittoBroker.Binary, "apt-get install mosquitto mosquitto-clients");
        return await MosquittoBroker.StartAsync(
            folder =>
            {
                prepare(folder);
                File.WriteAllText($"{folder}/ca.pem", _authority.Pem);
                File.WriteAllText($"{folder}/open", $"{FreePort.Next()}");
                return
                [
                    "allow_anonymous true",
                    $"cafile {folder}/ca.pem",
                    $"certfile {folder}/broker.pem",
                    $"keyfile {folder}/broker.key",
                    .. settings.Select(line => line.Replace("{folder}", folder, StringComparison.Ordinal)),
                    $"listener {File.ReadAllText($"{folder}/open")} 127.0.0.1",
                ];
            },
            cancellationToken
        );
    }

    private static async Task<ChildProgram> ListenAsync(MosquittoBroker broker, CancellationToken cancellationToken)
    {
        var port = await File.ReadAllTextAsync($"{broker.Folder}/open", cancellationToken);
        // Both listeners are opened one after the other.
        await PortListensAsync(int.Parse(port, CultureInfo.InvariantCulture), cancellationToken);
        // Line by line, which mosquitto_sub does not do for a pipe by itself.
        string[] arguments = ["-oL", "mosquitto_sub", "-p", port, "-d", "-t", "plant/#", "-F", "%t %p"];
        var listener = ChildProgram.Start("stdbuf", broker.Folder, arguments);
        await listener.LineAsync(static line => line.StartsWith("Subscribed", StringComparison.Ordinal), cancellationToken);
        return listener;
    }

    private static Task PortListensAsync(int port, CancellationToken cancellationToken) =>
        Poll.UntilAsync(
            () =>
            {
                using var client = new TcpClient();
                try
                {
                    client.Connect(IPAddress.Loopback, port);
                    return true;
                }
                catch (SocketException)
                {
                    return false;
                }
            },
            cancellationToken
        );

    private async Task<Bridge> StartAsync(MosquittoBroker broker, string tls, Action<string> prepare, CancellationToken cancellationToken)
    {
        var map = MqttPlant.Map(
            $"{{ broker: \"mqtts://localhost:{broker.Port}\", format: value, topic: \"plant/{{plc}}/{{path}}\", {tls} }}"
        );
        return await Bridge.StartAsync(
            map.Replace("security: [None]", "security: [None], certificates: pki", StringComparison.Ordinal)
                + $"\nweb: {{ listen: \"http://127.0.0.1:{FreePort.Next()}\" }}\n",
            cancellationToken,
            folder =>
            {
                File.WriteAllText($"{folder}/ca.pem", _authority.Pem);
                prepare(folder);
            }
        );
    }

    private static Task ConnectedAsync(Bridge bridge, CancellationToken cancellationToken, int times = 1) =>
        SaidAsync(bridge, ": connected to mqtts://", cancellationToken, times);

    // It may be said before the bridge has printed that it runs.
    private static Task SaidAsync(Bridge bridge, string words, CancellationToken cancellationToken, int times = 1) =>
        Poll.UntilAsync(() => bridge.Program.Output.Split(words).Length > times, cancellationToken);

    private static async Task<(int Code, string Said)> DoctorAsync(Bridge bridge, CancellationToken cancellationToken)
    {
        await using var doctor = Bridge.Start(bridge.Folder, "doctor", "map.yaml");
        var code = await doctor.ExitAsync(TimeSpan.FromSeconds(120), cancellationToken);
        // It is set in lines for the eye.
        return (code, string.Join(' ', doctor.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)));
    }

    /// <summary>In the log, on the status page, and by doctor.</summary>
    private static async Task SaidEverywhereAsync(Bridge bridge, string words, CancellationToken cancellationToken)
    {
        await SaidAsync(bridge, words, cancellationToken);
        var map = await File.ReadAllTextAsync($"{bridge.Folder}/map.yaml", cancellationToken);
        var page = map[map.LastIndexOf("http://", StringComparison.Ordinal)..].Split('"')[0];
        using var browser = new HttpClient();
        var entry = JsonDocument
            .Parse(await browser.GetStringAsync($"{page}/api/overview", cancellationToken))
            .RootElement.GetProperty("mqtt")[0];
        Assert.That(entry.GetProperty("lastError").GetString(), Does.Contain(words));
        Assert.That(entry.GetProperty("connected").GetBoolean(), Is.False);
        var (code, said) = await DoctorAsync(bridge, cancellationToken);
        Assert.That(said, Does.Contain(words));
        Assert.That(code, Is.Not.Zero);
    }
}
