using System.Text.Json;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Web.Tests;

/// <summary>Users, their sessions and tokens, against a real users file.</summary>
[CancelAfter(60_000)]
public sealed class UserActionTests
{
    private const string Secret = "correct horse battery",
        Told = "Your password is changed. Your other sessions on the page and your tokens have ended.";

    private readonly ManualClock _clock = new();
    private MapText _folder = null!;
    private Logins _logins = null!;
    private ActionRig _rig = null!;

    [SetUp]
    public void Start()
    {
        _folder = new MapText();
        var path = _folder.PathOf("users.yaml");
        UserEntry[] users =
        [
            new("anna", PasswordHash.Compute("secret of anna"), ["SecurityAdmin", "Operator"]),
            new("bert", PasswordHash.Compute("secret of bert"), ["Observer"]),
        ];
        UsersFile.Write(path, new UsersDocument(users, null));
        _logins = new Logins(new ServerSettings { UsersFile = path, Users = users }, _clock, NullLogger.Instance);
        var commands = NoBridge.Commands(_logins) with
        {
            Users = _logins.Administration,
            Tokens = _logins.Tokens,
            RolesOfToken = token => _logins.RolesOnPages(token),
            ChangePasswordAsync = _logins.ChangePasswordAsync,
        };
        var map = MapText.Load("server: { anonymous: read, security: [None], advertise: [edge01.plant.local] }\nplcs: []\n").Map!;
        var view = NoBridge.View(TimeProvider.System) with
        {
            Running = () => map,
            Server = new ServerReadings
            {
                Read = null!,
                ValueOf = null!,
                TypeOf = null!,
                QualityOf = null!,
                Sessions = static () =>
                    [
                        new SessionRow("urn:mes <b>", "s", "mes", "10.0.0.5:4711", "SignAndEncrypt", 5000, 10, []),
                        new SessionRow("urn:hmi", "s", null, null, "None", 5000, 10, []),
                    ],
                Figures = null!,
                Published = null!,
            },
        };
        _rig = new ActionRig(commands, shown: view);
    }

    [TearDown]
    public async Task Stop()
    {
        // A token's last use is stored behind the answer.
        await Poll.UntilAsync(
            () => Task.FromResult(_logins.Tokens.List().All(token => token.LastUsed is null || StoredUseOf(token.Name) is not null)),
            static isStored => isStored,
            CancellationToken.None
        );
        _folder.Dispose();
    }

    private DateTimeOffset? StoredUseOf(string token) =>
        TokensFile.Read(UsersDocument.TokensBeside(_folder.PathOf("users.yaml"))).SingleOrDefault(each => each.Name == token)?.LastUsed;

    [Test]
    public async Task An_administrator_adds_a_user_who_logs_in_and_ends_at_once_when_removed()
    {
        var anna = await LogInAsync("anna");
        var added = await anna.PostAsync("users/add", $$"""{"name":"otto","password":"{{Secret}}","roles":["Operator"]}""");
        Assert.That((added.Status, added.Text), Is.EqualTo((200, """{"message":"Added: \u0027otto\u0027 with Operator."}""")));
        var otto = await LogInAsync("otto", Secret);
        Assert.That((await _rig.SendAsync("session", cookie: otto.Cookie)).Text, Does.Contain("\"user\":\"otto\""));

        var list = await anna.GetAsync("users");
        Assert.That(Names(list, "browsers", "user"), Is.EqualTo(new[] { "anna", "otto" }));
        Assert.That(
            list.GetProperty("browsers").EnumerateArray().Select(row => row.GetProperty("isOwn").GetBoolean()),
            Is.EqualTo(new[] { true, false })
        );
        Assert.That(Names(list, "clients", "user"), Is.EqualTo(new[] { "mes" }), "anonymous sessions have no user");
        Assert.That(list.GetRawText(), Does.Not.Contain("pbkdf2").And.Not.Contain(Secret));

        var removed = await anna.PostAsync("users/remove", """{"name":"otto"}""");
        Assert.That(removed.Status, Is.EqualTo(200), removed.Text);
        Assert.That((await _rig.SendAsync("session", cookie: otto.Cookie)).Text, Does.Not.Contain("otto"), "the very next request");
        Assert.That((await otto.PostAsync("logout", "{}")).Status, Is.EqualTo(401));
        Assert.That(Names(await anna.GetAsync("users"), "browsers", "user"), Is.EqualTo(new[] { "anna" }));
    }

    [Test]
    public async Task A_new_password_or_disabling_ends_sessions_and_another_role_counts_from_the_next_request()
    {
        var anna = await LogInAsync("anna");
        var bert = await LogInAsync("bert");
        await anna.PostAsync("users/change", """{"name":"bert","roles":["SecurityAdmin"]}""");
        Assert.That((await _rig.SendAsync("users", cookie: bert.Cookie)).Status, Is.EqualTo(200));
        await anna.PostAsync("users/change", """{"name":"bert","roles":["Observer"]}""");
        Assert.That((await _rig.SendAsync("users", cookie: bert.Cookie)).Status, Is.EqualTo(403));
        await anna.PostAsync("users/change", $$"""{"name":"bert","password":"{{Secret}}"}""");
        Assert.That((await _rig.SendAsync("users", cookie: bert.Cookie)).Status, Is.EqualTo(401));
        bert = await LogInAsync("bert", Secret);
        await anna.PostAsync("users/change", """{"name":"bert","isDisabled":true}""");
        Assert.That((await _rig.SendAsync("users", cookie: bert.Cookie)).Status, Is.EqualTo(401));
    }

    [Test]
    public async Task Somebody_elses_session_is_ended_by_its_number()
    {
        var (anna, bert) = (await LogInAsync("anna"), await LogInAsync("bert"));
        var number = (await anna.GetAsync("users"))
            .GetProperty("browsers")
            .EnumerateArray()
            .Single(row => row.GetProperty("user").GetString() == "bert")
            .GetProperty("session")
            .GetInt32();
        Assert.That((await anna.PostAsync("users/end-session", $$"""{"session":{{number}}}""")).Text, Does.Contain("Ended: a session of"));
        Assert.That((await _rig.SendAsync("session", cookie: bert.Cookie)).Text, Does.Not.Contain("bert"));
        Assert.That((await anna.PostAsync("users/end-session", $$"""{"session":{{number}}}""")).Status, Is.EqualTo(404));
    }

    [Test]
    public async Task No_password_is_in_any_answer_or_audit_even_where_it_is_refused()
    {
        var anna = await LogInAsync("anna");
        foreach (
            var body in (string[])
                [
                    """{"name":"x","password":"hunter2","roles":["Observer"]}""",
                    """{"name":"anna","password":"hunter2hunter2","roles":["Observer"]}""",
                    """{"name":"x","password":"hunter2hunter2","roles":["No such role"]}""",
                    """{"name":"x","password":["hunter2hunter2"],"roles":["Observer"]}""",
                    """{"name":"x","password":"hunter2hunter2","roles":[null]}""",
                    """{"name":"x","password":"hunter2hunter2"}""",
                    """{"name":"x","password":"hunter2hunter2","roles":["Observer"]""",
                    """{"name":"x","password":"hunter2hunter2","roles":["Observer"]}""",
                ]
        )
            Assert.That((await anna.PostAsync("users/add", body)).Text, Does.Not.Contain("hunter2"), body);
        Assert.That(
            (await anna.PostAsync("users/change", """{"name":"x","password":"hunter2-again"}""")).Text,
            Does.Not.Contain("hunter2")
        );
        Assert.That(_rig.AuditTexts, Has.Count.GreaterThanOrEqualTo(9).And.None.Contains("hunter2"));
        Assert.That(_rig.AuditTexts[^1], Is.EqualTo("Changed: 'x': a new password."));
    }

    [Test]
    public async Task A_token_does_what_its_roles_permit_and_no_more()
    {
        var anna = await LogInAsync("anna");
        var beyond = await anna.PostAsync("tokens/add", """{"name":"t","roles":["Supervisor"],"days":30}""");
        Assert.That(
            (beyond.Status, beyond.Text),
            Is.EqualTo((403, "You do not have the role 'Supervisor', so a token of yours cannot have it.\n"))
        );
        var operating = await MakeAsync(anna, "operating", "Operator");
        var administrating = await MakeAsync(anna, "administrating", "SecurityAdmin");

        Assert.That(await StatusAsync("users", operating), Is.EqualTo(403));
        Assert.That(await StatusAsync("users/remove", operating, """{"name":"bert"}"""), Is.EqualTo(403));
        Assert.That(await StatusAsync("users", administrating), Is.EqualTo(200));
        Assert.That(await StatusAsync("users/change", administrating, """{"name":"bert","roles":["Operator"]}"""), Is.EqualTo(200));
        Assert.That(_rig.Audit[^1], Is.EqualTo("administrating of anna users/change Good"));
        var child = await SendAsync("tokens/add", administrating, """{"name":"child","roles":["SecurityAdmin"],"days":365}""");
        Assert.That((child.Status, child.Text), Is.EqualTo((403, "A token cannot make tokens; log in with a password.\n")));
        Assert.That(await StatusAsync("users", "s7ob_" + new string('A', 43)), Is.EqualTo(401));
        Assert.That(await StatusAsync("users", ""), Is.EqualTo(401));
        // A browser of another site has no token, and cannot use one that it should have.
        var forged = await _rig.SendAsync(
            "users/remove",
            """{"name":"bert"}""",
            origin: ActionRig.Site,
            also: request => request.Headers.Authorization = $"Bearer {administrating}"
        );
        Assert.That(forged.Status, Is.EqualTo(403));

        var list = await anna.GetAsync("users");
        Assert.That(Names(list, "tokens", "name"), Is.EqualTo(new[] { "operating", "administrating" }));
        Assert.That(list.GetProperty("tokens")[0].TryGetProperty("lastUsed", out _));
        Assert.That(list.GetRawText(), Does.Not.Contain(operating).And.Not.Contain(administrating));
        Assert.That(_rig.AuditTexts, Has.None.Contains(operating).And.None.Contains(administrating));

        Assert.That((await anna.PostAsync("tokens/remove", """{"name":"administrating"}""")).Status, Is.EqualTo(200));
        Assert.That(await StatusAsync("users", administrating), Is.EqualTo(401), "the very next request");
    }

    [Test]
    public async Task Who_is_logged_in_changes_the_own_password_and_whoever_else_is_in_with_the_old_one_is_out()
    {
        var (bert, elsewhere) = (await LogInAsync("bert"), await LogInAsync("bert"));
        var token = await MakeAsync(await LogInAsync("anna"), "report", "Operator");
        Assert.That(await BasicAsync("bert", "secret of bert"), Is.EqualTo(200), "and is remembered");
        var changed = await bert.PostAsync("password", $$"""{"old":"secret of bert","new":"{{Secret}}"}""");
        Assert.That((changed.Status, changed.Text), Is.EqualTo((200, $"{{\"message\":\"{Told}\"}}")));
        Assert.That(changed.Cookie, Is.Not.EqualTo(bert.Cookie).And.StartsWith("s7opcbridge="), "this browser has a new session");
        Assert.That((await _rig.SendAsync("session", cookie: changed.Cookie)).Text, Does.Contain("\"user\":\"bert\""));
        foreach (var old in (Person[])[bert, elsewhere])
            Assert.That((await _rig.SendAsync("session", cookie: old.Cookie)).Text, Does.Not.Contain("bert"));
        Assert.That(await BasicAsync("bert", "secret of bert"), Is.EqualTo(401), "also what was remembered");
        Assert.That((await _rig.LogInAsync("bert", Secret)).Status, Is.EqualTo(200));
        Assert.That(await StatusAsync("users/change", token, "{}"), Is.EqualTo(403), "of somebody else");
        Assert.That(_rig.Audit, Does.Contain("bert password Good"));
        Assert.That(_rig.AuditTexts, Has.None.Contains("secret of").And.None.Contains(Secret));
    }

    [Test]
    public async Task The_own_password_is_not_changed_without_the_old_one_by_a_token_or_against_the_rules()
    {
        var anna = await LogInAsync("anna");
        var token = await MakeAsync(anna, "report", "SecurityAdmin");
        var script = await SendAsync("password", token, $$"""{"old":"secret of anna","new":"{{Secret}}"}""");
        Assert.That((script.Status, script.Text), Is.EqualTo((409, "A token has no password; log in with one.\n")));
        foreach (
            var (body, sentence) in (List<(string, string)>)
                [
                    ($$"""{"old":"a guess here","new":"{{Secret}}"}""", "The old password of 'anna' is wrong.\n"),
                    ("""{"old":"secret of anna","new":"short"}""", "the password has 5 characters; use 8 to 256.\n"),
                    ("""{"old":"secret of anna","new":"secret of anna"}""", "The new password is the old one.\n"),
                ]
        )
        {
            var refused = await anna.PostAsync("password", body);
            Assert.That((refused.Status, refused.Text), Is.EqualTo((409, sentence)));
        }
        Assert.That(await StatusAsync("users", token), Is.EqualTo(200), "nothing has ended");
        Assert.That((await anna.PostAsync("password", $$"""{"old":"secret of anna","new":"{{Secret}}"}""")).Status, Is.EqualTo(200));
        Assert.That(await StatusAsync("users", token), Is.EqualTo(401), "a new password ends the tokens");
    }

    [Test]
    public async Task Guesses_of_the_old_password_wait_like_those_of_a_login()
    {
        var bert = await LogInAsync("bert");
        for (var i = 0; i < 4; i++)
            Assert.That((await bert.PostAsync("password", $$"""{"old":"guess {{i}}","new":"{{Secret}}"}""")).Status, Is.EqualTo(409));
        var right = await bert.PostAsync("password", $$"""{"old":"secret of bert","new":"{{Secret}}"}""");
        Assert.That((right.Status, right.Text), Is.EqualTo((403, "User 'bert' gave wrong passwords and must wait 2 s at this address.\n")));
        Assert.That((await _rig.LogInAsync("bert", "secret of bert")).Status, Is.EqualTo(401), "as does a login");
        _clock.Advance(TimeSpan.FromSeconds(2));
        Assert.That((await bert.PostAsync("password", $$"""{"old":"secret of bert","new":"{{Secret}}"}""")).Status, Is.EqualTo(200));
    }

    [Test]
    public async Task A_session_that_was_planted_before_the_login_is_not_taken_over()
    {
        var planted = "s7opcbridge=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        var login = await _rig.LogInAsync("anna", "secret of anna", planted);
        Assert.That(login.Cookie, Does.StartWith("s7opcbridge=").And.Not.EqualTo(planted));
        Assert.That((await _rig.SendAsync("users", cookie: planted)).Status, Is.EqualTo(401));
        var again = await _rig.LogInAsync("anna", "secret of anna", login.Cookie);
        Assert.That(again.Cookie, Is.Not.EqualTo(login.Cookie));
        Assert.That((await _rig.SendAsync("users", cookie: login.Cookie)).Status, Is.EqualTo(401), "the one before has ended");
    }

    [Test]
    public async Task A_thousand_logins_at_once_cost_a_few_hashes_and_leave_a_few_sessions(CancellationToken cancellationToken)
    {
        var wrong = Enumerable.Range(0, 1000).Select(_ => _rig.LogInAsync("anna", "a guess"));
        Assert.That((await Task.WhenAll(wrong).WaitAsync(cancellationToken)).Select(answer => answer.Status), Is.All.EqualTo(401));
        Assert.That(_logins.PasswordsHashed, Is.LessThan(20));
        Assert.That(_rig.Sessions.Count, Is.Zero);
        var rig = new ActionRig(ActionRig.WithUsers());
        for (var i = 0; i < 1000; i++)
            Assert.That((await rig.LogInAsync(i % 2 == 0 ? "anna" : $"user {i}", "right")).Status, Is.EqualTo(200));
        Assert.That(rig.Sessions.Count, Is.LessThanOrEqualTo(Login.WebSessions.MostOfNetwork));
    }

    private async Task<Person> LogInAsync(string user, string? password = null)
    {
        var login = await _rig.LogInAsync(user, password ?? $"secret of {user}");
        Assert.That(login.Status, Is.EqualTo(200), login.Text);
        return new Person(_rig, login.Cookie, JsonDocument.Parse(login.Text).RootElement.GetProperty("token").GetString()!);
    }

    private async Task<int> BasicAsync(string user, string password) =>
        (
            await _rig.SendAsync(
                "logout",
                "{}",
                also: request =>
                    request.Headers.Authorization =
                        $"Basic {Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes($"{user}:{password}"))}"
            )
        ).Status;

    private static async Task<string> MakeAsync(Person person, string name, string role)
    {
        var made = await person.PostAsync("tokens/add", $$"""{"name":"{{name}}","roles":["{{role}}"],"days":30}""");
        Assert.That(made.Status, Is.EqualTo(200), made.Text);
        return JsonDocument.Parse(made.Text).RootElement.GetProperty("token").GetString()!;
    }

    private Task<ActionRig.Answer> SendAsync(string name, string token, string? body = null) =>
        _rig.SendAsync(name, body, also: request => request.Headers.Authorization = $"Bearer {token}");

    private async Task<int> StatusAsync(string name, string token, string? body = null) => (await SendAsync(name, token, body)).Status;

    private static IEnumerable<string?> Names(JsonElement answer, string list, string name) =>
        answer.GetProperty(list).EnumerateArray().Select(row => row.GetProperty(name).GetString());

    private sealed record Person(ActionRig Rig, string Cookie, string Token)
    {
        public Task<ActionRig.Answer> PostAsync(string name, string body) => Rig.SendAsync(name, body, Cookie, Token, ActionRig.Site);

        public async Task<JsonElement> GetAsync(string name)
        {
            var answer = await Rig.SendAsync(name, cookie: Cookie);
            Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
            return JsonDocument.Parse(answer.Text).RootElement;
        }
    }
}
