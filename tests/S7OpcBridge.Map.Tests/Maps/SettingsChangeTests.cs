using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>What of the server's settings holds at once, and what waits for a restart.</summary>
public sealed class SettingsChangeTests
{
    private static readonly PasswordHash Password = new(PasswordHash.MinRounds, new byte[16], new byte[64]);

    [Test]
    public void The_same_settings_are_no_change()
    {
        var settings = new ServerSettings { Users = [User("mes", "Operator")] };
        var change = SettingsChange.Between(settings, settings with { Users = [User("mes", "Operator")] });
        Assert.That(
            (change.NeedRestart, change.Users, change.Permits),
            Is.EqualTo((Array.Empty<string>(), Array.Empty<string>(), Array.Empty<string>()))
        );
    }

    [Test]
    public void What_cannot_change_while_running_is_named_stays_and_is_audited_where_it_opens_something()
    {
        var running = new ServerSettings();
        var change = SettingsChange.Between(
            running,
            running with
            {
                Name = "other",
                Endpoint = new Uri("opc.tcp://0.0.0.0:4841"),
                Security = ["None"],
                Anonymous = AnonymousAccess.Write,
                Advertise = ["a"],
                History = new HistorySettings { Folder = "/history", Postgres = "Password=secret" },
                Limits = running.Limits with { MaxSessions = 7 },
            }
        );

        Assert.That(
            change.NeedRestart.Select(line => line.Split(" (")[0]),
            Is.EqualTo(
                new[]
                {
                    "server: name",
                    "server: namespace",
                    "server: endpoint",
                    "server: advertise",
                    "server: security",
                    "server: anonymous",
                    "server: history",
                    "server: limits such as maxSessions",
                }
            )
        );
        Assert.That(string.Concat(change.NeedRestart), Does.Not.Contain("secret"));
        Assert.That(change.Effective, Is.EqualTo(running));
        Assert.That(
            change.Permits,
            Has.Count.EqualTo(3).And.Some.Contains("0.0.0.0:4841").And.Some.Contains("None").And.Some.Contains("user name write")
        );
    }

    [Test]
    public void Users_hold_at_once_and_more_of_them_is_audited()
    {
        var running = new ServerSettings { Users = [User("old", "Operator"), User("mes", "Observer")] };
        var change = SettingsChange.Between(
            running,
            running with
            {
                Users = [User("mes", "Observer", "Operator"), User("new", "Engineer")],
            }
        );

        Assert.That(change.Effective.Users.Select(user => user.Name), Is.EqualTo(new[] { "mes", "new" }));
        Assert.That(
            change.Users,
            Is.EqualTo(new[] { "~ user mes: roles Observer → Observer, Operator", "+ user new (Engineer)", "− user old" })
        );
        Assert.That(
            change.Permits,
            Is.EqualTo(new[] { "The user mes has more roles now: Operator.", "The user new may log in now (Engineer)." })
        );
        Assert.That(change.NeedRestart, Is.Empty);
    }

    [Test]
    public void The_first_user_and_the_last_one_need_a_restart()
    {
        var nobody = new ServerSettings();
        var somebody = nobody with { Users = [User("mes", "Operator")] };
        Assert.That(SettingsChange.Between(nobody, somebody).NeedRestart, Is.EqualTo(new[] { "server: users (there were none)" }));
        Assert.That(SettingsChange.Between(somebody, nobody).Effective.Users, Is.EqualTo(somebody.Users));
    }

    [TestCase("web: false", "web: { health: http://0.0.0.0:8081 }", "web (false → http://127.0.0.1:8080, health http://0.0.0.0:8081)", 1)]
    [TestCase("web: true", "web: false", "web (http://127.0.0.1:8080 → false)", 0)]
    [TestCase("otlp: { endpoint: http://a:4317 }", "", "otlp (http://a:4317 by grpc every 15s → none)", 0)]
    public void The_ways_beside_OPC_UA_need_a_restart_and_one_that_opens_is_audited(
        string before,
        string after,
        string waiting,
        int permits
    )
    {
        var (running, loaded) = (MapOf(before), MapOf(after));
        var change = SettingsChange.Between(running.Server, running.Server).And(running, loaded);
        Assert.That((change.NeedRestart, change.Permits.Count), Is.EqualTo((new[] { waiting }, permits)));
        Assert.That(SettingsChange.Between(running.Server, running.Server).And(running, MapOf(before)).NeedRestart, Is.Empty);
    }

    [Test]
    public void What_the_page_may_change_follows_a_reload_and_more_of_it_is_audited()
    {
        var (closed, open) = (MapOf("web: { edit: false }"), MapOf(""));
        var opened = SettingsChange.Between(open.Server, open.Server).And(closed, open);
        var shut = SettingsChange.Between(open.Server, open.Server).And(open, closed);
        Assert.That((opened.NeedRestart, opened.Users), Is.EqualTo((Array.Empty<string>(), new[] { "~ web: edit false → by default" })));
        Assert.That(opened.Permits, Has.Count.EqualTo(1));
        Assert.That((shut.Users, shut.Permits), Is.EqualTo((new[] { "~ web: edit by default → false" }, Array.Empty<string>())));
    }

    private static BridgeMap MapOf(string keys) =>
        MapText.Load($"server: {{ anonymous: read, security: [None] }}\n{keys}\nplcs: []\n").Map!;

    private static UserEntry User(string name, params string[] roles) => new(name, Password, roles);
}
