using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.Tests;

/// <summary>Sessions of browsers: how they begin, what keeps them alive, and what ends them.</summary>
[CancelAfter(60_000)]
public sealed class SessionTests
{
    private readonly List<string> _roles = ["SecurityAdmin"];
    private bool _isUser = true;
    private ActionRig _rig = null!;

    [SetUp]
    public void Begin()
    {
        _isUser = true;
        _rig = new ActionRig(
            new BridgeCommands
            {
                LogInAsync = (name, password, _, _) =>
                    ValueTask.FromResult(
                        Encoding.UTF8.GetString(password.Span) == "right" ? new PageUser(name, () => _isUser ? _roles : null) : null
                    ),
                Certificates = new CertificateCommands
                {
                    Trust = choice => new CommandOutcome(OpcUa.StatusCodes.Good, $"Trusted {choice}."),
                },
            }
        );
    }

    [Test]
    public async Task A_login_gives_a_cookie_that_no_script_and_no_other_site_can_use_and_a_token()
    {
        var login = await _rig.LogInAsync("anna", "right");
        Assert.That(
            login.Headers.SetCookie.ToString(),
            Does.Match("^s7opcbridge=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure$"),
            "256 bits"
        );
        var session = JsonNode.Parse(login.Text)!;
        Assert.That((string?)session["user"], Is.EqualTo("anna"));
        Assert.That(session["actions"]!.AsArray().Select(name => (string)name!), Does.Contain("certificates/trust"));
        var done = await _rig.SendAsync("certificates/trust", Body, login.Cookie, (string)session["token"]!, ActionRig.Site);
        Assert.That((done.Status, _rig.Audit), Is.EqualTo((200, new[] { "anna certificates/trust Good" })), done.Text);
    }

    [Test]
    public async Task A_wrong_password_gives_no_cookie_and_no_challenge()
    {
        var login = await _rig.LogInAsync("anna", "wrong");
        Assert.That((login.Status, login.Headers.SetCookie.Count, login.Headers.WWWAuthenticate.Count), Is.EqualTo((401, 0, 0)));
    }

    [Test]
    public async Task A_cookie_that_was_there_before_the_login_is_worth_nothing_after_it()
    {
        const string planted = "s7opcbridge=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        var first = await _rig.LogInAsync("anna", "right", planted);
        Assert.That(first.Cookie, Is.Not.EqualTo(planted));
        Assert.That(await UserAsync(planted), Is.Null);
        var second = await _rig.LogInAsync("anna", "right", first.Cookie);
        Assert.That(
            (await UserAsync(first.Cookie), await UserAsync(second.Cookie), _rig.Sessions.Count),
            Is.EqualTo(((string?)null, "anna", 1))
        );
    }

    [Test]
    public async Task Logging_out_ends_the_session_and_takes_the_cookie_away()
    {
        var login = await _rig.LogInAsync("anna", "right");
        var logout = await _rig.SendAsync("logout", "{}", login.Cookie, TokenOf(login), ActionRig.Site);
        Assert.That(logout.Headers.SetCookie.ToString(), Does.StartWith("s7opcbridge=; Max-Age=0; "));
        Assert.That((logout.Status, await UserAsync(login.Cookie)), Is.EqualTo((200, (string?)null)));
    }

    [Test]
    public async Task A_session_ends_when_its_user_does_nothing_though_the_page_asks_on()
    {
        var login = await _rig.LogInAsync("anna", "right");
        for (var minute = 0; minute < 20; minute++)
        {
            _rig.Clock.Advance(TimeSpan.FromMinutes(1));
            Assert.That(await UserAsync(login.Cookie, isActive: true), Is.EqualTo("anna"));
        }
        for (var minute = 0; minute < 14; minute++)
        {
            _rig.Clock.Advance(TimeSpan.FromMinutes(1));
            Assert.That(await UserAsync(login.Cookie), Is.EqualTo("anna"));
        }
        _rig.Clock.Advance(TimeSpan.FromMinutes(1));
        Assert.That(await UserAsync(login.Cookie), Is.Null);
    }

    [Test]
    public async Task A_session_ends_after_twelve_hours_whatever_its_user_does()
    {
        var login = await _rig.LogInAsync("anna", "right");
        for (var minutes = 10; minutes < 12 * 60; minutes += 10)
        {
            _rig.Clock.Advance(TimeSpan.FromMinutes(10));
            Assert.That(await UserAsync(login.Cookie, isActive: true), Is.EqualTo("anna"));
        }
        _rig.Clock.Advance(TimeSpan.FromMinutes(10));
        Assert.That(await UserAsync(login.Cookie, isActive: true), Is.Null);
    }

    [Test]
    public async Task Who_is_no_longer_a_user_or_has_lost_a_role_is_out_at_once()
    {
        var login = await _rig.LogInAsync("anna", "right");
        _roles.Clear();
        try
        {
            Assert.That(
                (await _rig.SendAsync("certificates/trust", Body, login.Cookie, TokenOf(login), ActionRig.Site)).Status,
                Is.EqualTo(403)
            );
        }
        finally
        {
            _roles.Add("SecurityAdmin");
        }
        _isUser = false;
        Assert.That((await UserAsync(login.Cookie), _rig.Sessions.Count), Is.EqualTo(((string?)null, 0)));
    }

    [Test]
    public async Task A_script_needs_no_cookie_but_must_not_be_a_browser()
    {
        var basic = "Basic " + Convert.ToBase64String("anna:right"u8);
        Assert.That((await AsScriptAsync(null)).Status, Is.EqualTo(200));
        Assert.That((await AsScriptAsync(ActionRig.Site)).Status, Is.EqualTo(403), "a browser remembers Basic, and sends it for any page");
        Assert.That((await AsScriptAsync(null, "text/plain")).Status, Is.EqualTo(415), "what a form can send");

        Task<ActionRig.Answer> AsScriptAsync(string? origin, string type = "application/json") =>
            _rig.SendAsync("certificates/trust", Body, origin: origin, type: type, also: request => request.Headers.Authorization = basic);
    }

    [Test]
    public void A_thousand_logins_leave_a_bounded_number_of_sessions()
    {
        var sessions = new WebSessions(TimeProvider.System);
        var user = new PageUser("anna", static () => []);
        var ids = Enumerable.Range(0, 1000).Select(_ => sessions.Begin(user, IPAddress.Loopback, out var _)).ToArray();
        Assert.That(ids, Is.Unique);
        Assert.That((sessions.Count, sessions.Find(ids[^1])?.User), Is.EqualTo((WebSessions.MostOfUser, user)), "the newest stay");
        for (var i = 0; i < 1000; i++)
            sessions.Begin(new PageUser($"user {i}", static () => []), IPAddress.Parse("192.0.2.7"), out var _);
        Assert.That(sessions.Count, Is.EqualTo(WebSessions.MostOfUser + WebSessions.MostOfNetwork));
        for (var i = 0; i < 1000; i++)
            sessions.Begin(new PageUser($"user {i}", static () => []), new IPAddress(i), out var _);
        Assert.That(sessions.Count, Is.EqualTo(WebSessions.Most));
    }

    private const string Body = """{"thumbprint":"12389F31936CEEE311BC57D0672DAD8EB1192A2E"}""";

    private static string TokenOf(ActionRig.Answer login) => (string)JsonNode.Parse(login.Text)!["token"]!;

    private async Task<string?> UserAsync(string cookie, bool isActive = false)
    {
        var answer = await _rig.SendAsync(
            "session",
            cookie: cookie,
            also: request => request.QueryString = new(isActive ? "?active=true" : "")
        );
        return (string?)JsonNode.Parse(answer.Text)!["user"];
    }
}
