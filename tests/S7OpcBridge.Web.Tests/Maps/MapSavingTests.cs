using System.Text.Json.Nodes;
using static S7OpcBridge.Web.Tests.Maps.MapRig;

namespace S7OpcBridge.Web.Tests.Maps;

/// <summary>Saving what a browser changed: only what loads, never over somebody else, and to the byte.</summary>
[CancelAfter(60_000)]
public sealed class MapSavingTests
{
    private MapRig _rig = null!;

    [SetUp]
    public void Begin() => _rig = new MapRig();

    [TearDown]
    public void End() => _rig.Dispose();

    [Test]
    public async Task An_edit_is_saved_and_all_else_stays_to_the_byte()
    {
        var answer = (await _rig.PostAsync("map/save", Edits(Set("plcs[Line1]/tags[Own]/address", "MW12")))).Json();

        Assert.That(_rig.Read("map.yaml"), Is.EqualTo(PlantText.Replace("MW10", "MW12")));
        Assert.That(_rig.Read("tags.yaml"), Is.EqualTo(TagsText));
        Assert.That(answer.GetProperty("files")[0].GetProperty("version").GetString(), Is.EqualTo(_rig.VersionOf("map.yaml")));
        Assert.That(_rig.Reloads, Is.EqualTo(new[] { "ConfigureAdmin saved it on the page" }));
        Assert.That(_rig.Actions.Audit, Is.EqualTo(new[] { "ConfigureAdmin map/save Good" }));
        Assert.That(_rig.Read(".versions/.gitignore"), Is.EqualTo("*\n"));
    }

    [Test]
    public async Task A_text_from_a_browser_keeps_the_line_ends_and_the_mark_of_its_file()
    {
        File.WriteAllBytes(_rig.PathOf("tags.yaml"), [0xEF, 0xBB, 0xBF, .. "Speed: DB1.DBD0 Real\r\nRuns: DB1.DBX4.0 Bool\r\n"u8]);

        (await _rig.PostAsync("map/save", _rig.Text("tags.yaml", "Speed: DB1.DBD0 Real\nRuns: DB1.DBX4.1 Bool\n"))).Json();

        Assert.That(
            File.ReadAllBytes(_rig.PathOf("tags.yaml")),
            Is.EqualTo((byte[])[0xEF, 0xBB, 0xBF, .. "Speed: DB1.DBD0 Real\r\nRuns: DB1.DBX4.1 Bool\r\n"u8])
        );
    }

    [Test]
    public async Task A_map_that_would_not_load_is_not_saved_and_the_answer_says_where()
    {
        var answer = await _rig.PostAsync("map/save", _rig.Text("tags.yaml", "Speed: DB1.DBD0 Reel\n"));

        Assert.That(answer.Status, Is.EqualTo(422));
        var finding = answer.Any().GetProperty("findings").EnumerateArray().Single(each => each.GetProperty("isError").GetBoolean());
        Assert.That(finding.GetProperty("file").GetString(), Is.EqualTo(_rig.PathOf("tags.yaml")));
        Assert.That(finding.GetProperty("line").GetInt32(), Is.EqualTo(1));
        Assert.That(_rig.Read("tags.yaml"), Is.EqualTo(TagsText));
        Assert.That(_rig.Reloads, Is.Empty);
        Assert.That(_rig.Actions.Audit, Is.EqualTo(new[] { "ConfigureAdmin map/save BadConfigurationError" }));
    }

    [Test]
    public async Task An_edit_that_cannot_be_made_is_refused_with_its_place()
    {
        var answer = await _rig.PostAsync("map/save", Edits(Set("plcs[Nobody]/tags[Own]/address", "MW12")));

        Assert.That(answer.Status, Is.EqualTo(422));
        Assert.That(answer.Any().GetProperty("refused").GetProperty("edit").GetInt32(), Is.Zero);
        Assert.That(_rig.Read("map.yaml"), Is.EqualTo(PlantText));
    }

    [Test]
    public async Task Of_two_users_the_second_gets_what_the_first_changed_and_overwrites_nothing()
    {
        var mine = _rig.Text("tags.yaml", TagsText.Replace("rpm", "1/min"));
        await _rig.GetAsync("map/text", ("file", _rig.PathOf("tags.yaml")));
        _rig.LogInAs("ConfigureAdmin", "Operator");
        (await _rig.PostAsync("map/save", _rig.Text("tags.yaml", TagsText + "Level: DB1.DBW6 Int\n"))).Json();
        _rig.LogInAs("ConfigureAdmin");

        var preview = (await _rig.PostAsync("map/preview", mine.DeepClone())).Json();
        var answer = await _rig.PostAsync("map/save", mine);

        Assert.That(preview.GetProperty("conflicts").GetArrayLength(), Is.EqualTo(1));
        Assert.That(answer.Status, Is.EqualTo(409));
        var conflict = answer.Any().GetProperty("conflicts")[0];
        Assert.That(conflict.GetProperty("author").GetString(), Is.EqualTo("ConfigureAdmin+Operator"));
        Assert.That(conflict.GetProperty("present").GetString(), Is.EqualTo(_rig.VersionOf("tags.yaml")));
        Assert.That(
            conflict
                .GetProperty("lines")
                .EnumerateArray()
                .Where(line => line.GetProperty("sign").GetString() == "+")
                .Single()
                .GetProperty("text")
                .GetString(),
            Is.EqualTo("Level: DB1.DBW6 Int")
        );
        Assert.That(_rig.Read("tags.yaml"), Is.EqualTo(TagsText + "Level: DB1.DBW6 Int\n"));
    }

    [Test]
    public async Task What_was_written_by_hand_meanwhile_is_a_conflict_too_and_its_difference_is_known()
    {
        await _rig.GetAsync("map/text", ("file", _rig.PathOf("tags.yaml")));
        var mine = _rig.Text("tags.yaml", TagsText + "Mine: DB1.DBW6 Int\n");
        // A file of the same length within the same moment would look the same to anything but its bytes.
        _rig.Write("tags.yaml", TagsText.Replace("rpm", "U/m"));

        var answer = await _rig.PostAsync("map/save", mine);

        Assert.That(answer.Status, Is.EqualTo(409), answer.Text);
        Assert.That(answer.Any().GetProperty("conflicts")[0].TryGetProperty("author", out _), Is.False);
        Assert.That(_rig.Read("tags.yaml"), Does.Contain("U/m").And.Not.Contain("Mine"));
    }

    [Test]
    public async Task A_whole_text_without_its_base_is_not_taken()
    {
        var body = _rig.Text("tags.yaml", "A: MW0 Int\n");
        body["bases"] = new JsonObject();

        Assert.That((await _rig.PostAsync("map/save", body)).Status, Is.EqualTo(400));
        Assert.That(_rig.Read("tags.yaml"), Is.EqualTo(TagsText));
    }

    [Test]
    public async Task A_new_file_in_the_folder_of_the_map_is_made_with_the_map_that_names_it()
    {
        var body = _rig.Text("more.csv", "name;address;type\nC;MW20;Int\n");
        body["edits"] = new JsonArray(
            new JsonObject
            {
                ["kind"] = "insert",
                ["path"] = "plcs[Line1]/tags",
                ["value"] = "more.csv",
            }
        );

        (await _rig.PostAsync("map/save", body)).Json();

        Assert.That(_rig.Read("more.csv"), Is.EqualTo("name;address;type\nC;MW20;Int\n"));
        Assert.That(_rig.Read("map.yaml"), Does.Contain("- more.csv"));
    }

    [TestCase("../outside.yaml")]
    [TestCase("/etc/passwd")]
    [TestCase("sub/../../outside.yaml")]
    [TestCase(".versions/x.yaml")]
    [TestCase("none/x.yaml")]
    [TestCase("key.pem")]
    [TestCase("a\0.yaml")]
    [TestCase("users.yaml")]
    public async Task No_other_file_can_be_written_read_or_edited(string name)
    {
        _rig.Write("users.yaml", "[]\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_rig.PathOf("users.yaml"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        _rig.Write("map.yaml", PlantText.Replace("security: [None],", "users: users.yaml, "));
        Directory.CreateDirectory(_rig.PathOf(".versions"));
        var file = name[0] == '/' ? name : $"{Path.GetDirectoryName(_rig.Commands.Path)}/{name}";
        var outside = Path.Combine(Path.GetDirectoryName(Path.GetDirectoryName(_rig.Commands.Path))!, "outside.yaml");

        var text = new JsonObject
        {
            ["edits"] = new JsonArray(),
            ["texts"] = new JsonArray(new JsonObject { ["file"] = file, ["text"] = "A: MW0 Int\n" }),
            ["bases"] = new JsonObject { [file] = null },
        };
        var written = await _rig.PostAsync("map/save", text);
        var edited = await _rig.PostAsync("map/save", Edits(Set("A/unit", "x", file)));
        var previewed = await _rig.PostAsync("map/preview", Edits(Set("A/unit", "x", file)));

        Assert.That((written.Status, edited.Status), Is.EqualTo((422, 422)), written.Text + edited.Text);
        Assert.That(previewed.Json().GetProperty("files").GetArrayLength(), Is.Zero);
        foreach (var action in (string[])["map/text", "map/versions", "map/version"])
            Assert.That((await _rig.GetAsync(action, ("file", file))).Status, Is.EqualTo(400), action);
        Assert.That(File.Exists(outside), Is.False);
        Assert.That(_rig.Read("users.yaml"), Is.EqualTo("[]\n"));
    }

    [Test]
    public async Task A_candidate_reads_no_file_outside_of_the_folder_of_the_map()
    {
        var answer = (await _rig.PostAsync("map/check", Edits(Set("include", "/etc/passwd")))).Json();

        var sentences = answer.GetProperty("findings").EnumerateArray().Select(finding => finding.GetProperty("sentence").GetString());
        Assert.That(sentences, Has.Some.Contains("cannot be named here").And.None.Contains("root:"));
    }

    [Test]
    public async Task Who_gets_in_is_changed_by_a_SecurityAdmin_only()
    {
        var edit = Edits(Set("server/anonymous", "write"), Set("server/allowInsecure", true));

        var refused = await _rig.PostAsync("map/save", edit.DeepClone());
        Assert.That(
            (refused.Status, refused.Text),
            Is.EqualTo((403, "This changes server: anonymous, server: allowInsecure: saving it needs the role SecurityAdmin, too.\n"))
        );
        Assert.That(
            (await _rig.PostAsync("map/preview", edit.DeepClone())).Json().GetProperty("whyNot").GetString(),
            Does.Contain("SecurityAdmin")
        );
        Assert.That(_rig.Read("map.yaml"), Is.EqualTo(PlantText));

        _rig.LogInAs("ConfigureAdmin", "SecurityAdmin");
        (await _rig.PostAsync("map/save", edit)).Json();
        Assert.That(_rig.Read("map.yaml"), Does.Contain("anonymous: write"));
    }

    [Test]
    public async Task A_map_that_looks_read_only_says_so_and_is_not_written()
    {
        _rig.WhyReadOnly = "The map cannot be changed here: it is mounted read-only.";

        var answer = await _rig.PostAsync("map/save", Edits(Set("plcs[Line1]/tags[Own]/address", "MW12")));

        Assert.That((answer.Status, answer.Text), Is.EqualTo((403, _rig.WhyReadOnly + "\n")));
        Assert.That((await _rig.GetAsync("map")).Json().GetProperty("whyNoMapChange").GetString(), Is.EqualTo(_rig.WhyReadOnly));
        Assert.That((await _rig.PostAsync("map/preview", Edits())).Json().GetProperty("whyNot").GetString(), Is.EqualTo(_rig.WhyReadOnly));
        var session = (await _rig.GetAsync("session")).Text;
        Assert.That(session, Does.Contain("map/check").And.Not.Contain("map/save"));
    }

    [Test]
    public async Task In_a_cluster_whose_nodes_have_files_of_their_own_it_is_saved_node_by_node()
    {
        _rig.Reach = new MapReach(["edge01"], [new NodeApart("edge02", "has files of its own")]);
        var edit = Edits(Set("plcs[Line1]/tags[Own]/address", "MW12"));

        var effect = (await _rig.PostAsync("map/preview", edit.DeepClone())).Json().GetProperty("effect");
        var refused = await _rig.PostAsync("map/save", edit.DeepClone());
        edit["onlyHere"] = true;
        var saved = await _rig.PostAsync("map/save", edit);

        Assert.That(effect.GetProperty("nodes")[0].GetString(), Is.EqualTo("edge01"));
        Assert.That(effect.GetProperty("otherNodes")[0].GetString(), Is.EqualTo("Node edge02 has files of its own."));
        Assert.That(refused.Status, Is.EqualTo(403));
        Assert.That(refused.Text, Does.Contain("node edge02 has files of its own").And.Contain("one after the other"));
        Assert.That(saved.Status, Is.EqualTo(200), saved.Text);
    }

    [Test]
    public async Task A_version_is_put_back_as_it_was_and_not_over_somebody_else()
    {
        var before = _rig.VersionOf("tags.yaml");
        (await _rig.PostAsync("map/save", _rig.Text("tags.yaml", "Speed: DB1.DBD0 Real\n"))).Json();
        var rows = (await _rig.GetAsync("map/versions", ("file", _rig.PathOf("tags.yaml")))).Json().EnumerateArray().ToArray();
        Assert.That(
            rows.Select(row => (row.GetProperty("author").GetString(), row.GetProperty("isPresent").GetBoolean())),
            Is.EqualTo(new[] { ("ConfigureAdmin", true), ("", false) })
        );
        var shown = (await _rig.GetAsync("map/version", ("file", _rig.PathOf("tags.yaml")), ("id", before))).Json();
        Assert.That(shown.GetProperty("text").GetString(), Is.EqualTo(TagsText));
        var body = new JsonObject
        {
            ["file"] = _rig.PathOf("tags.yaml"),
            ["id"] = before,
            ["present"] = before,
        };

        Assert.That((await _rig.PostAsync("map/restore", body.DeepClone())).Status, Is.EqualTo(409));
        body["present"] = shown.GetProperty("present").GetString();
        (await _rig.PostAsync("map/restore", body)).Json();

        Assert.That(_rig.Read("tags.yaml"), Is.EqualTo(TagsText));
    }

    [Test]
    public async Task A_version_with_which_the_map_would_not_load_is_not_put_back()
    {
        _rig.Write("tags.yaml", "Speed: DB1.DBD0 Reel\n");
        var broken = _rig.VersionOf("tags.yaml");
        (await _rig.PostAsync("map/save", _rig.Text("tags.yaml", TagsText))).Json();

        var answer = await _rig.PostAsync(
            "map/restore",
            new JsonObject
            {
                ["file"] = _rig.PathOf("tags.yaml"),
                ["id"] = broken,
                ["present"] = _rig.VersionOf("tags.yaml"),
            }
        );

        Assert.That(answer.Status, Is.EqualTo(422));
        Assert.That(_rig.Read("tags.yaml"), Is.EqualTo(TagsText));
    }

    [Test]
    public async Task Of_many_savers_at_once_each_is_told_what_came_of_it_and_the_file_is_one_of_theirs()
    {
        var bodies = Enumerable.Range(0, 8).Select(i => (JsonNode)_rig.Text("tags.yaml", $"T{i}: DB1.DBD0 Real\n")).ToArray();

        var answers = await Task.WhenAll(bodies.Select(body => _rig.PostAsync("map/save", body)));

        Assert.That(answers.Count(answer => answer.Status == 200), Is.EqualTo(1));
        Assert.That(answers.Select(answer => answer.Status), Is.All.AnyOf(200, 409));
        Assert.That(_rig.Read("tags.yaml"), Does.Match("^T[0-7]: DB1.DBD0 Real\n$"));
    }
}
