using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The status page in a real browser, Debian's Chromium. The pictures are beside the test's results.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class StatusPageTests
{
    private const string Chromium = "/usr/bin/chromium";

    // Names, units and descriptions that would be markup if the page made any of them.
    private const string Trouble = """
        server: { name: "Hall <b>3</b>", endpoint: "{endpoint}", anonymous: read, certificates: pki, advertise: ["edge01.plant.local:4841", 10.0.0.5] }
        web: { listen: "{page}" }
        plcs:
          - name: Press
            host: 127.0.0.1
            port: {closed}
            profile: s7-1500
            tags: [{ name: Speed, address: DB1.DBD0, type: Real }]
          - name: Oven
            simulate: true
            tags:
              - { name: "<script>alert('tag')</script>", address: DB1.DBD0, type: Real, unit: "<b>K</b>", description: "<img src=x onerror=alert(1)>" }
        """;

    [Test]
    public async Task The_demo_plant_is_shown_live_and_nothing_is_asked_of_anybody_else(CancellationToken cancellationToken)
    {
        await RequireBrowserAsync();
        var page = $"http://127.0.0.1:{FreePort.Next()}/";
        var map =
            (await File.ReadAllTextAsync(Path.Combine(Repository.Root, "config", "bridge.yaml"), cancellationToken)).Replace(
                "opc.tcp://localhost:4840",
                "{endpoint}",
                StringComparison.Ordinal
            ) + $"\nweb: {{ listen: \"{page.TrimEnd('/')}\" }}\n";
        await using var bridge = await Bridge.StartAsync(map, cancellationToken);
        var seen = await LookAsync(page, "demo", cancellationToken, bridge.Endpoint);

        var cards = seen.GetProperty("cards");
        var tags = seen.GetProperty("tags");
        var plan = seen.GetProperty("plan");
        Assert.Multiple(() =>
        {
            Assert.That(cards.GetProperty("title").GetString(), Does.StartWith("DemoPlant"));
            Assert.That(PageUsers.TextsOf(cards, "cards"), Is.EqualTo(new[] { "Filling", "Tanks", "Building" }));
            Assert.That(PageUsers.TextsOf(cards, "states"), Is.All.EqualTo("Running"));
            Assert.That(PageUsers.TextsOf(cards, "cpus"), Is.EqualTo(new[] { "RUN", "RUN", "not told" }), "a LOGO! does not tell");
            Assert.That(cards.GetProperty("badges").GetInt32(), Is.EqualTo(3), "each soft PLC says so");
            Assert.That(
                cards.GetProperty("banner").GetString(),
                Does.Contain("SIMULATED").IgnoreCase.And.Contain("no value here comes from a machine")
            );
            Assert.That(cards.GetProperty("spark").GetString(), Does.Match("Cycle time of fast: now .+ between .+ and .+"));
            Assert.That(cards.GetProperty("focused").GetString(), Is.EqualTo("#plcs"), "the keyboard arrives at the views first");

            Assert.That(tags.GetProperty("first").GetString(), Does.Match("^1 to 50 of 2.. tags$"));
            Assert.That(tags.GetProperty("second").GetString(), Does.Match("^51 to 100 of 2.. tags$"));
            Assert.That(PageUsers.TextsOf(tags, "found"), Has.Length.EqualTo(7).And.All.StartsWith("Pumps/P1/"));
            Assert.That(PageUsers.TextsOf(tags, "nodes"), Has.Length.EqualTo(7).And.All.StartsWith("ns=2;s=Tanks/Pumps/P1/"));
            Assert.That(PageUsers.TextsOf(tags, "qualities"), Is.All.EqualTo("Good"), "in words, beside the colour");
            Assert.That(tags.GetProperty("badges").GetInt32(), Is.EqualTo(7));

            Assert.That(PageUsers.TextsOf(plan, "legend"), Does.Contain("DB101").And.Contain("protocol").And.Contain("free"));
            Assert.That(plan.GetProperty("tip").GetString(), Does.Match(@"DB101 0.31").And.Contain("DB101.DBD0 Tank 1/Level"));
            Assert.That(PageUsers.TextsOf(plan, "listed"), Has.Some.Contains("DB103.DBX12.2 Tank 3/AlarmHigh"));
            Assert.That(
                PageUsers.TextsOf(plan, "figures"),
                Has.Some.Contains("2 PDUs").And.Some.Contains("carried by the PDUs of a faster class")
            );

            Assert.That(
                seen.GetProperty("client").GetProperty("panel").GetString(),
                Does.Contain("A client nobody here wrote").And.Contain("500 ms").And.Contain("anonymous")
            );
            Assert.That(seen.GetProperty("client").GetProperty("count").GetString(), Is.EqualTo("1"));
            Assert.That(
                seen.GetProperty("phone").EnumerateObject().Select(view => view.Value.GetInt32()),
                Is.All.EqualTo(360),
                "no view is wider than a phone"
            );
            AssertQuiet(seen);
        });
    }

    [Test]
    public async Task Troubles_come_with_their_fix_and_no_name_becomes_markup(CancellationToken cancellationToken)
    {
        await RequireBrowserAsync();
        await Interop.RequireAsync("node-opcua-client");
        var page = $"http://127.0.0.1:{FreePort.Next()}/";
        await using var bridge = await Bridge.StartAsync(
            Trouble
                .Replace("{page}", page.TrimEnd('/'), StringComparison.Ordinal)
                .Replace("{closed}", $"{FreePort.Next()}", StringComparison.Ordinal),
            cancellationToken
        );
        var client = Directory.CreateTempSubdirectory("s7opcbridge-client-").FullName;
        await Interop.RunAsync("ua-secure.js", cancellationToken, bridge.Endpoint, client, "try");
        var seen = await LookAsync(page, "trouble", cancellationToken);

        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("heading").GetString(), Is.EqualTo("Hall <b>3</b>"));
            Assert.That(PageUsers.TextsOf(seen, "states"), Is.EqualTo(new[] { "Not connected", "Running" }));
            Assert.That(
                PageUsers.TextsOf(seen, "trouble").Single(),
                Does.Contain("Port closed: a machine is at 127.0.0.1").And.Contain("Check that the address is the PLC's"),
                "doctor's words, with the fix"
            );
            Assert.That(PageUsers.TextsOf(seen, "badges"), Has.Length.EqualTo(1), "only the soft PLC is marked");
            Assert.That(PageUsers.TextsOf(seen, "names"), Is.EqualTo(new[] { "Speed", "<script>alert('tag')</script>" }));
            Assert.That(PageUsers.TextsOf(seen, "descriptions"), Does.Contain("<img src=x onerror=alert(1)>"));
            Assert.That(PageUsers.TextsOf(seen, "units"), Does.Contain("<b>K</b>"));
            Assert.That(PageUsers.TextsOf(seen, "qualities"), Is.EqualTo(new[] { "Bad: no communication", "Good" }));
            Assert.That(PageUsers.TextsOf(seen, "reasons")[0], Is.Not.Empty, "why there is no value");
            Assert.That(PageUsers.TextsOf(seen, "reasons")[1], Is.Empty);
            Assert.That(seen.GetProperty("injected").GetInt32(), Is.Zero);
            Assert.That(
                seen.GetProperty("own").GetString(),
                Does.Match(@"Hall <b>3</b>(.|\n)*([0-9A-F]{4} ){9}[0-9A-F]{4}").And.Contain("days left")
            );
            Assert.That(seen.GetProperty("trusted").GetString(), Is.EqualTo("Nobody is trusted yet."));
            Assert.That(
                seen.GetProperty("endpoint").GetString(),
                Is.EqualTo("opc.tcp://edge01.plant.local:4841, opc.tcp://10.0.0.5:" + new Uri(bridge.Endpoint).Port)
            );
            Assert.That(seen.GetProperty("rejected").GetString(), Is.EqualTo("1"));
            var silence = seen.GetProperty("silence");
            Assert.That(
                silence.GetProperty("lost").GetString(),
                Does.StartWith("The bridge does not answer").And.Contain("What stands here is as of"),
                "old values are not passed off as new"
            );
            Assert.That(
                (silence.GetProperty("live").GetString()!.Trim(), silence.GetProperty("again").GetString()!.Trim()),
                Is.EqualTo(("No answer", "Live"))
            );
            AssertQuiet(seen);
        });
        // The command exactly as the page has it.
        var command = seen.GetProperty("command").GetString()!.Split(' ');
        var at = Array.IndexOf(command, "certs");
        Assert.That(command[at - 1], Is.EqualTo(TestedProgram.Command[^1]), "as these tests start it");
        Assert.That(command[at..(at + 2)], Is.EqualTo(new[] { "certs", "trust" }));
        await using var trust = Bridge.Start(bridge.Folder, command[at..]);
        Assert.That(await trust.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, trust.Output);
        Assert.That(trust.Output, Does.StartWith("Trusted: "));
        Directory.Delete(client, recursive: true);
    }

    [Test]
    public async Task Who_has_logged_in_trusts_a_client_by_a_click(CancellationToken cancellationToken)
    {
        await RequireBrowserAsync();
        await Interop.RequireAsync("node-opcua-client");
        var page = $"http://127.0.0.1:{FreePort.Next()}/";
        await using var bridge = await Bridge.StartAsync(
            Trouble
                .Replace("certificates: pki", "certificates: pki, users: users.yaml", StringComparison.Ordinal)
                .Replace("{page}", page.TrimEnd('/'), StringComparison.Ordinal)
                .Replace("{closed}", $"{FreePort.Next()}", StringComparison.Ordinal),
            cancellationToken,
            static folder => PageUsers.Write(folder, ("anna", "SecurityAdmin"), ("bert", "Observer"))
        );
        var client = Directory.CreateTempSubdirectory("s7opcbridge-client-").FullName;
        await Interop.RunAsync("ua-secure.js", cancellationToken, bridge.Endpoint, client, "try");
        var seen = await LookAsync(page, "console", cancellationToken);
        Directory.Delete(client, recursive: true);
        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("stranger").GetString(), Does.Contain("Log in as a user with the role SecurityAdmin"));
            Assert.That(seen.GetProperty("wrong").GetString(), Does.StartWith("User name or password is wrong"));
            Assert.That(seen.GetProperty("observer").GetString(), Does.Contain("bert may not do this: it needs the role SecurityAdmin."));
            Assert.That(seen.GetProperty("buttons").GetInt32(), Is.Zero, "before who may has logged in");
            Assert.That(seen.GetProperty("label").GetString(), Does.StartWith("Trust "));
            Assert.That(seen.GetProperty("done").GetString(), Does.StartWith("Trusted: "));
            Assert.That(seen.GetProperty("focused").GetString(), Is.EqualTo("certificates-done"));
            Assert.That(seen.GetProperty("undone").GetString(), Does.StartWith("No longer trusted: "));
            Assert.That(seen.GetProperty("gone").GetString(), Does.Contain("no longer"), "somebody else was faster");
            Assert.That(seen.GetProperty("download").GetString(), Is.EqualTo("bridge.cer"));
            Assert.That(seen.GetProperty("cookie").GetString(), Is.Empty, "no script reads it");
            Assert.That(seen.GetProperty("after").GetInt32(), Is.Zero, "buttons after logging out");
            Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.All.Contains("Failed to load resource"), "refusals only");
            Assert.That(PageUsers.TextsOf(seen, "elsewhere"), Is.Empty);
        });
        Assert.That(
            bridge.Program.Output,
            Does.Contain("PAGE certificates/trust by 'anna' from 127.0.0.1:").And.Contain("LOGIN by 'bert'").And.Contain("REFUSED 'anna'")
        );
    }

    private static async Task RequireBrowserAsync()
    {
        Interop.RequireProgram(Chromium, "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core");
    }

    private static async Task<JsonElement> LookAsync(string page, string what, CancellationToken cancellationToken, params string[] more)
    {
        var pictures = Directory.CreateDirectory(Path.Combine(TestContext.CurrentContext.WorkDirectory, "status-page")).FullName;
        var seen = await Interop.RunAsync("status-page.js", cancellationToken, [page, pictures, what, .. more]);
        foreach (var picture in Directory.EnumerateFiles(pictures, "*.png"))
            TestContext.AddTestAttachment(picture);
        return seen;
    }

    private static void AssertQuiet(JsonElement seen)
    {
        Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.Empty, "the browser's console");
        Assert.That(PageUsers.TextsOf(seen, "elsewhere"), Is.Empty, "requests to other machines");
        Assert.That(PageUsers.TextsOf(seen, "methods"), Is.EqualTo(new[] { "GET" }), "the page only reads");
    }
}
