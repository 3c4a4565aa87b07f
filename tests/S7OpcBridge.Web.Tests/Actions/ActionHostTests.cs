using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;

namespace S7OpcBridge.Web.Tests;

/// <summary>The actions over HTTP.</summary>
[CancelAfter(60_000)]
public sealed class ActionHostTests
{
    private Uri _url = null!;
    private WebHost _host = null!;
    private HttpClient _browser = null!;

    [SetUp]
    public async Task StartAsync()
    {
        _url = new Uri($"http://127.0.0.1:{FreePort.Next()}");
        var map = MapText.Load("server: { anonymous: read, security: [None] }\nplcs: []\n").Map!;
        var commands = ActionRig.WithUsers() with
        {
            LogInAsync = static (name, _, _, _) => ValueTask.FromResult<PageUser?>(new PageUser(name, static () => ["SecurityAdmin"])),
            Certificates = new CertificateCommands
            {
                Trust = static choice => new CommandOutcome(OpcUa.StatusCodes.Good, $"Trusted {choice.Thumbprint}."),
            },
        };
        _host = (
            await WebHost.StartAsync(
                new WebSettings { IsAskedFor = true, Listen = [_url] },
                NoBridge.View(TimeProvider.System) with
                {
                    Running = () => map,
                },
                commands,
                NullLoggerFactory.Instance,
                CancellationToken.None
            )
        )!;
        _browser = new HttpClient(new SocketsHttpHandler { CookieContainer = new CookieContainer() }) { BaseAddress = _url };
    }

    [TearDown]
    public async Task StopAsync()
    {
        _browser.Dispose();
        await _host.DisposeAsync();
    }

    [Test]
    public async Task A_browser_logs_in_trusts_and_logs_out(CancellationToken cancellationToken)
    {
        using var login = await PostAsync("login", """{"user":"anna","password":"secret"}""", null, cancellationToken);
        Assert.That(login.StatusCode, Is.EqualTo(HttpStatusCode.OK));
        Assert.That(
            login.Headers.GetValues("Set-Cookie").Single(),
            Does.EndWith("; Path=/; HttpOnly; SameSite=Strict"),
            "without Secure on plain http of this machine"
        );
        var token = (string)JsonNode.Parse(await login.Content.ReadAsStringAsync(cancellationToken))!["token"]!;
        var session = JsonNode.Parse(await _browser.GetStringAsync("/api/v1/session", cancellationToken))!;
        Assert.That(((string)session["user"]!, (string)session["token"]!), Is.EqualTo(("anna", token)));

        using var trust = await PostAsync("certificates/trust", $$"""{"thumbprint":"{{new string('a', 40)}}"}""", token, cancellationToken);
        Assert.That(
            await trust.Content.ReadAsStringAsync(cancellationToken),
            Is.EqualTo($$"""{"message":"Trusted {{new string('A', 40)}}."}""")
        );
        using var logout = await PostAsync("logout", "{}", token, cancellationToken);
        Assert.That(logout.StatusCode, Is.EqualTo(HttpStatusCode.OK));
        using var late = await PostAsync("certificates/trust", "{}", token, cancellationToken);
        Assert.That(late.StatusCode, Is.EqualTo(HttpStatusCode.Unauthorized));
    }

    [TestCase(false)]
    [TestCase(true)]
    public async Task A_long_body_is_refused_also_in_pieces(bool isChunked, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/v1/login");
        request.Content = new StringContent($"\"{new string('a', 100_000)}\"", Encoding.UTF8, "application/json");
        request.Headers.TransferEncodingChunked = isChunked;
        request.Headers.ExpectContinue = true;
        using var answer = await _browser.SendAsync(request, cancellationToken);
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.RequestEntityTooLarge));
    }

    [TestCase("/", HttpStatusCode.MethodNotAllowed)]
    [TestCase("/api/overview", HttpStatusCode.MethodNotAllowed)]
    [TestCase("/api/v1", HttpStatusCode.NotFound)]
    [TestCase("/api/v1/none", HttpStatusCode.NotFound)]
    [TestCase("/api/v1/session", HttpStatusCode.MethodNotAllowed)]
    public async Task Nothing_else_takes_a_POST(string path, HttpStatusCode expected, CancellationToken cancellationToken)
    {
        using var answer = await _browser.PostAsync(path, null, cancellationToken);
        Assert.That(answer.StatusCode, Is.EqualTo(expected));
    }

    [Test]
    public async Task On_loopback_another_name_reaches_no_action(CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/v1/login");
        request.Headers.Host = $"evil.example:{_url.Port}";
        request.Content = new StringContent("{}", Encoding.UTF8, "application/json");
        using var answer = await _browser.SendAsync(request, cancellationToken);
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.MisdirectedRequest));
    }

    private async Task<HttpResponseMessage> PostAsync(string action, string body, string? token, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, WebAction.Root + action);
        request.Headers.Add("Origin", _url.GetLeftPart(UriPartial.Authority));
        request.Headers.Add(ForgeryCheck.TokenHeader, token ?? "");
        request.Content = new StringContent(body, new MediaTypeHeaderValue("application/json"));
        return await _browser.SendAsync(request, cancellationToken);
    }
}
