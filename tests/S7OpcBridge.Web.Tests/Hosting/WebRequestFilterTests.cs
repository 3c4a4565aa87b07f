using System.Net;
using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.Hosting;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.Tests;

/// <summary>Who is let in by a endpoint that the network can reach.</summary>
[CancelAfter(60_000)]
public sealed class WebRequestFilterTests
{
    private static readonly WebEndpoint Beyond = new(new Uri("https://0.0.0.0:8443"), IsHealth: false, HasMetrics: true);
    private static readonly UserEntry Anna = new("anna", PasswordHash.Compute("pass:word"), ["Observer"]);

    // After one wrong password too many (docs/users.md).
    private static readonly TimeSpan FirstWait = TimeSpan.FromSeconds(2);
    private readonly ManualClock _clock = new();
    private readonly List<string> _audit = [];

    [SetUp]
    public void Begin() => _audit.Clear();

    [Test]
    public async Task Beyond_loopback_only_a_user_with_the_password_is_let_in()
    {
        var login = new WebLogin(
            NoBridge.Commands(
                new Logins(new ServerSettings { Users = [Anna] }, _clock, NullLogger.Instance),
                (user, _, isAdmitted) => _audit.Add($"{user} {isAdmitted}")
            ),
            _clock
        );
        Assert.That(await AskAsync(login, null), Is.EqualTo(401));
        Assert.That(await AskAsync(login, Basic("anna", "wrong")), Is.EqualTo(401));
        Assert.That(await AskAsync(login, Basic("", "")), Is.EqualTo(401));
        Assert.That(await AskAsync(login, "Basic ???"), Is.EqualTo(401));
        Assert.That(await AskAsync(login, "Bearer anna"), Is.EqualTo(401));
        Assert.That(await AskAsync(login, $"Basic {new string('A', 4000)}"), Is.EqualTo(401));
        Assert.That(await AskAsync(login, Basic("anna", "pass:word")), Is.EqualTo(200), "a password may have colons");
        Assert.That(await AskAsync(login, Basic("anna", "pass:word")), Is.EqualTo(200), "and is remembered");
        Assert.That(
            _audit,
            Is.EqualTo(new[] { "anna False", "a token False", "anna True" }),
            "what is no login is no event, and a page that asks every second comes once"
        );
    }

    [Test]
    public async Task Who_guesses_has_to_wait_as_on_OPC_UA()
    {
        var login = new WebLogin(
            NoBridge.Commands(
                new Logins(new ServerSettings { Users = [Anna] }, _clock, NullLogger.Instance),
                (user, _, isAdmitted) => _audit.Add($"{user} {isAdmitted}")
            ),
            _clock
        );
        for (var i = 0; i < 4; i++)
            await AskAsync(login, Basic("anna", "guess"));
        Assert.That(await AskAsync(login, Basic("anna", "pass:word")), Is.EqualTo(401));
        _clock.Advance(FirstWait);
        Assert.That(await AskAsync(login, Basic("anna", "pass:word")), Is.EqualTo(200));
    }

    [Test]
    public async Task A_user_who_is_taken_out_of_the_users_file_is_out_at_once()
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        UsersFile.Write(path, new UsersDocument([Anna], null));
        var login = new WebLogin(
            NoBridge.Commands(
                new Logins(new ServerSettings { Users = [Anna], UsersFile = path }, _clock, NullLogger.Instance),
                (user, _, isAdmitted) => _audit.Add($"{user} {isAdmitted}")
            ),
            _clock
        );
        Assert.That(await AskAsync(login, Basic("anna", "pass:word")), Is.EqualTo(200));
        UsersFile.Write(path, new UsersDocument([new UserEntry("bert", Anna.Password, ["Observer"])], null));
        Assert.That(await AskAsync(login, Basic("anna", "pass:word")), Is.EqualTo(401));
    }

    [Test]
    public async Task Health_beyond_loopback_asks_for_no_login_and_answers_to_any_name()
    {
        var endpoint = new WebEndpoint(new Uri("http://0.0.0.0:8081"), IsHealth: true, HasMetrics: false);
        Assert.That(await AskAsync(null, null, endpoint, "/livez"), Is.EqualTo(200));
        Assert.That(await AskAsync(null, null, endpoint, "/metrics"), Is.EqualTo(404));
    }

    [TestCase("/", 200)]
    [TestCase("/session.js", 200)]
    [TestCase("/index.html", 401)]
    [TestCase("/api/overview", 401)]
    [TestCase("/api/tags/csv", 401)]
    [TestCase("/api/v1/session", 200)]
    [TestCase("/api/v1x", 401)]
    [TestCase("/metrics", 401)]
    public async Task Beyond_loopback_the_form_for_the_login_is_there_for_everybody_and_nothing_else(string path, int expected)
    {
        var logins = new Logins(new ServerSettings { Users = [Anna] }, _clock, NullLogger.Instance);
        Assert.That(await AskAsync(new WebLogin(NoBridge.Commands(logins), _clock), null, path: path), Is.EqualTo(expected));
    }

    private static string Basic(string user, string password) =>
        "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"));

    private static async Task<int> AskAsync(WebLogin? login, string? authorization, WebEndpoint? endpoint = null, string path = "/metrics")
    {
        var context = new DefaultHttpContext();
        context.Features.Set(endpoint ?? Beyond);
        context.Connection.RemoteIpAddress = IPAddress.Parse("192.0.2.7");
        (context.Request.Method, context.Request.Path, context.Request.Host) = ("GET", path, new HostString("bridge.plant.local"));
        context.Request.Headers.Authorization = authorization;
        var visitors = login is null ? null : new Visitors(login, new WebSessions(TimeProvider.System));
        await new WebRequestFilter(visitors, static _ => Task.CompletedTask).PassAsync(context);
        if (context.Response.StatusCode == 401)
            Assert.That(context.Response.Headers.WWWAuthenticate.ToString(), Does.StartWith("Basic realm="));
        return context.Response.StatusCode;
    }
}
