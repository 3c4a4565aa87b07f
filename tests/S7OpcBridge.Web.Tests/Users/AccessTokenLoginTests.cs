using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity;
using S7OpcBridge.Identity.Tests.Issuers;
using S7OpcBridge.Map;
using S7OpcBridge.Pages;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Web.Tests;

/// <summary>Access tokens of an issuer as Bearer of a request.</summary>
[CancelAfter(30_000)]
internal sealed class AccessTokenLoginTests
{
    private readonly List<string> _audit = [];
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;
    private ManualClock _clock = null!;
    private Logins _logins = null!;
    private ActionRig _rig = null!;
    private int _checked;

    [SetUp]
    public void Start()
    {
        _audit.Clear();
        (_clock, _checked) = (new ManualClock(), 0);
        var keys = Path.Combine(_folder, "keys.json");
        File.WriteAllText(keys, TestIssuer.Jwks);
        var issuer = new TokenIssuer(TestIssuer.Url)
        {
            Audience = "s7",
            KeysFile = keys,
            Roles = [new TokenRole("Operator", "operator", false), new TokenRole("SecurityAdmin", "root", false)],
        };
        _logins = new Logins(new ServerSettings { Issuers = [issuer] }, _clock, NullLogger.Instance);
        var map = MapText.Load("server: { anonymous: read, security: [None], advertise: [edge01.plant.local] }\nplcs: []\n").Map!;
        var checkAsync = PageLogins.CreateForTokens(_logins);
        _rig = new ActionRig(
            NoBridge.Commands(_logins, (user, _, isRight) => _audit.Add($"{user} {isRight}")) with
            {
                Users = _logins.Administration,
                Tokens = _logins.Tokens,
                ChangePasswordAsync = _logins.ChangePasswordAsync,
                LogInByTokenAsync = (token, cancellationToken) =>
                {
                    _checked++;
                    return checkAsync(token, cancellationToken);
                },
            },
            shown: NoBridge.View(TimeProvider.System) with
            {
                Running = () => map,
                Server = new ServerReadings
                {
                    Read = null!,
                    ValueOf = null!,
                    TypeOf = null!,
                    QualityOf = null!,
                    Sessions = static () => [],
                    Figures = null!,
                    Published = null!,
                },
            }
        );
    }

    [OneTimeTearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public async Task A_token_has_the_roles_that_the_map_gives_it()
    {
        Assert.That(await StatusAsync(TestIssuer.Sign(TestIssuer.Claims())), Is.EqualTo(403), "no SecurityAdmin");
        Assert.That(await StatusAsync(Root()), Is.EqualTo(200));
        Assert.That(_audit, Is.EqualTo((string[])["anna@login.plant.local True", "anna@login.plant.local True"]));
    }

    [Test]
    public async Task A_token_is_checked_once_and_remembered_until_it_ends()
    {
        var token = Root();
        for (var i = 0; i < 5; i++)
            Assert.That(await StatusAsync(token), Is.EqualTo(200));
        Assert.That((_checked, _audit.Count), Is.EqualTo((1, 1)));
        _clock.Advance(TimeSpan.FromSeconds(360));
        Assert.That(await StatusAsync(token), Is.EqualTo(401));
        Assert.That(_audit[^1], Is.EqualTo("an access token False"));
    }

    [Test]
    public async Task Wrong_tokens_are_all_answered_alike()
    {
        string[] wrong = [TestIssuer.Sign(TestIssuer.Claims(), rsa: TestIssuer.OtherRsa), TestIssuer.Sign("{}"), "a.b.c", "s7ob_x", "."];
        foreach (var token in wrong)
            Assert.That(await StatusAsync(token), Is.EqualTo(401), token);
        Assert.That(_audit, Is.All.EndsWith(" False"));
    }

    [Test]
    public async Task A_user_with_a_token_neither_changes_a_password_nor_makes_tokens()
    {
        Assert.That(await StatusAsync(Root(), "password", """{"old":"a","new":"correct horse battery"}"""), Is.GreaterThanOrEqualTo(400));
        Assert.That(
            await StatusAsync(Root(), "tokens/add", """{"name":"t","roles":["Operator"],"days":1}"""),
            Is.GreaterThanOrEqualTo(400)
        );
        Assert.That(_logins.Tokens.List(), Is.Empty);
    }

    [Test]
    public async Task A_browser_logs_in_with_a_token_and_is_out_when_it_ends()
    {
        var refused = await LogInAsync(TestIssuer.Sign("{}"));
        Assert.That(refused.Status, Is.EqualTo(401));
        Assert.That(refused.Text, Does.Contain("The access token is not accepted"));
        Assert.That((await LogInAsync(new string('a', 16_385))).Status, Is.EqualTo(401));

        var answer = await LogInAsync(Root());
        Assert.That(answer.Status, Is.EqualTo(200));
        Assert.That(answer.Text, Does.Contain("\"user\":\"anna@login.plant.local\"").And.Contain("\"takesAccessTokens\":true"));
        Assert.That((await _rig.SendAsync("users", cookie: answer.Cookie)).Status, Is.EqualTo(200));
        _clock.Advance(TimeSpan.FromSeconds(360));
        Assert.That((await _rig.SendAsync("users", cookie: answer.Cookie)).Status, Is.EqualTo(401));
    }

    [Test]
    public async Task A_login_with_a_token_is_audited_though_a_script_has_used_the_token_before()
    {
        var token = Root();
        Assert.That(await StatusAsync(token), Is.EqualTo(200));
        Assert.That((await LogInAsync(token)).Status, Is.EqualTo(200));
        Assert.That(_audit, Is.EqualTo((string[])["anna@login.plant.local True", "anna@login.plant.local True"]));
    }

    [Test]
    public async Task Without_issuers_a_token_is_none()
    {
        var rig = new ActionRig(NoBridge.Commands(_logins) with { Users = _logins.Administration, Tokens = _logins.Tokens });
        Assert.That(
            (await rig.SendAsync("users", also: request => request.Headers.Authorization = $"Bearer {Root()}")).Status,
            Is.EqualTo(401)
        );
    }

    private static string Root() => TestIssuer.Sign(TestIssuer.Claims().Replace("\"operator\"", "\"root\""));

    private Task<ActionRig.Answer> LogInAsync(string token) =>
        _rig.SendAsync("login", $$"""{"accessToken":"{{token}}"}""", origin: ActionRig.Site);

    private async Task<int> StatusAsync(string token, string action = "users", string? body = null) =>
        (await _rig.SendAsync(action, body, also: request => request.Headers.Authorization = $"Bearer {token}")).Status;
}
