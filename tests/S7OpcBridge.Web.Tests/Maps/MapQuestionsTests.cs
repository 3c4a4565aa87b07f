using System.Text.Json.Nodes;
using S7OpcBridge.Map;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Maps;
using static S7OpcBridge.Web.Tests.Maps.MapRig;

namespace S7OpcBridge.Web.Tests.Maps;

/// <summary>What pages learn about the map and about changes that are not saved.</summary>
[CancelAfter(60_000)]
public sealed class MapQuestionsTests
{
    private MapRig _rig = null!;

    [SetUp]
    public void Begin() => _rig = new MapRig();

    [TearDown]
    public void End() => _rig.Dispose();

    [Test]
    public async Task The_files_of_the_map_are_listed_without_users_and_their_texts_are_given()
    {
        _rig.Write("users.yaml", "[]\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_rig.PathOf("users.yaml"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        _rig.Write("map.yaml", PlantText.Replace("security: [None],", "users: users.yaml, "));

        var files = (await _rig.GetAsync("map")).Json().GetProperty("files").EnumerateArray().ToArray();
        var text = (await _rig.GetAsync("map/text", ("file", _rig.PathOf("tags.yaml")))).Json();

        Assert.That(
            files.Select(file => file.GetProperty("file").GetString()),
            Is.EqualTo(new[] { _rig.PathOf("map.yaml"), _rig.PathOf("tags.yaml") })
        );
        Assert.That(files[1].GetProperty("version").GetString(), Is.EqualTo(_rig.VersionOf("tags.yaml")));
        Assert.That(text.GetProperty("text").GetString(), Is.EqualTo(TagsText));
    }

    [Test]
    public async Task The_schema_is_that_of_the_command()
    {
        Assert.That((await _rig.GetAsync("map/schema")).Text, Is.EqualTo(MapSchema.ToJson()));
    }

    [Test]
    public async Task A_finding_names_its_place_its_entry_and_the_edit_that_touches_it()
    {
        var answer = (
            await _rig.PostAsync(
                "map/check",
                Edits(
                    Set("plcs[Line1]/host", "192.168.0.11"),
                    Set("plcs[Line1]/tags[Own]/type", "Ant"),
                    Set("plcs[Line1]/tags[Speed]/unit", "rpm")
                )
            )
        ).Json();

        var finding = answer.GetProperty("findings").EnumerateArray().Single(each => each.GetProperty("isError").GetBoolean());
        Assert.That(finding.GetProperty("sentence").GetString(), Does.Contain("Ant"));
        Assert.That(finding.GetProperty("path").GetString(), Does.StartWith("plcs[Line1]/tags[Own]"));
        Assert.That(finding.GetProperty("edit").GetInt32(), Is.EqualTo(1));
        Assert.That(
            answer.GetProperty("bases").EnumerateObject().Select(pair => pair.Name),
            Is.EquivalentTo(new[] { _rig.PathOf("map.yaml"), _rig.PathOf("tags.yaml") })
        );
        Assert.That(_rig.Actions.Audit, Is.Empty, "nothing was changed");
        Assert.That((_rig.Read("map.yaml"), _rig.Read("tags.yaml")), Is.EqualTo((PlantText, TagsText)));
    }

    [Test]
    public async Task A_finding_in_an_inserted_tag_belongs_to_its_edit()
    {
        var insert = new JsonObject
        {
            ["kind"] = "insert",
            ["path"] = "plcs[Line1]/tags",
            ["value"] = new JsonObject
            {
                ["name"] = "New",
                ["address"] = "XX",
                ["type"] = "Int",
            },
        };

        var answer = (await _rig.PostAsync("map/check", Edits(Set("plcs[Line1]/tags[Own]/unit", "m"), insert))).Json();

        var finding = answer.GetProperty("findings").EnumerateArray().Single(each => each.GetProperty("isError").GetBoolean());
        Assert.That(finding.GetProperty("edit").GetInt32(), Is.EqualTo(1), finding.ToString());
    }

    [Test]
    public async Task A_preview_has_the_lines_that_differ_and_the_effect()
    {
        var answer = (await _rig.PostAsync("map/preview", Edits(Set("plcs[Line1]/tags[Own]/address", "MW12")))).Json();

        var file = answer.GetProperty("files")[0];
        var lines = file.GetProperty("lines")
            .EnumerateArray()
            .Select(line => line.GetProperty("sign").GetString() + line.GetProperty("text").GetString());
        Assert.That(
            lines.Where(line => line[0] is '+' or '-'),
            Is.EqualTo(new[] { "-      - { name: Own, address: MW10, type: Int }", "+      - { name: Own, address: MW12, type: Int }" })
        );
        Assert.That(answer.GetProperty("effect").GetProperty("sentences")[0].GetString(), Is.EqualTo("3 tags are served."));
        Assert.That(_rig.Read("map.yaml"), Is.EqualTo(PlantText));
    }

    [Test]
    public async Task The_text_with_edits_says_which_edits_are_in_it()
    {
        var body = Edits(Set("plcs[Line1]/host", "h2"), Set("plcs[Line1]/tags[Speed]/unit", "rpm"));
        body["file"] = _rig.PathOf("tags.yaml");

        var answer = (await _rig.PostAsync("map/edited", body)).Json();

        Assert.That(answer.GetProperty("text").GetString(), Is.EqualTo(TagsText.Replace("Real ", "Real, rpm ")));
        Assert.That(answer.GetProperty("contained").EnumerateArray().Select(each => each.GetInt32()), Is.EqualTo(new[] { 1 }));
    }

    [Test]
    public async Task More_edits_than_the_limit_are_refused()
    {
        var edits = Enumerable.Range(0, CandidateBody.MostEdits + 1).Select(_ => Set("a", 1)).ToArray();

        Assert.That((await _rig.PostAsync("map/check", Edits(edits))).Status, Is.EqualTo(400));
    }

    [Test]
    public async Task A_kind_that_is_none_and_a_value_that_is_too_deep_are_refused()
    {
        var edit = Set("a", 1);
        edit["kind"] = "delete";
        Assert.That((await _rig.PostAsync("map/check", Edits(edit))).Status, Is.EqualTo(400));

        JsonNode deep = 1;
        for (var i = 0; i < 40; i++)
            deep = new JsonArray(deep);
        Assert.That((await _rig.PostAsync("map/check", Edits(Set("a", deep)))).Status, Is.EqualTo(400));
    }

    [Test]
    public async Task Two_actions_work_at_a_time_one_of_a_user_and_the_others_wait()
    {
        var turns = new HeavyTurns();
        var (running, most) = (0, 0);
        var release = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        async Task<ActionAnswer?> WorkAsync()
        {
            most = Math.Max(most, Interlocked.Increment(ref running));
            await release.Task;
            Interlocked.Decrement(ref running);
            return null;
        }
        async Task RunAsync(string user)
        {
            using var place = await turns.EnterAsync(user, CancellationToken.None);
            await turns.RunAsync(user, System.Net.IPAddress.Loopback, WorkAsync, CancellationToken.None);
        }

        var work = ((string[])["anna", "anna", "ben", "cem", "anna"]).Select(RunAsync).ToArray();
        await Poll.UntilAsync(() => running == HeavyTurns.MostAtWork, CancellationToken.None);
        release.SetResult();
        await Task.WhenAll(work);

        Assert.That((running, most), Is.EqualTo((0, HeavyTurns.MostAtWork)));
    }

    [Test]
    public async Task Bodies_of_more_users_than_the_limit_are_not_even_read()
    {
        var turns = new HeavyTurns();
        for (var i = 0; i < HeavyTurns.MostUsers; i++)
            Assert.That(await turns.EnterAsync($"user{i}", CancellationToken.None), Is.Not.Null);

        Assert.That(await turns.EnterAsync("one more", CancellationToken.None), Is.Null);
    }

    [Test]
    public void The_texts_are_forgotten_after_five_idle_minutes_and_read_again_when_a_file_changes()
    {
        var clock = new ManualClock();
        var opened = new OpenedMap(_rig.Commands, clock);
        var first = opened.Open();
        Assert.That(opened.Open(), Is.SameAs(first));
        first.OriginalOf(_rig.PathOf("tags.yaml"));
        var version = _rig.VersionOf("tags.yaml");

        _rig.Write("tags.yaml", TagsText + "A: MW0 Int\n");
        Assert.That(opened.Open(), Is.Not.SameAs(first));
        Assert.That(opened.PastText(_rig.PathOf("tags.yaml"), version), Is.EqualTo(TagsText), "for who still has the one before");

        clock.Advance(OpenedMap.KeptFor / 2);
        opened.Open();
        clock.Advance(OpenedMap.KeptFor / 2 + TimeSpan.FromSeconds(1));
        Assert.That(opened.IsOpen, Is.True, "it was asked for meanwhile");
        clock.Advance(OpenedMap.KeptFor + TimeSpan.FromSeconds(1));
        Assert.That(opened.IsOpen, Is.False);
        Assert.That(opened.PastText(_rig.PathOf("tags.yaml"), version), Is.Null);
    }
}
