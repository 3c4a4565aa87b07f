using S7OpcBridge.Identity;
using S7OpcBridge.Web.Actions;

namespace S7OpcBridge.Web.Tests;

/// <summary>Each action, role by role and attack by attack. A new action is among them because it is in the table.</summary>
[CancelAfter(60_000)]
public sealed class ActionTableTests
{
    private static readonly string[] Roles =
    [
        "Observer",
        "Operator",
        "Engineer",
        "Supervisor",
        "ConfigureAdmin",
        "SecurityAdmin",
        "SecurityAdmins",
    ];

    private static readonly WebAction[] All = [.. new ActionRig(ActionRig.WithUsers()).Table.All];
    private static readonly string[] Names = [.. All.Select(action => action.Name)];
    private static readonly string[] Posts = [.. All.Where(action => action.IsPost).Select(action => action.Name)];
    private static readonly string[] Changes =
    [
        .. All.Where(action => action.IsPost && action.Right > Right.Everybody).Select(action => action.Name),
    ];

    private ActionRig _rig = null!;

    [SetUp]
    public void Begin() => _rig = new ActionRig(ActionRig.WithUsers());

    [Test]
    public void The_table_has_no_name_twice_bounds_every_body_and_knows_only_real_roles()
    {
        Assert.That(Names, Is.Unique.And.SupersetOf(new[] { "session", "login", "logout", "certificates/trust", "certificates/untrust" }));
        foreach (var action in All)
        {
            Assert.That(action.MaxBody, action.IsPost ? Is.InRange(1, 8 << 20) : Is.Zero, action.Name);
            if (action.Right > Right.Permission)
                Assert.That(Role.Names, Does.Contain(action.Right.ToString()), action.Name);
            Assert.That(action.Right, action.IsChange ? Is.GreaterThan(Right.LoggedIn) : Is.Not.Null, action.Name);
        }
    }

    [TestCaseSource(nameof(Names))]
    public async Task Only_the_role_of_an_action_may_do_it(string name)
    {
        var action = All.Single(each => each.Name == name);
        var stranger = await _rig.SendAsync(name, BodyOf(name), origin: ActionRig.Site);
        if (action.Right == Right.Everybody)
            Assert.That(stranger.Status, Is.Not.EqualTo(401).And.Not.EqualTo(403));
        else
            Assert.That((stranger.Status, stranger.Headers.WWWAuthenticate.Count), Is.EqualTo((401, 0)));
        foreach (var role in Roles)
        {
            var (cookie, token) = _rig.Begin(role);
            _rig.Audit.Clear();
            var answer = await _rig.SendAsync(name, BodyOf(name), cookie, token, ActionRig.Site);
            if (action.Right <= Right.Permission || action.Right.ToString() == role)
                Assert.That(answer.Status, Is.Not.EqualTo(401).And.Not.EqualTo(403), role);
            else
                Assert.That((answer.Status, answer.Text), Is.EqualTo((403, $"This needs the role {action.Right}.\n")), role);
            Assert.That(_rig.Audit, Has.Count.EqualTo(action.IsAudited ? 1 : 0), "done or refused");
        }
    }

    [TestCaseSource(nameof(Posts))]
    public async Task A_foreign_origin_is_refused(string name)
    {
        var (cookie, token) = _rig.Begin(Role.Names);
        foreach (
            var origin in (string[])
                [
                    "https://evil.example",
                    "null",
                    "http://edge01.plant.local:8443",
                    "https://edge01.plant.local",
                    "https://edge01.plant.local:8443.evil.example",
                ]
        )
            Assert.That((await _rig.SendAsync(name, BodyOf(name), cookie, token, origin)).Status, Is.EqualTo(403), origin);
        var crossed = await _rig.SendAsync(
            name,
            BodyOf(name),
            cookie,
            token,
            ActionRig.Site,
            also: static request => request.Headers["Sec-Fetch-Site"] = "cross-site"
        );
        Assert.That(crossed.Status, Is.EqualTo(403));
        Assert.That(_rig.Sessions.Count, Is.EqualTo(1), "nobody was logged in or out");
    }

    [TestCaseSource(nameof(Changes))]
    public async Task Without_the_token_or_an_origin_a_cookie_alone_does_nothing(string name)
    {
        var (cookie, token) = _rig.Begin(Role.Names);
        var (_, other) = _rig.Begin(Role.Names);
        Assert.That((await _rig.SendAsync(name, BodyOf(name), cookie, null, ActionRig.Site)).Status, Is.EqualTo(403), "no token");
        Assert.That((await _rig.SendAsync(name, BodyOf(name), cookie, other, ActionRig.Site)).Status, Is.EqualTo(403), "another's token");
        Assert.That((await _rig.SendAsync(name, BodyOf(name), cookie, token, null)).Status, Is.EqualTo(403), "no origin");
        Assert.That(_rig.Sessions.Count, Is.EqualTo(2));
        if (All.Single(each => each.Name == name).IsAudited)
            Assert.That(_rig.Audit, Has.Count.EqualTo(3).And.All.EndsWith($"{name} BadUserAccessDenied"));
    }

    [TestCaseSource(nameof(Posts))]
    public async Task A_body_that_is_too_long_of_another_kind_or_too_deep_is_refused(string name)
    {
        var action = All.Single(each => each.Name == name);
        Assert.That(await StatusAsync($"\"{new string('a', action.MaxBody - 1)}\""), Is.EqualTo(413));
        Assert.That(await StatusAsync(BodyOf(name)!, "text/plain"), Is.EqualTo(415));
        Assert.That(await StatusAsync(BodyOf(name)!, "application/x-www-form-urlencoded"), Is.EqualTo(415));
        if (name == "logout")
            return; // it does not read its body
        Assert.That(await StatusAsync($"{new string('[', 200)}{new string(']', 200)}"), Is.EqualTo(400));
        Assert.That(await StatusAsync("{\"no such\":1}"), Is.EqualTo(400));
        Assert.That(await StatusAsync("{"), Is.EqualTo(400));
        Assert.That(await StatusAsync(""), Is.EqualTo(400));
        Assert.That(await StatusAsync("null"), Is.EqualTo(400));

        async Task<int> StatusAsync(string body, string type = "application/json")
        {
            var (cookie, token) = _rig.Begin(Role.Names);
            return (await _rig.SendAsync(name, body, cookie, token, ActionRig.Site, type)).Status;
        }
    }

    [TestCaseSource(nameof(Names))]
    public async Task A_name_that_another_site_leads_here_is_refused_and_another_method_too(string name)
    {
        var (cookie, token) = _rig.Begin(Role.Names);
        foreach (var host in (string[])["evil.example", "edge01.plant.local.evil.example", ""])
            Assert.That(
                (
                    await _rig.SendAsync(name, BodyOf(name), cookie, token, $"https://{host}", also: request => request.Host = new(host))
                ).Status,
                Is.EqualTo(421),
                host
            );
        var turned = await _rig.SendAsync(name, BodyOf(name) is null ? "{}" : null, cookie, token, ActionRig.Site);
        Assert.That(turned.Status, Is.EqualTo(405));
    }

    [Test]
    public async Task The_map_can_forbid_every_change()
    {
        var rig = new ActionRig(ActionRig.WithUsers(), "web: { edit: false }");
        var (cookie, token) = rig.Begin(Role.Names);
        foreach (var action in All.Where(action => action.IsChange))
        {
            var answer = await rig.SendAsync(action.Name, BodyOf(action.Name), cookie, token, ActionRig.Site);
            Assert.That(
                (answer.Status, answer.Text),
                Is.EqualTo((403, "Nothing can be changed here: the map says 'web: { edit: false }'.\n"))
            );
        }
        var session = await rig.SendAsync("session", cookie: cookie);
        Assert.That(session.Text, Does.Contain("\"whyNoChange\":").And.Not.Contain("certificates/trust"));
    }

    [Test]
    public async Task Without_users_nothing_can_be_done_and_the_answer_says_how()
    {
        var rig = new ActionRig(new BridgeCommands());
        Assert.That((await rig.SendAsync("session")).Text, Does.Contain("users add NAME --role SecurityAdmin"));
        Assert.That((await rig.LogInAsync("anna", "secret")).Status, Is.EqualTo(403));
        Assert.That((await rig.SendAsync("certificates/trust", "{}", origin: ActionRig.Site)).Status, Is.EqualTo(401));
    }

    private static string? BodyOf(string name) =>
        name switch
        {
            "login" => """{"user":"anna","password":"secret"}""",
            _ when Posts.Contains(name) => "{}",
            _ => null,
        };
}
