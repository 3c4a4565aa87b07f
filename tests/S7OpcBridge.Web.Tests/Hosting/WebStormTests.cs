using System.Net;
using System.Text;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Connections;

namespace S7OpcBridge.Web.Tests;

/// <summary>Strangers who connect again and again, as fast as they can, keep neither a probe nor a page out.</summary>
[CancelAfter(120_000)]
public sealed class WebStormTests
{
    private const int Probes = 20;
    private const string Request = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static readonly Action Nothing = static () => { };
    private static readonly IPAddress Here = IPAddress.Loopback,
        There = IPAddress.Parse("127.0.0.2");

    [TestCase("")]
    [TestCase("GET /li")]
    [TestCase(Request)]
    public async Task A_storm_from_one_address_keeps_no_probe_of_another_out(string said, CancellationToken token)
    {
        await using var host = await StartAsync(Here.Equals, token);
        await using var storm = new Storm(There, host.Url.Port, said, token);
        for (var i = 0; i < Probes; i++)
        {
            await storm.AnotherAsync(token);
            Assert.That(await ProbeAsync(host.Url, token), Is.EqualTo(HttpStatusCode.NotFound));
        }
    }

    [TestCase("")]
    [TestCase("GET /li")]
    public async Task In_a_storm_from_its_own_address_a_probe_is_answered_when_it_asks_again(string said, CancellationToken token)
    {
        await using var host = await StartAsync(Here.Equals, token);
        await using var storm = new Storm(Here, host.Url.Port, said, token);
        for (var answered = 0; answered < Probes; answered += await ProbeAsync(host.Url, token) == HttpStatusCode.NotFound ? 1 : 0)
            await storm.AnotherAsync(token);
    }

    [Test]
    public void Who_connects_too_often_is_turned_away_before_it_costs_a_handshake_or_a_request()
    {
        var clock = new ManualClock();
        var rate = new WebRate(Here.Equals, clock);
        Assert.That(Enumerable.Range(0, 150).Count(_ => rate.TryTake(There)), Is.EqualTo(WebRate.PerSecond));
        Assert.That(Enumerable.Range(0, 150).Count(_ => rate.TryTake(Here)), Is.EqualTo(150), "probes come from this machine");
        clock.Advance(TimeSpan.FromSeconds(0.1));
        Assert.That(Enumerable.Range(0, 150).Count(_ => rate.TryTake(There)), Is.EqualTo(WebRate.PerSecond / 10));
    }

    [Test]
    public void The_address_with_the_most_connections_gives_way_even_in_the_middle_of_its_requests()
    {
        var endpoint = new WebEndpoint(new Uri("http://127.0.0.1:1"), IsHealth: false, HasMetrics: true);
        var places = new WebConnections(4, 4);
        var probe = places.TryTake(endpoint, Here, Nothing);
        for (var i = 0; i < 10; i++)
            Assert.That(places.TryTake(endpoint, There, Nothing) is null, Is.EqualTo(i >= 3), "its own busy ones do not give way to it");
        Assert.That(places.TryTake(endpoint, Here, Nothing), Is.Not.Null);
        Assert.That(
            places.TryTake(endpoint, IPAddress.Parse("127.0.0.3"), Nothing),
            Is.Not.Null.And.Property(nameof(WebConnection.Network)).EqualTo(IPAddress.Parse("127.0.0.3"))
        );
        probe!.EndRequest();
        Assert.That(places.TryTake(endpoint, IPAddress.Parse("127.0.0.4"), Nothing), Is.Not.Null, "an idle one gives way to anybody");
    }

    [Test]
    public void A_flood_does_not_take_the_place_of_a_probe_that_was_just_answered()
    {
        var endpoint = new WebEndpoint(new Uri("http://127.0.0.1:1"), IsHealth: false, HasMetrics: true);
        var places = new WebConnections(4, 4);
        var probe = places.TryTake(endpoint, Here, Nothing);
        for (var i = 0; i < 3; i++)
            Assert.That(places.TryTake(endpoint, There, Nothing), Is.Not.Null);
        probe!.EndRequest();
        Assert.That(places.TryTake(endpoint, There, Nothing), Is.Null, "the answer may still be on its way");
    }

    [TestCase("GET /", false)]
    [TestCase("GET / HTTP/1.1\r\nHost: a\r\n", false)]
    [TestCase("GET / HTTP/1.1\r\nHost: a\r\n\r\n", true)]
    public void A_first_request_is_whole_when_its_head_is_there(string sent, bool isWhole) =>
        Assert.That(FirstRequest.IsWhole(new(Encoding.Latin1.GetBytes(sent))), Is.EqualTo(isWhole));

    [TestCase("16", false)]
    [TestCase("160301000261", false)]
    [TestCase("16030100026162", true)]
    public void A_handshake_begins_when_its_first_record_is_there(string sent, bool isWhole) =>
        Assert.That(FirstRequest.IsWhole(new(Convert.FromHexString(sent))), Is.EqualTo(isWhole));

    // Null: turned away.
    private static async Task<HttpStatusCode?> ProbeAsync(Uri url, CancellationToken token)
    {
        using var browser = new HttpClient();
        try
        {
            using var answer = await browser.GetAsync(new Uri(url, "/nothing"), token);
            return answer.StatusCode;
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }

    private static async Task<Host> StartAsync(Func<IPAddress, bool> isLocal, CancellationToken token)
    {
        var settings = new WebSettings { Listen = [new($"http://127.0.0.1:{FreePort.Next()}")], IsAskedFor = true };
        var view = NoBridge.View(TimeProvider.System);
        return new Host(
            (await WebHost.StartAsync(settings, view, new BridgeCommands(), NullLoggerFactory.Instance, isLocal, token))!,
            settings.Listen[0]
        );
    }

    private sealed record Host(WebHost Web, Uri Url) : IAsyncDisposable
    {
        public ValueTask DisposeAsync() => Web.DisposeAsync();
    }
}
