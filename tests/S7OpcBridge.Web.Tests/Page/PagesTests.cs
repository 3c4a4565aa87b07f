using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Web.Tests;

/// <summary>The pages of a running bridge, as browsers, probes and strangers ask for them.</summary>
[CancelAfter(60_000)]
public sealed class PagesTests
{
    private const string Everything = "web: { listen: http://127.0.0.1:{port} }";

    [Test]
    public async Task A_bridge_that_serves_is_alive_and_ready_in_a_word(CancellationToken cancellationToken)
    {
        await using var bridge = await WebBridge.StartAsync(Everything, cancellationToken);
        Assert.That(await bridge.TextAsync("/livez", cancellationToken), Is.EqualTo("alive\n"));
        await bridge.FiguresAsync(figures => figures["s7opcbridge_plc_connected{plc=\"Line1\"}"] == 1, cancellationToken);
        Assert.That(await bridge.TextAsync("/readyz", cancellationToken), Is.EqualTo("ready\n"));
    }

    [Test]
    public async Task Who_asks_before_every_PLC_was_tried_is_told_which_one_is_missing(CancellationToken cancellationToken)
    {
        // It accepts, and says nothing: the attempt lasts as long as the timeout.
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        await using var bridge = await WebBridge.StartAsync(
            Everything,
            cancellationToken,
            $"host: 127.0.0.1, port: {((IPEndPoint)silent.LocalEndpoint).Port}, timeout: 3s"
        );
        using var early = await bridge.AskAsync(HttpMethod.Get, $"http://127.0.0.1:{bridge.Port}/readyz", cancellationToken);
        Assert.That(early.StatusCode, Is.EqualTo(HttpStatusCode.ServiceUnavailable));
        Assert.That(await early.Content.ReadAsStringAsync(cancellationToken), Does.StartWith("not ready\nLine1: "));
        Assert.That(
            await bridge.TextAsync("/livez", cancellationToken),
            Is.EqualTo("alive\n"),
            "a PLC that is away is no reason to start the bridge anew"
        );

        while (true)
        {
            using var later = await bridge.AskAsync(HttpMethod.Get, $"http://127.0.0.1:{bridge.Port}/readyz", cancellationToken);
            if (later.StatusCode == HttpStatusCode.OK)
                break;
            await Poll.AgainAsync(cancellationToken);
        }
    }

    [Test]
    public async Task Nothing_can_be_changed_framed_or_read_by_another_site(CancellationToken cancellationToken)
    {
        await using var bridge = await WebBridge.StartAsync(Everything, cancellationToken);
        var url = $"http://127.0.0.1:{bridge.Port}";
        foreach (var method in (HttpMethod[])[HttpMethod.Post, HttpMethod.Put, HttpMethod.Delete, HttpMethod.Options, HttpMethod.Patch])
        {
            using var refused = await bridge.AskAsync(method, $"{url}/metrics", cancellationToken);
            Assert.That(refused.StatusCode, Is.EqualTo(HttpStatusCode.MethodNotAllowed), method.Method);
            Assert.That(refused.Content.Headers.Allow, Is.EqualTo(new[] { "GET", "HEAD" }));
        }
        foreach (var path in (string[])["/", "/metrics", "/livez", "/nowhere"])
        {
            using var page = await bridge.AskAsync(HttpMethod.Get, url + path, cancellationToken);
            var heads = page.Headers.ToDictionary(head => head.Key, head => string.Join(',', head.Value));
            Assert.That(
                heads["Content-Security-Policy"],
                Does.Contain("default-src 'self'").And.Contain("frame-ancestors 'none'").And.Not.Contain("unsafe"),
                path
            );
            Assert.That(
                (heads["X-Content-Type-Options"], heads["X-Frame-Options"], heads["Cross-Origin-Resource-Policy"]),
                Is.EqualTo(("nosniff", "DENY", "same-origin"))
            );
            Assert.That(heads.Keys, Has.None.StartsWith("Access-Control").And.None.EqualTo("Server"));
        }
        using var head = await bridge.AskAsync(HttpMethod.Head, $"{url}/metrics", cancellationToken);
        Assert.That(
            (head.StatusCode, (await head.Content.ReadAsStringAsync(cancellationToken)).Length),
            Is.EqualTo((HttpStatusCode.OK, 0))
        );
    }

    [TestCase("localhost", HttpStatusCode.OK)]
    [TestCase("127.0.0.1:9", HttpStatusCode.OK)]
    [TestCase("[::1]:8080", HttpStatusCode.OK)]
    [TestCase("attacker.example", HttpStatusCode.MisdirectedRequest)]
    [TestCase("localhost.attacker.example", HttpStatusCode.MisdirectedRequest)]
    [TestCase("10.0.0.5", HttpStatusCode.MisdirectedRequest)]
    public async Task On_loopback_only_loopback_names_are_answered_so_that_no_foreign_DNS_leads_a_browser_here(
        string host,
        HttpStatusCode expected,
        CancellationToken cancellationToken
    )
    {
        await using var bridge = await WebBridge.StartAsync(Everything, cancellationToken);
        using var answer = await bridge.AskAsync(HttpMethod.Get, $"http://127.0.0.1:{bridge.Port}/metrics", cancellationToken, host);
        Assert.That(answer.StatusCode, Is.EqualTo(expected));
    }

    [TestCase("http://127.0.0.1:{second}", false)]
    [TestCase("{ listen: \"http://127.0.0.1:{second}\", metrics: true }", true)]
    public async Task The_address_for_health_serves_health_and_metrics_where_the_map_wants_it(
        string health,
        bool metrics,
        CancellationToken cancellationToken
    )
    {
        await using var bridge = await WebBridge.StartAsync(
            $"web: {{ listen: \"http://127.0.0.1:{{port}}\", health: {health} }}",
            cancellationToken
        );
        var codes = new List<HttpStatusCode>();
        foreach (var path in (string[])["/livez", "/metrics", "/"])
        {
            using var answer = await bridge.AskAsync(HttpMethod.Get, $"http://127.0.0.1:{bridge.Second}{path}", cancellationToken);
            codes.Add(answer.StatusCode);
        }
        Assert.That(
            codes,
            Is.EqualTo(new[] { HttpStatusCode.OK, metrics ? HttpStatusCode.OK : HttpStatusCode.NotFound, HttpStatusCode.NotFound })
        );
        Assert.That(
            await bridge.TextAsync("/metrics", cancellationToken),
            Does.Contain("s7opcbridge_plc_connected"),
            "the first address has everything"
        );
    }

    [Test]
    public async Task False_turns_it_off(CancellationToken cancellationToken)
    {
        await using var bridge = await WebBridge.StartAsync("web: false", cancellationToken);
        Assert.That(async () => await bridge.TextAsync("/livez", cancellationToken), Throws.TypeOf<HttpRequestException>());
    }

    [Test]
    public async Task A_map_that_was_refused_is_told_until_it_is_mended(CancellationToken cancellationToken)
    {
        await using var bridge = await WebBridge.StartAsync("web: { listen: http://127.0.0.1:{port} }", cancellationToken);
        Assert.That((await OverviewAsync(bridge, cancellationToken)).AsObject().ContainsKey("refused"), Is.False);
        bridge.Save(text => text.Replace("address: DB1.DBW0", "adress: DB1.DBW0"));
        var refused = await Poll.UntilAsync(
            () => OverviewAsync(bridge, cancellationToken),
            overview => overview["refused"] is not null,
            cancellationToken
        );
        Assert.That((int)refused["refusals"]!, Is.EqualTo(refused["refused"]!.AsArray().Count));
        Assert.That((string)refused["refused"]![0]!, Does.Contain("map.yaml:").And.Contain("error: ").And.Contain("adress"));
        bridge.Save(text => text.Replace("adress:", "address:"));
        await Poll.UntilAsync(() => OverviewAsync(bridge, cancellationToken), overview => overview["refused"] is null, cancellationToken);
    }

    private static async Task<JsonNode> OverviewAsync(WebBridge bridge, CancellationToken cancellationToken) =>
        JsonNode.Parse(await bridge.TextAsync("/api/overview", cancellationToken))!;
}
