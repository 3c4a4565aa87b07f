using S7OpcBridge.Commands;

namespace S7OpcBridge.Web.Tests;

/// <summary>What the page tells, and what it writes.</summary>
[CancelAfter(60_000)]
public sealed class ImportPageTests
{
    [Test]
    public async Task It_tells_the_sources_what_is_left_out_and_the_tree()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        var overview = await page.GetAsync("import/overview");
        Assert.That(overview.GetProperty("tags").GetInt32(), Is.EqualTo(4));
        Assert.That(overview.GetProperty("sources")[0].GetProperty("format").GetString(), Is.EqualTo("Kepware CSV"));
        var reason = overview.GetProperty("reasons")[0];
        Assert.That(reason.GetProperty("outcome").GetString(), Is.EqualTo("leftOut"));
        Assert.That(reason.GetProperty("places")[0].GetProperty("name").GetString(), Is.EqualTo("Wrong"));
        var rows = (await page.PostAsync("import/rows", new { search = "motor", count = 50 }))
            .GetProperty("rows")
            .EnumerateArray()
            .ToArray();
        Assert.That(rows.Select(row => row.GetProperty("name").GetString()), Is.EqualTo(new[] { "Line1", "Motor", "Speed", "Running" }));
        Assert.That(rows[2].GetProperty("place").GetString(), Is.EqualTo("DB10.DBD0"));
        Assert.That(rows[2].GetProperty("source").GetString(), Does.EndWith("tags.csv:2"));
    }

    [Test]
    public async Task The_load_grows_with_what_is_ticked_and_is_that_of_the_plan_command()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        Assert.That((await page.GetAsync("import/load?change=0")).GetProperty("plcs").GetArrayLength(), Is.Zero);
        var one = await page.GetAsync($"import/load?change={await page.TickAsync("Tank")}");
        Assert.That(RateOf(one), Is.EqualTo(1));
        var two = await page.GetAsync($"import/load?change={await page.TickAsync("Motor")}");
        Assert.That(RateOf(two), Is.EqualTo(10), "the slow tag comes along with the fast ones");
        var change = await page.PostAsync("import/change", new { id = await page.FindAsync("Motor"), scan = "50ms" });
        var faster = await page.GetAsync($"import/load?change={change.GetProperty("change").GetInt32()}");
        Assert.That(RateOf(faster), Is.EqualTo(20));
        Assert.That(faster.GetProperty("tags").GetInt32(), Is.EqualTo(3));
        await page.SaveAsync();
        var plan = await Shell.RunAsync("plan", page.Map);
        Assert.That(plan.Output, Does.Contain("20 requests a second"));
    }

    [Test]
    public async Task A_new_map_is_written_and_the_page_ends()
    {
        await using var page = await (await ImportPageFixture.StartAsync(host: null)).OpenAsync();
        Assert.That(await page.SaveAsync(), Is.EqualTo((403, "Nothing is ticked, so no map is written.\n")));
        await page.TickAsync("Motor");
        var shown = await page.PreviewAsync();
        Assert.That(shown.GetProperty("files")[0].GetProperty("file").GetString(), Is.EqualTo(page.Map));
        Assert.That(shown.GetProperty("effect").GetProperty("sentences")[0].GetString(), Is.EqualTo("The map has 2 tags of 1 PLC."));
        Assert.That(File.Exists(page.Map), Is.False, "looked at only");
        var (status, told) = await page.SaveAsync();
        Assert.That(status, Is.EqualTo(200), told);
        Assert.That(told, Does.Contain("plant.yaml is written").And.Contain("host: TODO").And.Contain("validate"));
        Assert.That((await page.Session.End).Result!.Files, Has.Count.EqualTo(1));
        Assert.That(File.ReadAllText(page.Map), Does.Contain("Speed").And.Not.Contain("Tank"));
        Assert.That(File.ReadAllText(page.Map + ".imported"), Is.EqualTo(File.ReadAllText(page.Map)));
    }

    [Test]
    public async Task The_map_of_the_ticked_tags_can_be_edited_before_it_is_written()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        await page.TickAsync("Motor");
        var unit = new
        {
            kind = "set",
            path = "plcs[Line1]/tags[Motor/Speed]/unit",
            value = "rpm",
        };
        var rows = await page.PostAsync("map/entries", Entries(unit));
        Assert.That(Names(rows), Does.Contain("Speed").And.Not.Contain("Level"));
        Assert.That(rows.TryGetProperty("refused", out _), Is.False);
        await page.TickAsync("Tank");
        Assert.That(Names(await page.PostAsync("map/entries", Entries(unit))), Does.Contain("Level"), "what is ticked later comes along");
        var text = await page.PostAsync(
            "map/edited",
            new
            {
                edits = (object[])[unit],
                texts = Array.Empty<object>(),
                file = page.Map,
            }
        );
        Assert.That(text.GetProperty("text").GetString(), Does.Contain("rpm").And.Contain("Level"));
        var wrong = await page.SaveAsync(
            unit,
            new
            {
                kind = "set",
                path = "plcs[Line1]/tags[Motor/Speed]/scan",
                value = "nowhere",
            }
        );
        Assert.That(wrong.Status, Is.EqualTo(422), wrong.Told);
        Assert.That(File.Exists(page.Map), Is.False, "a map with errors is not written");
        Assert.That((await page.SaveAsync(unit)).Status, Is.EqualTo(200));
        Assert.That(File.ReadAllText(page.Map), Does.Contain("rpm"));
        Assert.That(File.ReadAllText(page.Map + ".imported"), Does.Not.Contain("rpm"), "the next import knows it for a change of people");

        static object Entries(object edit) =>
            new
            {
                edits = (object[])[edit],
                texts = Array.Empty<object>(),
                find = new { },
            };
        static IEnumerable<string?> Names(System.Text.Json.JsonElement answer) =>
            answer.GetProperty("rows").EnumerateArray().Select(row => row.GetProperty("name").GetString()?.Split('/').Last());
    }

    [Test]
    public async Task Nothing_of_a_running_bridge_is_served()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        var session = await page.GetAsync("session");
        var actions = session.GetProperty("actions").EnumerateArray().Select(action => action.GetString()).ToArray();
        Assert.That(actions, Does.Contain("import/rows").And.Contain("map/save").And.Contain("map/entries").And.Not.Contain("map/peek"));
        foreach (var path in (string[])["overview", "tags", "v1/users", "v1/map/peek", "v1/plcs/import", "v1/values"])
            Assert.That((int)(await page.Client.GetAsync($"{page.Page}api/{path}")).StatusCode, Is.EqualTo(404), path);
    }

    [Test]
    public async Task A_map_that_is_there_keeps_what_people_changed_in_it()
    {
        string[] files = [];
        await using (var first = await (await ImportPageFixture.StartAsync(host: null)).OpenAsync())
        {
            await first.TickAsync("Motor");
            await first.PostAsync(
                "import/change",
                new
                {
                    id = await first.FindAsync("Speed"),
                    scan = "5s",
                    access = "read",
                }
            );
            await first.SaveAsync();
            files =
            [
                File.ReadAllText(first.Map).Replace("TODO", "10.0.0.9", StringComparison.Ordinal),
                File.ReadAllText(first.Map + ".imported"),
            ];
        }
        await using var page = await (await ImportPageFixture.StartAsync(PutThere, host: null)).OpenAsync();
        Assert.That((await page.GetAsync("import/overview")).GetProperty("isRestored").GetBoolean(), Is.True);
        var rows = (await page.PostAsync("import/rows", new { search = "speed", count = 50 })).GetProperty("rows").EnumerateArray().Last();
        string? Of(string name) => rows.GetProperty(name).GetString();
        Assert.That((Of("ticks"), Of("scan"), Of("access")), Is.EqualTo(("all", "5s", "read")));
        await page.TickAsync("Tank");
        var lines = (await page.PreviewAsync())
            .GetProperty("files")[0]
            .GetProperty("lines")
            .EnumerateArray()
            .Where(line => line.GetProperty("sign").GetString() is "+" or "-")
            .Select(line => line.GetProperty("sign").GetString() + line.GetProperty("text").GetString());
        Assert.That(string.Join('\n', lines), Does.Contain("Level").And.Not.Contain("10.0.0.9"));
        await page.TickAsync("Door");
        Assert.That(File.ReadAllText(page.Map), Is.EqualTo(files[0]), "nothing is written before");
        var (status, told) = await page.SaveAsync();
        Assert.That(status, Is.EqualTo(200), told);
        Assert.That(told, Does.Contain("plant.yaml changes:").And.Contain("+ Level").And.Contain("plant.yaml is written."));
        Assert.That(
            File.ReadAllText(page.Map),
            Does.Contain("host: 10.0.0.9").And.Contain("Level").And.Contain("Door").And.Contain("Speed")
        );

        void PutThere(string path)
        {
            File.WriteAllText(path, files[0]);
            File.WriteAllText(path + ".imported", files[1]);
        }
    }

    [Test]
    public async Task What_somebody_saved_after_the_difference_was_shown_is_not_overwritten()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        await page.TickAsync("Motor");
        var shown = await page.PreviewAsync();
        var bases = shown.GetProperty("bases");
        File.WriteAllText(page.Map, "plcs: []\n");
        File.WriteAllText(page.Map + ".imported", "plcs: []\n");
        using var answer = await page.SendAsync("map/save", $$"""{ "edits": [], "texts": [], "bases": {{bases.GetRawText()}} }""");
        Assert.That((int)answer.StatusCode, Is.EqualTo(409));
        Assert.That(File.ReadAllText(page.Map), Is.EqualTo("plcs: []\n"));
    }

    [Test]
    public async Task A_map_that_no_import_made_is_not_touched()
    {
        await using var page = await (
            await ImportPageFixture.StartAsync(path => File.WriteAllText(path, "mine"), mayOverwrite: true)
        ).OpenAsync();
        await page.TickAsync("Motor");
        Assert.That((await page.PreviewAsync()).GetProperty("whyNot").GetString(), Does.Contain("name another file with -o"));
        var (status, told) = await page.SaveAsync();
        Assert.That(status, Is.EqualTo(403));
        Assert.That(told, Does.Contain("name another file with -o"));
        Assert.That(File.ReadAllText(page.Map), Is.EqualTo("mine"));
    }

    [Test]
    public async Task Who_stops_gets_no_map()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        using var answer = await page.SendAsync("import/stop", "{}");
        Assert.That((int)answer.StatusCode, Is.EqualTo(200));
        Assert.That((await page.Session.End).Result, Is.Null);
        Assert.That(File.Exists(page.Map), Is.False);
    }

    [Test]
    public async Task What_is_typed_wrong_and_what_nobody_can_write_is_answered_in_words()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        var scan = await page.PostAsync("import/change", new { id = await page.FindAsync("Motor"), scan = "soon" });
        Assert.That(scan.GetProperty("notes")[0].GetString(), Does.Contain("100ms, 1s or 5min"));
        var access = await page.PostAsync("import/change", new { id = await page.FindAsync("Line1"), access = "readwrite" });
        Assert.That(access.GetProperty("notes")[0].GetString(), Is.EqualTo("1 tag: it is read only, because nobody can write an input"));
    }

    [Test]
    public async Task The_command_prints_the_address_and_ends_with_the_caller()
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        try
        {
            var source = Path.Combine(folder, "tags.csv");
            File.WriteAllText(source, $"{ImportPageFixture.Head}\"A\",\"MW0\",Word,1,RO,100\n");
            using var stop = new CancellationTokenSource();
            var (output, error) = (new WaitingWriter("works once"), new StringWriter());
            var running = CommandLine.RunAsync(
                ["import", source, "-o", Path.Combine(folder, "plant.yaml"), "--browse"],
                output,
                error,
                stop.Token
            );
            await output.Seen.WaitAsync(TestContext.CurrentContext.CancellationToken);
            Assert.That(output.ToString(), Does.Match("http://127.0.0.1:[0-9]+/[0-9a-f]{48}"));
            await stop.CancelAsync();
            Assert.That(await running, Is.EqualTo(1));
            Assert.That(error.ToString(), Does.Contain("no map is written"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static double RateOf(System.Text.Json.JsonElement load) =>
        load.GetProperty("plcs")[0].GetProperty("requestsPerSecond").GetDouble();
}
