using System.Net.Http.Json;
using System.Text.Json;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The alarms of the status page in a real browser, Debian's Chromium: what is, and what was. The pictures are beside the test's results.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class AlarmPageTests
{
    private static readonly string[] Past =
    [
        "HighHigh Line1/Tank/Level Warnings 300 Level 97",
        "High Line1/Tank/Level Warnings 300 Level 92",
        "gone Line1/Motor Errors 800 Motor overload",
        "active Line1/Motor Errors 800 Motor overload",
        "active, unacknowledged Line1/Motor Errors 800 Motor overload",
    ];

    [Test]
    public async Task The_page_shows_when_a_state_changed_and_every_past_change_from_the_history(CancellationToken token)
    {
        await RequireAsync();
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        await using var plc = PowerOn();
        await using var bridge = await Bridge.StartAsync(MapOf(plc, page, ", history: { store: history }"), token);
        await using (var client = Interop.Start("ua-alarm-list.js", bridge.Endpoint, "en"))
        {
            await client.LineAsync(line => line == "READY", token);
            Poke(plc, 0, 1);
            await SeenAsync("\"active\":true,\"acked\":false");
            await client.SendLineAsync("ack Line1/Motor/_Alarm seen");
            await SeenAsync("\"active\":true,\"acked\":true");
            Poke(plc, 0, 0);
            await SeenAsync("\"active\":false");
            Poke(plc, 5, 92);
            await SeenAsync("Level 92");
            Poke(plc, 5, 97);
            await SeenAsync("Level 97");

            Task SeenAsync(string text) =>
                client.LineAsync(line => line.StartsWith("ALARM ", StringComparison.Ordinal) && line.Contains(text), token);
        }

        var seen = await Interop.RunAsync("alarm-page.js", token, [page + "/", Pictures()]);
        foreach (var picture in Directory.EnumerateFiles(Pictures(), "alarms-*.png"))
            TestContext.AddTestAttachment(picture);
        var now = seen.GetProperty("now")[0];
        var past = seen.GetProperty("past").EnumerateArray().ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(now.GetProperty("state").GetString(), Is.EqualTo("HighHigh"));
            Assert.That(now.GetProperty("since").GetString(), Does.StartWith("active since "), "it came as High before");
            Assert.That(past.Select(Text), Is.EqualTo(Past));
            Assert.That(past[3].GetProperty("comment").GetString(), Is.EqualTo("seen"));
            Assert.That(
                past[0].GetProperty("changed").GetString(),
                Is.EqualTo(now.GetProperty("changed").GetString()),
                "the last change is that of the event"
            );
            Assert.That(seen.GetProperty("byTag").EnumerateArray().Select(Text), Is.EqualTo(Past[2..]));
            Assert.That(seen.GetProperty("byClass").EnumerateArray().Select(Text), Is.EqualTo(Past[..2]));
            Assert.That(seen.GetProperty("found").GetString(), Is.EqualTo("5 changes"));
            Assert.That(seen.GetProperty("none").GetString(), Is.EqualTo("No alarm like that was recorded."));
            Assert.That((seen.GetProperty("pagerNow").GetBoolean(), seen.GetProperty("pager").GetBoolean()), Is.EqualTo((false, true)));
            Assert.That(seen.GetProperty("phone").GetInt32(), Is.EqualTo(360));
            Assert.That(seen.GetProperty("state").GetString(), Is.EqualTo("active"));
            Assert.That(seen.GetProperty("complaints").GetArrayLength(), Is.Zero, $"{seen.GetProperty("complaints")}");
        });

        using var script = new HttpClient { BaseAddress = new Uri(page) };
        foreach (var size in (int[])[1, 2, 5, 500])
            Assert.That(await InPagesAsync(script, $"count={size}", token), Is.EqualTo(Past), $"in pages of {size}");
        Assert.That(await InPagesAsync(script, "count=1&class=Warnings", token), Is.EqualTo(Past[..2]));
        Assert.That(await InPagesAsync(script, "plc=Line", token), Is.Empty);
        Assert.That(await InPagesAsync(script, "plc=Line1&search=motor", token), Is.EqualTo(Past[2..]));
        using var wrong = await script.GetAsync("/api/alarms/past?after=1", token);
        Assert.That((int)wrong.StatusCode, Is.EqualTo(400));
    }

    [Test]
    public async Task Without_history_the_page_says_what_to_turn_on(CancellationToken token)
    {
        await RequireAsync();
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        await using var plc = PowerOn();
        await using var bridge = await Bridge.StartAsync(MapOf(plc, page, ""), token);
        var seen = await Interop.RunAsync("alarm-page.js", token, [page + "/", Pictures(), "off"]);
        Assert.That(
            seen.GetProperty("none").GetString(),
            Does.StartWith("Past alarms are not recorded. Write history: { store: history } under server")
        );
        Assert.That(seen.GetProperty("older").GetBoolean(), Is.True, "there is nothing older");
    }

    private static async Task RequireAsync()
    {
        Interop.RequireProgram("/usr/bin/chromium", "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core", "node-opcua-client");
    }

    private static string Pictures() =>
        Directory.CreateDirectory(Path.Combine(TestContext.CurrentContext.WorkDirectory, "status-page")).FullName;

    private static string Text(JsonElement row) =>
        $"{row.GetProperty("state").GetString()} {row.GetProperty("source").GetString()} {row.GetProperty("class").GetString()} "
        + $"{row.GetProperty("severity")} {row.GetProperty("message").GetString()}";

    private static async Task<List<string>> InPagesAsync(HttpClient script, string query, CancellationToken token)
    {
        var (all, after) = (new List<string>(), (string?)"");
        do
        {
            var answer = await script.GetFromJsonAsync<JsonElement>($"/api/alarms/past?{query}&after={after}", token);
            all.AddRange(answer.GetProperty("rows").EnumerateArray().Select(Text));
            after = answer.TryGetProperty("older", out var older) ? older.GetString() : null;
        } while (after is not null);
        return all;
    }

    private static string MapOf(SoftPlc plc, string page, string server) =>
        $$"""
            server: { endpoint: "{endpoint}", security: [None], anonymous: write{{server}} }
            web: { listen: "{{page}}" }
            alarms: { default: Errors, classes: { Errors: { severity: 800 }, Warnings: { severity: 300, ack: false } } }
            plcs:
              - name: Line1
                host: 127.0.0.1
                port: {{plc.Port}}
                scan: { fast: 50ms }
                tags:
                  - { name: Motor, address: DB1.DBX0.0, scan: fast, alarm: { text: Motor overload } }
                  - { name: Tank/Level, address: DB1.DBW4, type: Int, scan: fast,
                      alarm: { class: Warnings, high: 90, highHigh: 95, text: "Level {Level}" } }
            """;

    private static SoftPlc PowerOn()
    {
        var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        plc.Memory.AddBlock(1, 100);
        plc.Start();
        return plc;
    }

    private static void Poke(SoftPlc plc, int offset, byte value)
    {
        using var memory = plc.Memory.Hold();
        memory.Block(1)[offset] = value;
    }
}
