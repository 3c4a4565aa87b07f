using S7OpcBridge.Map.Files;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Where lies what the bridge writes and the map gives no full path of.</summary>
[NonParallelizable]
public sealed class StateFolderTests
{
    private static readonly string[] Variables = [StateFolder.Variable, "STATE_DIRECTORY"];
    private string _state = "";

    [SetUp]
    public void Make() => _state = Directory.CreateTempSubdirectory("s7opcbridge-state-").FullName;

    [TearDown]
    public void Forget()
    {
        foreach (var variable in Variables)
            Environment.SetEnvironmentVariable(variable, null);
        Directory.Delete(_state, recursive: true);
    }

    [Test]
    public void Without_a_state_folder_everything_lies_beside_the_map()
    {
        using var text = new MapText().With("map.yaml", Map("history"));
        var map = text.Load().Map!;
        Assert.That((map.Server.History!.Folder, map.Server.Certificates), Is.EqualTo((text.PathOf("history"), text.PathOf("certs"))));
        Assert.That(map.Alarms!.StateFile, Is.EqualTo(text.PathOf("states.json")));
    }

    [TestCase("S7OPCBRIDGE_STATE", "")]
    [TestCase("STATE_DIRECTORY", ":/var/lib/another", Description = "systemd.exec(5): several folders, separated by colons")]
    public void With_one_what_the_map_names_relatively_or_not_at_all_lies_there(string variable, string rest)
    {
        Environment.SetEnvironmentVariable(variable, _state + rest);
        using var text = new MapText().With("map.yaml", Map("history"));
        var map = text.Load().Map!;
        Assert.That(map.Server.History!.Folder, Is.EqualTo(Path.Combine(_state, "history")));
        Assert.That(map.Server.Certificates, Is.EqualTo(Path.Combine(_state, "certs")));
        Assert.That(map.Alarms!.StateFile, Is.EqualTo(Path.Combine(_state, "states.json")));
    }

    [Test]
    public void The_local_journal_of_a_database_lies_there_too()
    {
        Environment.SetEnvironmentVariable(StateFolder.Variable, _state);
        var history = MapText
            .Load(Map("history").Replace("store: history", "postgres: { connection: \"Host=db;Database=d;Username=u;Password=p\" }"))
            .Map!.Server.History!;
        Assert.That(history.Folder, Is.EqualTo(Path.Combine(_state, "history")));
    }

    [Test]
    public void Users_are_found_where_users_add_puts_them()
    {
        Environment.SetEnvironmentVariable(StateFolder.Variable, _state);
        using var text = new MapText().With("map.yaml", Map("history").Replace("anonymous: read", "users: users.yaml"));
        Assert.That(UsersLocation.In(text.PathOf("map.yaml"), new FindingList())!.File, Is.EqualTo(Path.Combine(_state, "users.yaml")));
        text.With("users.yaml", "");
        Assert.That(UsersLocation.In(text.PathOf("map.yaml"), new FindingList())!.File, Is.EqualTo(text.PathOf("users.yaml")));
    }

    [Test]
    public void What_an_older_version_has_put_beside_the_map_stays_in_use()
    {
        Environment.SetEnvironmentVariable(StateFolder.Variable, _state);
        using var text = new MapText()
            .With("map.yaml", Map("history"))
            .With("history/catalog.db", "")
            .With("states.json", "{}")
            .With("certs/own/x", "");
        var map = text.Load().Map!;
        Assert.That(map.Server.History!.Folder, Is.EqualTo(text.PathOf("history")));
        Assert.That((map.Server.Certificates, map.Alarms!.StateFile), Is.EqualTo((text.PathOf("certs"), text.PathOf("states.json"))));
    }

    [Test]
    public void The_command_that_trusts_a_client_works_from_any_folder() =>
        Assert.That(
            new ServerSettings().WithPathsFrom(new SourceFile("plant.yaml")).TrustCommand,
            Does.EndWith($"--map {Path.GetFullPath("plant.yaml")}")
        );

    [TestCase("/srv/history", "/srv/history")]
    [TestCase("../history", "{map}/../history")]
    public void A_path_that_leads_elsewhere_means_what_it_says(string written, string expected)
    {
        Environment.SetEnvironmentVariable(StateFolder.Variable, _state);
        using var text = new MapText().With("map.yaml", Map(written));
        var folder = Path.GetDirectoryName(text.PathOf("map.yaml"))!;
        Assert.That(text.Load().Map!.Server.History!.Folder, Is.EqualTo(Path.GetFullPath(expected.Replace("{map}", folder))));
    }

    [TestCase("ExecStart=/opt/s7opcbridge/s7opcbridge run /etc/s7opcbridge/line2.yaml", "/etc/s7opcbridge/line2.yaml")]
    [TestCase("ExecStart=\"/opt/my bridge/s7opcbridge\" run \"/etc/100%% line $$2.yaml\" --simulate", "/etc/100% line $2.yaml")]
    public void Commands_find_the_state_of_the_service_that_runs_the_map(string command, string map)
    {
        File.WriteAllText(
            Path.Combine(_state, "s7opcbridge.service"),
            "[Service]\nExecStart=/opt/s7opcbridge/s7opcbridge run /etc/other.yaml\n" + "StateDirectory=s7opcbridge s7opcbridge/certs\n"
        );
        File.WriteAllText(
            Path.Combine(_state, "s7opcbridge-line2.service"),
            $"[Service]\n{command}\n" + $"StateDirectory=s7opcbridge-line2 s7opcbridge-line2/certs\n"
        );
        File.WriteAllText(Path.Combine(_state, "ssh.service"), $"[Service]\n{command}\nStateDirectory=ssh\n");
        Assert.That(ServiceUnits.StateOf(map, [Path.Combine(_state, "none"), _state]), Is.EqualTo("/var/lib/s7opcbridge-line2"));
        Assert.That(ServiceUnits.StateOf("/home/me/plant.yaml", [_state]), Is.Null);
    }

    private static string Map(string store) =>
        $$"""
            server: { anonymous: read, history: { store: {{store}} } }
            alarms: { state: states.json }
            plcs:
              - { name: Line1, host: 127.0.0.1, tags: [ { name: A, address: MW0, type: Int, history: true } ] }
            """;
}
