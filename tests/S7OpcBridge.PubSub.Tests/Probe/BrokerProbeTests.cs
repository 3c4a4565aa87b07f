using System.Net;
using System.Net.Sockets;
using System.Text;

namespace S7OpcBridge.PubSub.Tests.Probe;

/// <summary>The stages to a broker, against brokers that refuse at each of them.</summary>
[CancelAfter(60_000)]
public sealed class BrokerProbeTests
{
    private static readonly byte[] Welcome = [0x20, 3, 0, 0, 0],
        Taken = [0x40, 2, 0, 1],
        Granted = [0x90, 4, 0, 2, 0, 1];

    [Test]
    public async Task A_broker_that_takes_all_passes_all_stages_and_gets_an_empty_message_that_it_does_not_keep(
        CancellationToken cancellationToken
    )
    {
        var published = "";
        await using var broker = new ScriptedBroker(
            (type, body) =>
            {
                if (type == ScriptedBroker.Publish)
                    published = Encoding.Latin1.GetString(body);
                return Answer(type);
            }
        );
        var stages = await ProbeAsync(broker.Address, "line/set", cancellationToken);
        Assert.That(Results(stages), Is.EqualTo("name ok, tcp ok, login ok, publish ok, subscribe ok"));
        Assert.That(stages.Select(static stage => stage.Detail), Has.Some.Contains("MQTT 5.0 as user bridge, client id edge01-doctor"));
        Assert.That(published, Is.EqualTo("\0\u000bline/doctor\0\u0001\0"), "topic, packet id, no properties, no payload");
    }

    [Test]
    public async Task A_broker_of_3_1_1_is_spoken_to_in_its_version(CancellationToken cancellationToken)
    {
        await using var broker = new ScriptedBroker(
            static (type, body) =>
                type switch
                {
                    // The version stands behind the name of the protocol.
                    ScriptedBroker.Connect => body[6] == 5 ? [0x20, 2, 0, 1] : [0x20, 2, 0, 0],
                    ScriptedBroker.Publish => Taken,
                    _ => null,
                }
        );
        var stages = await ProbeAsync(broker.Address, null, cancellationToken);
        Assert.That(Results(stages), Is.EqualTo("name ok, tcp ok, login ok, publish ok"));
        Assert.That(stages[2].Detail, Does.StartWith("MQTT 3.1.1"));
        Assert.That(stages[3].Detail, Does.Contain("does not say whether the broker keeps or drops it"));
    }

    [TestCase(
        ScriptedBroker.Connect,
        new byte[] { 0x20, 3, 0, 0x86, 0 },
        "name ok, tcp ok, login failed, publish skipped, subscribe skipped",
        "bridge"
    )]
    [TestCase(ScriptedBroker.Connect, null, "name ok, tcp ok, login failed, publish skipped, subscribe skipped", "without an answer")]
    [TestCase(
        ScriptedBroker.Publish,
        new byte[] { 0x40, 4, 0, 1, 0x87, 0 },
        "name ok, tcp ok, login ok, publish failed, subscribe skipped",
        "line/doctor"
    )]
    [TestCase(ScriptedBroker.Publish, null, "name ok, tcp ok, login ok, publish failed, subscribe skipped", "ended the connection")]
    [TestCase(
        ScriptedBroker.Subscribe,
        new byte[] { 0x90, 4, 0, 2, 0, 0x87 },
        "name ok, tcp ok, login ok, publish ok, subscribe failed",
        "line/set"
    )]
    [TestCase(
        ScriptedBroker.Subscribe,
        new byte[] { 0xE0, 2, 0x8E, 0 },
        "name ok, tcp ok, login ok, publish ok, subscribe failed",
        "another client"
    )]
    [TestCase(
        ScriptedBroker.Publish,
        new byte[] { 0xF7, 0xFF, 0xFF, 0xFF, 0xFF, 1 },
        "name ok, tcp ok, login ok, publish failed, subscribe skipped",
        "rules"
    )]
    public async Task The_first_stage_that_fails_says_why(
        int type,
        byte[]? answer,
        string results,
        string words,
        CancellationToken cancellationToken
    )
    {
        await using var broker = new ScriptedBroker((asked, _) => asked == type ? answer : Answer(asked));
        var stages = await ProbeAsync(broker.Address, "line/set", cancellationToken);
        Assert.That(Results(stages), Is.EqualTo(results));
        Assert.That(stages.Single(static stage => stage.Result == "failed").Detail, Does.Contain(words));
    }

    [Test]
    public async Task Where_nothing_listens_the_way_ends_at_tcp(CancellationToken cancellationToken)
    {
        var gone = new TcpListener(IPAddress.Loopback, 0);
        gone.Start();
        var address = new Uri($"mqtt://{gone.LocalEndpoint}");
        gone.Stop();
        Assert.That(
            Results(await ProbeAsync(address, null, cancellationToken)),
            Is.EqualTo("name ok, tcp failed, login skipped, publish skipped")
        );
    }

    [Test]
    public async Task Without_tls_at_the_port_the_way_ends_at_tls(CancellationToken cancellationToken)
    {
        await using var broker = new ScriptedBroker(static (_, _) => null);
        var stages = await ProbeAsync(new Uri(broker.Address.OriginalString.Replace("mqtt:", "mqtts:")), null, cancellationToken);
        Assert.That(Results(stages), Is.EqualTo("name ok, tcp ok, tls failed, login skipped, publish skipped"));
    }

    private static byte[]? Answer(int type) =>
        type switch
        {
            ScriptedBroker.Connect => Welcome,
            ScriptedBroker.Publish => Taken,
            ScriptedBroker.Subscribe => Granted,
            _ => null,
        };

    private static string Results(IReadOnlyList<Core.StageReport> stages) =>
        string.Join(", ", stages.Select(static stage => $"{stage.Stage} {stage.Result}"));

    private static Task<IReadOnlyList<Core.StageReport>> ProbeAsync(Uri address, string? commands, CancellationToken cancellationToken) =>
        BrokerProbe.RunAsync(
            new BrokerOptions
            {
                Address = address,
                ClientId = "edge01-doctor",
                User = "bridge",
                Password = "secret",
            },
            "line/doctor",
            commands,
            TimeProvider.System,
            cancellationToken
        );
}
