using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

public sealed class WebKeysTests
{
    private const string Head = "server: { anonymous: read, security: [None] }\n",
        Foot = "\nplcs: []\n";

    [Test]
    public void Without_a_word_it_is_there_for_this_machine()
    {
        var (map, findings) = MapText.Load(Head + Foot);
        Assert.That(findings, Is.Empty);
        Assert.That(
            (map!.Web.IsOn, map.Web.IsAskedFor, map.Web.Summary, map.Otlp),
            Is.EqualTo((true, false, "http://127.0.0.1:8080", (OtlpSettings?)null))
        );
    }

    [Test]
    public void The_page_can_have_the_certificate_of_the_server()
    {
        var (map, findings) = MapText.Load("server: { anonymous: read }\nweb: { listen: https://127.0.0.1:8443, certificate: own }" + Foot);
        Assert.That(findings, Is.Empty);
        Assert.That(
            (map!.Web.UsesOwnCertificate, map.Web.Certificate, map.Web.Summary),
            Is.EqualTo((true, (string?)null, "https://127.0.0.1:8443, certificate own"))
        );
    }

    [TestCase("", null)]
    [TestCase("web: { edit: false }", false)]
    [TestCase("web: { edit: true }", true)]
    public void Whether_the_page_may_change_things_is_said_or_left_to_the_files(string web, bool? edit)
    {
        var (map, findings) = MapText.Load(Head + web + Foot);
        Assert.That(findings, Is.Empty);
        Assert.That((map!.Web.Edit, map.Web.Summary), Is.EqualTo((edit, WebSettings.DefaultListen)), "it needs no restart");
    }

    [TestCase("web: false", "false")]
    [TestCase("web: true", "http://127.0.0.1:8080")]
    [TestCase("web: { listen: http://localhost:9000 }", "http://localhost:9000")]
    [TestCase("web: { listen: [\"http://127.0.0.1:9000\", \"http://[::1]:9000\"] }", "http://127.0.0.1:9000, http://[::1]:9000")]
    [TestCase("web: { health: http://0.0.0.0:8081 }", "http://127.0.0.1:8080, health http://0.0.0.0:8081")]
    [TestCase(
        "web: { health: { listen: http://0.0.0.0:8081, metrics: true } }",
        "http://127.0.0.1:8080, health http://0.0.0.0:8081 with metrics"
    )]
    public void What_the_map_says_is_taken(string web, string summary)
    {
        var (map, findings) = MapText.Load(Head + web + Foot);
        Assert.That(findings, Is.Empty);
        Assert.That((map!.Web.Summary, map.Web.IsAskedFor), Is.EqualTo((summary, true)));
    }

    [TestCase(
        "web: { listen: http://0.0.0.0:8080 }",
        "map.yaml:2:16: error: the status page at http://0.0.0.0:8080 would be sent unencrypted over the network; write https:// with a 'certificate', or "
            + "listen on 127.0.0.1"
    )]
    [TestCase(
        "web: { listen: https://0.0.0.0:8443, certificate: web.pem }",
        "map.yaml:2:16: error: the status page at https://0.0.0.0:8443 needs users with passwords, and there are none; add 'users' under 'server' "
            + "(s7opcbridge users add), or listen on 127.0.0.1"
    )]
    [TestCase(
        "web: { listen: https://127.0.0.1:8443 }",
        "map.yaml:2:16: error: https://127.0.0.1:8443 needs a certificate; add 'certificate' (a PEM file), and 'key' where its private key is in a file of "
            + "its own"
    )]
    [TestCase(
        "web: { health: https://0.0.0.0:8443 }",
        "map.yaml:2:16: error: https://0.0.0.0:8443 needs a certificate; add 'certificate' (a PEM file), and 'key' where its private key is in a file of its "
            + "own"
    )]
    [TestCase(
        "web: { listen: https://127.0.0.1:8443, certificate: own }",
        "map.yaml:2:53: error: 'certificate: own' is the certificate of the OPC UA server, and with 'security: [None]' and without users it has none; offer "
            + "another policy, or name a PEM file"
    )]
    [TestCase("web: { certificate: own }", "map.yaml:2:21: warning: the certificate is not used: no address begins with https://")]
    [TestCase("web: { certificate: web.pem }", "map.yaml:2:21: warning: the certificate is not used: no address begins with https://")]
    [TestCase(
        "web: { health: http://127.0.0.1:8080 }",
        "map.yaml:2:16: error: http://127.0.0.1:8080 is given twice; give each address a port of its own"
    )]
    [TestCase(
        "web: { listen: edge01 }",
        "map.yaml:2:16: error: 'edge01' is not an address to listen on; write http:// or https://, an IP address of this machine, 0.0.0.0 (all of them) or "
            + "localhost, and a port: http://127.0.0.1:8080"
    )]
    [TestCase(
        "web: { listen: http://edge01.plant.local:8080 }",
        "map.yaml:2:16: error: 'http://edge01.plant.local:8080' is not an address to listen on; write http:// or https://, an IP address of this machine, "
            + "0.0.0.0 (all of them) or localhost, and a port: http://127.0.0.1:8080"
    )]
    [TestCase("web: { listn: http://127.0.0.1:8080 }", "map.yaml:2:8: error: unknown key 'listn' of a web; did you mean 'listen'?")]
    [TestCase("otlp: { every: 5s }", "map.yaml:2:7: error: 'otlp' has no endpoint; add one such as 'endpoint: http://collector:4317'")]
    [TestCase(
        "otlp: { endpoint: collector }",
        "map.yaml:2:19: error: 'collector' is not the address of a collector; write http:// or https://, a host and a port, such as http://collector:4317"
    )]
    public void What_cannot_be_or_must_not_be_is_a_sentence(string keys, string finding) =>
        Assert.That(MapText.Load(Head + keys + Foot).Findings, Is.EqualTo(new[] { finding }));

    [TestCase("otlp: { endpoint: http://collector:4317 }", "http://collector:4317 by grpc every 15s", "http://collector:4317/")]
    [TestCase(
        "otlp: { endpoint: http://collector:4318, every: 1min }",
        "http://collector:4318 by http every 1min",
        "http://collector:4318/v1/metrics"
    )]
    [TestCase(
        "otlp: { endpoint: https://otlp.example/own/path, protocol: http }",
        "https://otlp.example/own/path by http every 15s",
        "https://otlp.example/own/path"
    )]
    public void A_collector_is_told_its_protocol_by_its_port_or_by_the_map(string keys, string words, string target)
    {
        var (map, findings) = MapText.Load(Head + keys + Foot);
        Assert.That(findings, Is.Empty);
        Assert.That((map!.Otlp!.ToString(), map.Otlp.Target.ToString()), Is.EqualTo((words, target)));
    }
}
