using System.Text.Json.Nodes;
using S7OpcBridge.Web.Tests.Maps;

namespace S7OpcBridge.Web.Tests.TagEdits;

/// <summary>What the table of tags asks for while somebody edits it.</summary>
[CancelAfter(60_000)]
public sealed class TagEditActionTests
{
    private MapRig _rig = null!;

    [SetUp]
    public void Begin() => _rig = new MapRig();

    [TearDown]
    public void End() => _rig.Dispose();

    [Test]
    public async Task The_entries_are_those_of_the_texts_with_the_changes_of_the_draft()
    {
        var shown = await EntriesAsync(Asking(""));
        Assert.That(NamesIn(shown), Is.EqualTo(new[] { "source tags.yaml", "tag Speed", "tag Runs", "tag Own" }));
        Assert.That((string)shown["owner"]!["name"]!, Is.EqualTo("Line1"));
        var speed = shown["rows"]![1]!;
        Assert.That(speed["keys"]!.ToJsonString(), Is.EqualTo("""{"address":"DB1.DBD0","type":"Real"}"""));

        var edit = new JsonObject
        {
            ["kind"] = "set",
            ["path"] = $"{speed["path"]}/unit",
            ["file"] = (string)speed["file"]!,
            ["value"] = "rpm",
        };
        var changed = await EntriesAsync(Asking("\"search\":\"speed rpm\"", edit.ToJsonString()));
        Assert.That(
            changed["rows"]!.AsArray().Single()!["keys"]!.ToJsonString(),
            Is.EqualTo("""{"address":"DB1.DBD0","type":"Real","unit":"rpm"}""")
        );
        Assert.That(_rig.Read("tags.yaml"), Is.EqualTo(MapRig.TagsText), "nothing is written");
        Assert.That((string)changed["state"]!, Is.Not.EqualTo((string)shown["state"]!));

        var more = await PostAsync("map/entries/more", $$"""{"state":"{{changed["state"]}}","after":3,"count":1}""");
        Assert.That(NamesIn(more), Is.EqualTo(new[] { "tag Own" }));
        Assert.That(_rig.Actions.Audit, Is.Empty, "questions are not audited");

        var grown = await PostAsync("map/entries/more", $$"""{"state":"{{shown["state"]}}","edits":[{{edit.ToJsonString()}}]}""");
        Assert.That((string)grown["state"]!, Is.EqualTo((string)changed["state"]!), "the same edits are the same state, on whichever way");
        edit["path"] = "nothing[Here]/unit";
        var refused = await PostAsync("map/entries/more", $$"""{"state":"{{grown["state"]}}","edits":[{{edit.ToJsonString()}}]}""");
        Assert.That((int)refused["refused"]!["edit"]!, Is.Zero);
        Assert.That(NamesIn(refused), Has.Length.EqualTo(4));
    }

    [Test]
    public async Task A_script_asks_for_the_entries_on_disk_by_GET()
    {
        var answer = await _rig.Actions.SendAsync(
            "map/tags",
            cookie: _rig.Cookie,
            also: static request => request.QueryString = new("?plc=Line1&search=runs")
        );
        Assert.That(NamesIn(JsonNode.Parse(answer.Text)!), Is.EqualTo(new[] { "tag Runs" }));
        var wrong = await _rig.Actions.SendAsync(
            "map/tags",
            cookie: _rig.Cookie,
            also: static request => request.QueryString = new("?count=0")
        );
        Assert.That(wrong.Status, Is.EqualTo(400));
    }

    [Test]
    public async Task A_refused_change_is_told_and_the_entries_are_those_without_it()
    {
        var shown = await EntriesAsync("""{"edits":[{"kind":"remove","path":"plcs[Line9]/tags[A]"}],"texts":[],"find":{}}""");
        Assert.That((int)shown["refused"]!["edit"]!, Is.Zero);
        Assert.That(NamesIn(shown), Has.Length.EqualTo(4));
    }

    [Test]
    public async Task A_wrong_cell_is_found_while_it_is_typed_with_the_words_of_the_check_of_the_map()
    {
        var state = (string)(await EntriesAsync(Asking("")))["state"]!;
        var answer = await PostAsync(
            "map/rows",
            RowsBody(state, Row("Speed2", """{"address":"DB1.DBQ4","type":"Real"}"""), Row("Own", """{"address":"MW12","type":"Int"}"""))
        );
        var found = answer["findings"]!.AsArray().Select(one => $"{one!["row"]} {one["key"]} {one["isError"]}").Order();
        Assert.That(found, Is.EqualTo(new[] { "0 address true", "1 name true" }));
        var edit = """{"kind":"insert","path":"plcs[Line1]/tags","value":{"name":"Speed2","address":"DB1.DBQ4","type":"Real"}}""";
        var check = await PostAsync("map/check", $"{{\"edits\":[{edit}],\"texts\":[]}}");
        Assert.That(
            check["findings"]!.AsArray().Select(one => (string)one!["sentence"]!),
            Does.Contain((string)answer["findings"]!.AsArray().Single(one => (int)one!["row"]! == 0)!["sentence"]!)
        );
    }

    [Test]
    public async Task The_members_of_a_UDT_are_shown_edited_and_checked()
    {
        const string Add =
            """{"kind":"insert","path":"types","name":"Motor","value":{}},{"kind":"insert","path":"types/Motor","name":"Speed","value":"Real, rpm"}""";
        var shown = await EntriesAsync(Asking("\"owner\":\"Motor\",\"isType\":true", Add));
        Assert.That(NamesIn(shown), Is.EqualTo(new[] { "member Speed" }));
        Assert.That(((bool)shown["owner"]!["isType"]!, (string)shown["owner"]!["list"]!["path"]!), Is.EqualTo((true, "types/Motor")));
        Assert.That(shown["rows"]![0]!["keys"]!.ToJsonString(), Is.EqualTo("""{"type":"Real","unit":"rpm"}"""));
        Assert.That(shown["types"]!.AsArray().Select(type => (string)type!), Does.Contain("Motor"), "a tag can have it now");

        var row = Row("Speed2", """{"type":"Rael"}""", list: "types/Motor").Replace("{\"file\"", "{\"kind\":\"member\",\"file\"");
        var found = (await PostAsync("map/rows", RowsBody((string)shown["state"]!, row)))["findings"]!.AsArray().Single()!;
        Assert.That(((string)found["key"]!, (bool)found["isError"]!), Is.EqualTo(("type", true)));
        var right = row.Replace("Rael", "Real", StringComparison.Ordinal);
        Assert.That((await PostAsync("map/rows", RowsBody((string)shown["state"]!, right)))["findings"]!.AsArray(), Is.Empty);
        var peeked = await PostAsync("map/peek", RowsBody((string)shown["state"]!, right));
        Assert.That(peeked["values"]!.AsArray(), Is.Empty);
        Assert.That((string?)peeked["whyNot"], Does.Contain("not all of one PLC"), "a member alone has no place in a PLC");
        var other = await EntriesAsync(Asking("\"owner\":\"Motor\"", Add));
        Assert.That(other["owner"], Is.Null, "no PLC has this name");
    }

    [Test]
    public async Task A_state_that_is_not_known_or_no_longer_is_said_so()
    {
        var state = (string)(await EntriesAsync(Asking("")))["state"]!;
        Assert.That(await StatusAsync("map/rows", RowsBody("0123", Row("A", "{}"))), Is.EqualTo(404));
        Assert.That(await StatusAsync("map/rows", RowsBody(state, Row("A", "{}"))), Is.EqualTo(200));
        _rig.Write("tags.yaml", MapRig.TagsText + "More: DB1.DBW6 Int\n");
        Assert.That(await StatusAsync("map/rows", RowsBody(state, Row("A", "{}"))), Is.EqualTo(404), "the file has changed");
        Assert.That(NamesIn(await EntriesAsync(Asking(""))), Does.Contain("tag More"));
    }

    [Test]
    public async Task Questions_beyond_the_limits_are_refused()
    {
        var state = (string)(await EntriesAsync(Asking("")))["state"]!;
        var rows = Enumerable.Repeat(Row("A", "{}"), 101).ToArray();
        Assert.That(await StatusAsync("map/rows", RowsBody(state, rows)), Is.EqualTo(400));
        Assert.That(await StatusAsync("map/peek", RowsBody(state, rows)), Is.EqualTo(400));
        var keys = new JsonObject(Enumerable.Range(0, 101).Select(i => KeyValuePair.Create($"k{i}", (JsonNode?)i))).ToJsonString();
        Assert.That(await StatusAsync("map/rows", RowsBody(state, Row("A", keys))), Is.EqualTo(400));
        Assert.That(await StatusAsync("map/entries", Asking("\"count\":501")), Is.EqualTo(400));
        Assert.That(await StatusAsync("map/entries", Asking("\"after\":-1")), Is.EqualTo(400));
        Assert.That(await StatusAsync("map/entries", Asking($"\"search\":\"{new string('a', 201)}\"")), Is.EqualTo(400));
        Assert.That(
            await StatusAsync("map/entries", Asking("", string.Join(',', Enumerable.Repeat("""{"kind":"remove","path":"a"}""", 10_001)))),
            Is.EqualTo(400)
        );
        var deep = string.Concat(Enumerable.Repeat("[", 40)) + string.Concat(Enumerable.Repeat("]", 40));
        Assert.That(await StatusAsync("map/rows", RowsBody(state, Row("A", $"{{\"alarm\":{deep}}}"))), Is.EqualTo(400));
    }

    [TestCase("/etc/passwd")]
    [TestCase("../secret.yaml")]
    public async Task Rows_read_no_file_that_the_map_does_not_have(string file)
    {
        var state = (string)(await EntriesAsync(Asking("")))["state"]!;
        var row = Row("A", """{"address":"nonsense"}""", file);
        Assert.That((await PostAsync("map/rows", RowsBody(state, row)))["findings"]!.AsArray(), Is.Empty);
        // A file of alarms, named by a key of a row.
        var named = Row("A", $$"""{"address":"MW0","type":"Word","alarms":"{{file}}"}""");
        var sentences = (await PostAsync("map/rows", RowsBody(state, named)))["findings"]!
            .AsArray()
            .Select(one => (string)one!["sentence"]!);
        Assert.That(sentences, Is.Not.Empty.And.None.Contains("root:"));
    }

    [Test]
    public async Task Values_are_read_once_of_rows_that_the_running_map_does_not_have(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            "  - { name: Line1, simulate: true, profile: s7-1500, tags: [{ name: A, address: DB1.DBW0, type: Int }, { name: B, address: "
                + "DB1.DBW98, type: Int }] }",
            cancellationToken
        );
        await ShownPlant.UntilAsync(() => plant.View.Plcs.StatusOf(0), status => status.Connected, cancellationToken);
        using (var memory = plant.SoftPlc.Memory.Hold())
            (memory.Block(1)[10], memory.Block(1)[11]) = (1, 2);
        using var rig = new MapRig(plant.Tags);
        var state = (string)JsonNode.Parse((await rig.PostAsync("map/entries", JsonNode.Parse(Asking(""))!)).Text)!["state"]!;

        var answer = await PostAsync(
            rig,
            "map/peek",
            RowsBody(
                state,
                Row("New", """{"address":"DB1.DBW10","type":"Int"}""", rig.PathOf("map.yaml")),
                Row("Wrong", """{"address":"DB1.DBQ10","type":"Int"}""", rig.PathOf("map.yaml")),
                Row("Own", """{"address":"DB77.DBW0","type":"Int"}""", rig.PathOf("map.yaml"))
            )
        );

        var values = JsonNode.Parse(answer.Text)!["values"]!.AsArray().ToDictionary(one => (int)one!["row"]!, one => one!);
        Assert.That(((string)values[0]["value"]!, (string)values[0]["quality"]!), Is.EqualTo(("258", "Good")), answer.Text);
        Assert.That((string)values[1]["reason"]!, Does.Contain("DBQ10"), "what is wrong with the row");
        Assert.That((string)values[2]["reason"]!, Does.StartWith("DB77 does not exist in the PLC"));
        Assert.That(rig.Actions.Audit, Is.EqualTo(new[] { "ConfigureAdmin map/peek Good" }));

        rig.Write("map.yaml", MapRig.PlantText.Replace("Line1", "Line2", StringComparison.Ordinal));
        var other = await PostAsync(
            rig,
            "map/peek",
            RowsBody(null, Row("New", """{"address":"DB1.DBW10","type":"Int"}""", rig.PathOf("map.yaml"), "plcs[Line2]/tags"))
        );
        Assert.That(
            (string)JsonNode.Parse(other.Text)!["whyNot"]!,
            Is.EqualTo("The running map has no PLC 'Line2' yet, so there is no connection; save the map first.")
        );
    }

    [Test]
    public async Task A_PLC_that_is_not_connected_says_so(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            "  - { name: Line1, simulate: true, profile: s7-1500, tags: [{ name: A, address: DB1.DBW0, type: Int }] }",
            cancellationToken,
            reads: false
        );
        using var rig = new MapRig(plant.Tags);
        var answer = await PostAsync(
            rig,
            "map/peek",
            RowsBody(null, Row("New", """{"address":"DB1.DBW10","type":"Int"}""", rig.PathOf("map.yaml")))
        );
        Assert.That((string)JsonNode.Parse(answer.Text)!["whyNot"]!, Is.EqualTo("Line1 is not connected."));
    }

    [Test]
    public async Task The_load_is_told_before_and_after_the_changes(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            "  - { name: Line1, simulate: true, profile: s7-1500, tags: [{ name: A, address: DB1.DBW0, type: Int }] }",
            cancellationToken,
            reads: false
        );
        using var rig = new MapRig(plant.Tags);
        var edits = string.Join(
            ',',
            Enumerable
                .Range(0, 40)
                .Select(i =>
                    $$$"""{"kind":"insert","path":"plcs[Line1]/tags","value":{"name":"T{{{i}}}","address":"DB{{{i + 10}}}.DBB0","type":"String[200]"}}"""
                )
        );
        var answer = JsonNode.Parse((await PostAsync(rig, "map/load", $$"""{"edits":[{{edits}}],"texts":[],"plc":"Line1"}""")).Text)!;
        var (before, after) = (answer["before"]!["scans"]![0]!, answer["after"]!["scans"]![0]!);
        Assert.That(((int)before["requests"]!, (int)after["tags"]!, (int)answer["errors"]!), Is.EqualTo((1, 43, 0)));
        Assert.That((int)after["requests"]!, Is.GreaterThan(5));
        Assert.That((double)after["cycleMs"]!, Is.GreaterThan((double)before["cycleMs"]!));
    }

    private async Task<JsonNode> EntriesAsync(string body) => await PostAsync("map/entries", body);

    private async Task<JsonNode> PostAsync(string name, string body)
    {
        var answer = await PostAsync(_rig, name, body);
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        return JsonNode.Parse(answer.Text)!;
    }

    private async Task<int> StatusAsync(string name, string body) => (await PostAsync(_rig, name, body)).Status;

    private static Task<ActionRig.Answer> PostAsync(MapRig rig, string name, string body) =>
        rig.Actions.SendAsync(name, body, rig.Cookie, rig.Token, ActionRig.Site);

    private static string[] NamesIn(JsonNode answer) =>
        [.. answer["rows"]!.AsArray().Select(row => $"{row!["kind"]} {Path.GetFileName((string)row["name"]!)}")];

    private string Row(string name, string keys, string? file = null, string list = "plcs[Line1]/tags") =>
        $$"""{"file":"{{file ?? _rig.PathOf("map.yaml")}}","list":"{{list}}","name":"{{name}}","keys":{{keys}}}""";

    private static string Asking(string find, string edits = "") => $"{{\"edits\":[{edits}],\"texts\":[],\"find\":{{{find}}}}}";

    private static string RowsBody(string? state, params string[] rows) =>
        $$"""{"rows":[{{string.Join(',', rows)}}]{{(state is null ? "" : $",\"state\":\"{state}\"")}}}""";
}
