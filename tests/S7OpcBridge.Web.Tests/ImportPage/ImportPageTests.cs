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
        var overview = await page.GetAsync("overview");
        Assert.That(overview.GetProperty("tags").GetInt32(), Is.EqualTo(4));
        Assert.That(overview.GetProperty("sources")[0].GetProperty("format").GetString(), Is.EqualTo("Kepware CSV"));
        var reason = overview.GetProperty("reasons")[0];
        Assert.That(reason.GetProperty("outcome").GetString(), Is.EqualTo("leftOut"));
        Assert.That(reason.GetProperty("places")[0].GetProperty("name").GetString(), Is.EqualTo("Wrong"));
        var rows = (await page.PostAsync("rows", new { search = "motor", count = 50 })).GetProperty("rows").EnumerateArray().ToArray();
        Assert.That(rows.Select(row => row.GetProperty("name").GetString()), Is.EqualTo(new[] { "Line1", "Motor", "Speed", "Running" }));
        Assert.That(rows[2].GetProperty("place").GetString(), Is.EqualTo("DB10.DBD0"));
        Assert.That(rows[2].GetProperty("source").GetString(), Does.EndWith("tags.csv:2"));
    }

    [Test]
    public async Task The_load_grows_with_what_is_ticked_and_is_that_of_the_plan_command()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        Assert.That((await page.GetAsync("load?change=0")).GetProperty("plcs").GetArrayLength(), Is.Zero);
        var one = await page.GetAsync($"load?change={await page.TickAsync("Tank")}");
        Assert.That(RateOf(one), Is.EqualTo(1));
        var two = await page.GetAsync($"load?change={await page.TickAsync("Motor")}");
        Assert.That(RateOf(two), Is.EqualTo(10), "the slow tag comes along with the fast ones");
        var change = await page.PostAsync("change", new { id = await page.FindAsync("Motor"), scan = "50ms" });
        var faster = await page.GetAsync($"load?change={change.GetProperty("change").GetInt32()}");
        Assert.That(RateOf(faster), Is.EqualTo(20));
        Assert.That(faster.GetProperty("tags").GetInt32(), Is.EqualTo(3));
        await page.PostAsync("write", new { });
        var plan = await Shell.RunAsync("plan", page.Map);
        Assert.That(plan.Output, Does.Contain("20 requests a second"));
    }

    [Test]
    public async Task A_new_map_is_written_at_once_and_the_page_ends()
    {
        await using var page = await (await ImportPageFixture.StartAsync(host: null)).OpenAsync();
        Assert.That((await page.PostAsync("write", new { })).GetProperty("state").GetString(), Is.EqualTo("refused"), "nothing is ticked");
        await page.TickAsync("Motor");
        var answer = await page.PostAsync("write", new { });
        Assert.That(answer.GetProperty("state").GetString(), Is.EqualTo("written"));
        Assert.That(
            answer.GetProperty("text").GetString(),
            Does.Contain("plant.yaml is written").And.Contain("host: TODO").And.Contain("validate")
        );
        Assert.That((await page.Session.End).Result!.Files, Has.Count.EqualTo(1));
        Assert.That(File.ReadAllText(page.Map), Does.Contain("Speed").And.Not.Contain("Tank"));
    }

    [Test]
    public async Task A_map_that_is_there_is_changed_after_its_difference_was_agreed_to()
    {
        string[] files = [];
        await using (var first = await (await ImportPageFixture.StartAsync(host: null)).OpenAsync())
        {
            await first.TickAsync("Motor");
            await first.PostAsync(
                "change",
                new
                {
                    id = await first.FindAsync("Speed"),
                    scan = "5s",
                    access = "read",
                }
            );
            await first.PostAsync("write", new { });
            files =
            [
                File.ReadAllText(first.Map).Replace("TODO", "10.0.0.9", StringComparison.Ordinal),
                File.ReadAllText(first.Map + ".imported"),
            ];
        }
        await using var page = await (await ImportPageFixture.StartAsync(PutThere, host: null)).OpenAsync();
        Assert.That((await page.GetAsync("overview")).GetProperty("isRestored").GetBoolean(), Is.True);
        var rows = (await page.PostAsync("rows", new { search = "speed", count = 50 })).GetProperty("rows").EnumerateArray().Last();
        string? Of(string name) => rows.GetProperty(name).GetString();
        Assert.That((Of("ticks"), Of("scan"), Of("access")), Is.EqualTo(("all", "5s", "read")));
        await page.TickAsync("Tank");
        var shown = await page.PostAsync("write", new { });
        Assert.That(shown.GetProperty("state").GetString(), Is.EqualTo("difference"));
        Assert.That(shown.GetProperty("text").GetString(), Does.Contain("+ Level").And.Not.Contain("10.0.0.9"));
        var agree = shown.GetProperty("agree").GetString();
        await page.TickAsync("Door");
        shown = await page.PostAsync("write", new { agreed = agree });
        Assert.That(shown.GetProperty("state").GetString(), Is.EqualTo("difference"), "another one than was agreed to");
        Assert.That(File.ReadAllText(page.Map), Is.EqualTo(files[0]), "nothing is written before");
        var done = await page.PostAsync("write", new { agreed = shown.GetProperty("agree").GetString() });
        Assert.That(done.GetProperty("state").GetString(), Is.EqualTo("written"), done.ToString());
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
    public async Task A_map_that_no_import_made_is_not_touched()
    {
        await using var page = await (
            await ImportPageFixture.StartAsync(path => File.WriteAllText(path, "mine"), mayOverwrite: true)
        ).OpenAsync();
        await page.TickAsync("Motor");
        var answer = await page.PostAsync("write", new { });
        Assert.That(answer.GetProperty("state").GetString(), Is.EqualTo("refused"));
        Assert.That(answer.GetProperty("text").GetString(), Does.Contain("name another file with -o"));
        Assert.That(File.ReadAllText(page.Map), Is.EqualTo("mine"));
    }

    [Test]
    public async Task Who_stops_gets_no_map()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        using var answer = await page.SendAsync("stop", "{}");
        Assert.That((int)answer.StatusCode, Is.EqualTo(204));
        Assert.That((await page.Session.End).Result, Is.Null);
        Assert.That(File.Exists(page.Map), Is.False);
    }

    [Test]
    public async Task What_is_typed_wrong_and_what_nobody_can_write_is_answered_in_words()
    {
        await using var page = await (await ImportPageFixture.StartAsync()).OpenAsync();
        var scan = await page.PostAsync("change", new { id = await page.FindAsync("Motor"), scan = "soon" });
        Assert.That(scan.GetProperty("notes")[0].GetString(), Does.Contain("100ms, 1s or 5min"));
        var access = await page.PostAsync("change", new { id = await page.FindAsync("Line1"), access = "readwrite" });
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
