using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What operators and administrators do on the page, in a real browser, Debian's Chromium. The pictures are beside the test's results.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class OperatePageTests
{
    private const string Plant = """
        server: { name: Hall3, endpoint: "{endpoint}", anonymous: read, certificates: pki, users: users.yaml }
        web: { listen: "{page}" }
        alarms: { default: Errors, system: false, classes: { Errors: { severity: 800, confirm: true } } }
        plcs:
          - name: Line1
            simulate: true
            profile: s7-1500
            allowOutputs: true
            permissions: { Recipe: { Operator: [browse, read] } }
            tags:
              - { name: Motor/Speed, address: DB1.DBD0, type: Real, access: readwrite, limits: [0, 3000], unit: rpm }
              - { name: Motor/Shown, address: DB1.DBW6, type: Int }
              - { name: Recipe/Dose, address: DB1.DBW8, type: Int, access: readwrite }
              - { name: Valve, address: Q0.0, access: readwrite }
              - { name: Overload, address: DB1.DBX12.0, access: readwrite, alarm: { text: "<script>alert('text')</script>" } }
              - { name: Jam, address: DB1.DBX12.1, access: readwrite, alarm: { text: Belt jam } }
              - { name: "<img src=x onerror=alert(1)>, A&B", address: DB1.DBW10, type: Int, access: readwrite }
        """;

    private static readonly (string Name, string Role)[] People =
    [
        ("anna", "SecurityAdmin"),
        ("bert", "Observer"),
        ("otto", "Operator"),
        ("susi", "Supervisor"),
    ];

    [Test]
    public async Task An_operator_writes_values_and_shares_a_list(CancellationToken cancellationToken)
    {
        var (bridge, seen) = await LookAsync("values", cancellationToken);
        await using var running = bridge;
        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("stranger").GetInt32(), Is.Zero);
            Assert.That(PageUsers.TextsOf(seen, "observer"), Is.Empty);
            Assert.That(
                PageUsers.TextsOf(seen, "operator"),
                Is.EqualTo(new[] { "Motor/Speed", "Valve", "Overload", "Jam", "<img src=x onerror=alert(1)>, A&B" }),
                "not what is read only, or forbidden by a rule"
            );
            Assert.That(seen.GetProperty("takes").GetString(), Is.EqualTo("Float from 0 to 3000"));
            Assert.That(seen.GetProperty("outside").GetString(), Does.Contain("0 to 3000"));
            Assert.That(seen.GetProperty("done").GetString(), Is.EqualTo("Line1 has taken the value of Line1/Motor/Speed."));
            Assert.That(seen.GetProperty("asked").GetString(), Does.Contain("an output of the PLC"));
            Assert.That(seen.GetProperty("button").GetString(), Is.EqualTo("Write the output"));
            Assert.That(seen.GetProperty("again").GetBoolean(), Is.False);
            Assert.That(seen.GetProperty("output").GetString(), Is.EqualTo("Line1 has taken the value of Line1/Valve."));
            Assert.That(
                PageUsers.TextsOf(seen, "shared"),
                Is.EqualTo(new[] { "Motor/Speed = 1234.5", "<img src=x onerror=alert(1)>, A&B = 0" })
            );
            Assert.That(PageUsers.TextsOf(seen, "german"), Is.EqualTo(new[] { "in diesem Prozess", "Bediener (Operator)" }));
            Assert.That(seen.GetProperty("phone").GetInt32(), Is.EqualTo(360));
            Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.All.Contains("Failed to load resource"), "refusals only");
            Assert.That(PageUsers.TextsOf(seen, "elsewhere"), Is.Empty);
        });
        Assert.That(
            bridge.Program.Output,
            Does.Contain("WRITE by 'otto' from 127.0.0.1:")
                .And.Contain("(web page): ns=2;s=Line1/Motor/Speed was 1500, should be 1234.5: Good")
                .And.Contain("PAGE values/write by 'otto'")
        );
    }

    [Test]
    public async Task Operators_acknowledge_and_supervisors_shelve_several_alarms_at_once(CancellationToken cancellationToken)
    {
        var (bridge, seen) = await LookAsync("alarms", cancellationToken);
        await using var running = bridge;
        Assert.Multiple(() =>
        {
            Assert.That(PageUsers.TextsOf(seen, "operator"), Is.EqualTo(new[] { "Acknowledge 2", "Comment 2" }));
            Assert.That(PageUsers.TextsOf(seen, "texts"), Is.EquivalentTo(new[] { "<script>alert('text')</script>", "Belt jam" }));
            Assert.That(seen.GetProperty("acknowledged").GetString(), Is.EqualTo("2 alarms acknowledged."));
            Assert.That(PageUsers.TextsOf(seen, "comments"), Is.All.EqualTo("<b>seen</b> by otto (otto)"));
            Assert.That(seen.GetProperty("confirmed").GetString(), Is.EqualTo("2 alarms confirmed."));
            Assert.That(PageUsers.TextsOf(seen, "observer"), Is.Empty);
            Assert.That(seen.GetProperty("shelved").GetString(), Is.EqualTo("2 alarms shelved."));
            Assert.That(seen.GetProperty("fault").GetString(), Is.EqualTo("Line1/Jam/_Alarm is not shelved."));
            Assert.That(seen.GetProperty("unshelved").GetString(), Is.EqualTo("2 alarms no longer shelved."));
            Assert.That(seen.GetProperty("phone").GetInt32(), Is.EqualTo(360));
            Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.All.Contains("Failed to load resource"), "refusals only");
        });
        Assert.That(
            bridge.Program.Output,
            Does.Contain("PAGE alarms/acknowledge by 'otto'")
                .And.Contain("Acknowledged: Line1/Jam/_Alarm.")
                .And.Contain("PAGE alarms/shelve by 'susi'")
        );
    }

    [Test]
    public async Task An_administrator_adds_and_removes_a_user_and_makes_a_token(CancellationToken cancellationToken)
    {
        var (bridge, seen) = await LookAsync("users", cancellationToken);
        await using var running = bridge;
        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("differ").GetString(), Is.EqualTo("The new passwords are not the same."));
            Assert.That(seen.GetProperty("wrong").GetString(), Is.EqualTo("The old password of 'bert' is wrong."));
            Assert.That(seen.GetProperty("changed").GetString(), Is.EqualTo("Your password is changed."));
            Assert.That(
                seen.GetProperty("changedAgain").GetString(),
                Is.EqualTo("Your password is changed."),
                "in the session that goes on"
            );
            Assert.That(seen.GetProperty("stranger").GetBoolean(), Is.False);
            Assert.That(seen.GetProperty("short").GetString(), Is.EqualTo("The password has 5 characters; use 8 to 256."));
            Assert.That(seen.GetProperty("added").GetString(), Is.EqualTo("Added: '<b onclick=alert(1)>eve</b>' with Operator."));
            Assert.That(seen.GetProperty("before").GetString(), Is.EqualTo("<b onclick=alert(1)>eve</b>"));
            Assert.That(seen.GetProperty("question").GetString(), Does.StartWith("Remove the user <b onclick=alert(1)>eve</b>?"));
            Assert.That(seen.GetProperty("after").ValueKind, Is.EqualTo(JsonValueKind.Null), "the session ended at once");
            Assert.That(seen.GetProperty("last").GetString(), Does.Contain("'anna' is the last SecurityAdmin"));
            Assert.That(PageUsers.TextsOf(seen, "offered"), Is.EqualTo(new[] { "SecurityAdmin" }), "no role beyond those of the maker");
            Assert.That((seen.GetProperty("works").GetInt32(), seen.GetProperty("revoked").GetInt32()), Is.EqualTo((200, 401)));
            Assert.That(seen.GetProperty("shown").GetBoolean(), Is.False, "gone from the page");
            Assert.That(seen.GetProperty("phone").GetInt32(), Is.EqualTo(360));
            Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.All.Contains("Failed to load resource"), "refusals only");
        });
        Assert.That(
            bridge.Program.Output,
            Does.Contain("PAGE users/add by 'anna'")
                .And.Contain("PAGE password by 'bert'")
                .And.Contain("PAGE tokens/add by 'anna'")
                .And.Not.Contain("secret of")
                .And.Not.Contain("s7ob_")
        );
        var listed = await File.ReadAllTextAsync(Path.Combine(bridge.Folder, "users.tokens.json"), cancellationToken);
        Assert.That(listed, Does.Contain("\"tokens\": []"));
    }

    [Test]
    public async Task An_administrator_reads_the_log_and_downloads_a_report_without_secrets(CancellationToken cancellationToken)
    {
        var (bridge, seen) = await LookAsync("support", cancellationToken);
        await using var running = bridge;
        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("stranger").GetBoolean(), Is.False);
            Assert.That(PageUsers.TextsOf(seen, "lines"), Has.Some.Contains("LOGIN by 'anna'"));
            Assert.That(seen.GetProperty("level").GetString(), Is.EqualTo("S7OpcBridge.Core tells Debug for 5 minutes."));
            Assert.That(seen.GetProperty("forAWhile").GetString(), Does.StartWith("S7OpcBridge.Core tells Debug for another "));
            Assert.That(seen.GetProperty("figure").GetString(), Does.StartWith("Attempts at a session that were refused."));
            Assert.That(seen.GetProperty("report").GetString(), Does.Match("^s7opcbridge-report-[0-9]{8}-[0-9]{6}[.]zip$"));
            Assert.That(seen.GetProperty("phone").GetInt32(), Is.EqualTo(360));
            Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.Empty);
        });
        Assert.That(bridge.Program.Output, Does.Contain("PAGE support/level by 'anna'").And.Contain("PAGE support/report by 'anna'"));
        using var zip = System.IO.Compression.ZipFile.OpenRead(
            Path.Combine(TestContext.CurrentContext.WorkDirectory, "operate-page", "report.zip")
        );
        Assert.That(
            zip.Entries.Select(entry => entry.FullName),
            Does.Contain("README.txt").And.Contain("log.txt").And.Contain("map/001-map.yaml")
        );
        foreach (var entry in zip.Entries)
        {
            using var text = new StreamReader(entry.Open());
            Assert.That(
                await text.ReadToEndAsync(cancellationToken),
                Does.Not.Contain("pbkdf2").And.Not.Contain("secret of"),
                entry.FullName
            );
        }
    }

    // As the pictures of docs/console.md show it.
    private const string TidyPlant = """
        server: { name: Hall3, endpoint: "{endpoint}", anonymous: read, certificates: pki, users: users.yaml }
        web: { listen: "{page}" }
        alarms: { default: Warnings, system: false, classes: { Errors: { severity: 800 }, Warnings: { severity: 400 } } }
        plcs:
          - name: Line1
            simulate: true
            profile: s7-1500
            tags:
              - { name: Motor/Speed, address: DB1.DBD0, type: Real, unit: rpm, range: [0, 3000] }
              - { name: Motor/Setpoint, address: DB1.DBD4, type: Real, access: readwrite, limits: [0, 3000], unit: rpm }
              - { name: Motor/Running, address: DB1.DBX8.0, access: readwrite }
              - { name: Motor/Overload, address: DB1.DBX8.1, access: readwrite, alarm: { text: "Motor overload, check the belt", class: Errors } }
              - { name: Tank/Level, address: DB1.DBD10, type: Real, unit: "%", access: readwrite, alarm: { high: 90, text: Tank nearly full } }
              - { name: Tank/Door, address: DB1.DBX8.2, access: readwrite, alarm: { text: Door of the tank is open } }
        """;

    [Test]
    public async Task The_pictures_of_the_documentation_show_what_the_page_shows(CancellationToken cancellationToken)
    {
        var (bridge, seen) = await LookAsync(
            "pictures",
            cancellationToken,
            TidyPlant,
            [("anna", "SecurityAdmin, Supervisor, Operator"), .. People[1..]]
        );
        await using var running = bridge;
        Assert.That(seen.GetProperty("takes").GetString(), Is.EqualTo("Float from 0 to 3000"));
        Assert.That(seen.GetProperty("done").GetString(), Is.EqualTo("Line1 has taken the value of Line1/Motor/Setpoint."));
        Assert.That(
            PageUsers.TextsOf(seen, "alarms"),
            Is.EquivalentTo(new[] { "Motor overload, check the belt", "Tank nearly full", "Door of the tank is open" })
        );
        Assert.That(PageUsers.TextsOf(seen, "users"), Is.EqualTo(new[] { "anna", "bert", "otto", "susi" }));
        Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.Empty);
    }

    private static async Task<(Bridge Bridge, JsonElement Seen)> LookAsync(
        string what,
        CancellationToken cancellationToken,
        string plant = Plant,
        (string Name, string Role)[]? people = null
    )
    {
        Interop.RequireProgram("/usr/bin/chromium", "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core");
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        var bridge = await Bridge.StartAsync(
            plant.Replace("{page}", page, StringComparison.Ordinal),
            cancellationToken,
            folder => PageUsers.Write(folder, people ?? People)
        );
        try
        {
            var pictures = Directory.CreateDirectory(Path.Combine(TestContext.CurrentContext.WorkDirectory, "operate-page")).FullName;
            var seen = await Interop.RunAsync("operate-page.js", cancellationToken, page + "/", pictures, what);
            foreach (var picture in Directory.EnumerateFiles(pictures, "*.png"))
                TestContext.AddTestAttachment(picture);
            return (bridge, seen);
        }
        catch
        {
            TestContext.Out.WriteLine(bridge.Program.Output);
            await bridge.DisposeAsync();
            throw;
        }
    }
}
