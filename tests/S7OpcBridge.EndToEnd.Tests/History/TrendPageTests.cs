using System.Net.Http.Json;
using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The trend of a recorded tag in a real browser, Debian's Chromium. The pictures are beside the test's results.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class TrendPageTests
{
    [Test]
    public async Task A_recorded_tag_has_a_trend_with_its_gap_and_another_tag_has_none(CancellationToken token)
    {
        Interop.RequireProgram("/usr/bin/chromium", "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core");
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(60));
        await using var bridge = await Bridge.StartAsync(
            FieldPlc.Map(
                plc,
                "security: [None], anonymous: read, history: { store: history }",
                $$"""
                      - { name: Number, address: DB1.DBD0, type: DInt, scan: fast, history: true, unit: pcs }
                      - { name: Level, address: DB1.DBW4, type: Int, scan: fast, history: true, unit: "%", range: [0, 100] }
                web: { listen: "{{page}}" }
                """.Replace("\n        ", "\n")
            ),
            token
        );
        await using (var client = await HistoryClient.ConnectAsync(bridge, token))
        {
            await client.UntilAsync("Number", 1, values => values.Count > 5, token);
            plc.Faults.CutPower();
            await client.UntilAsync("Number", 1, values => values[^1].Status.Value == StatusCodes.BadDataLost, token);
            // Wide enough to be seen in a drawing of ten minutes.
            await Task.Delay(TimeSpan.FromSeconds(4), token);
            plc.Faults.GivePower();
            await client.UntilAsync("Number", 1, values => values[^1].Status.IsGood, token);
        }
        var pictures = Directory.CreateDirectory(Path.Combine(TestContext.CurrentContext.WorkDirectory, "status-page")).FullName;
        var seen = await Interop.RunAsync("trend-page.js", token, [page + "/", pictures, "Number"]);
        foreach (var picture in Directory.EnumerateFiles(pictures, "trend-*.png"))
            TestContext.AddTestAttachment(picture);

        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("links").GetInt32(), Is.EqualTo(1));
            Assert.That(seen.GetProperty("address").GetString(), Is.EqualTo("#trend?plc=Line1&tag=Number&span=minutes"));
            Assert.That(seen.GetProperty("name").GetString(), Does.StartWith("Line1/Number").And.EndWith("pcs"));
            Assert.That(seen.GetProperty("atGap").GetString(), Does.Contain("Nobody knows"));
            Assert.That(seen.GetProperty("now").GetString(), Does.Match("Number from .+ to .+: between [0-9]+ and [0-9]+ pcs"));
            Assert.That(
                seen.GetProperty("ticks").EnumerateArray().Select(static tick => tick.GetDouble()).ToArray(),
                Is.Ordered.Descending.And.Length.InRange(4, 8)
            );
            Assert.That(seen.GetProperty("times").GetInt32(), Is.EqualTo(5));
            Assert.That(
                seen.GetProperty("series").EnumerateArray().Select(static each => each.GetString()),
                Is.EqualTo(new[] { "Line1/Number", "Line1/Level" })
            );
            Assert.That(seen.GetProperty("scales")[1].GetString(), Is.EqualTo("0 – 100 %"), "the range of the map");
            Assert.That(seen.GetProperty("both").GetString(), Does.Match("Number from .+ pcs; Level from .+ %"));
            Assert.That(seen.GetProperty("latest").GetArrayLength(), Is.EqualTo(20));
            Assert.That(seen.GetProperty("later").GetBoolean(), Is.True, "there is nothing later than now");
            Assert.That(seen.GetProperty("phone").GetInt32(), Is.EqualTo(360));
            Assert.That(seen.GetProperty("refused").GetString(), Does.Contain("is not recorded"));
        });
        await AssertTypedAsync(page, token);
    }

    // The same values for scripts: with their type, in pages of any size.
    private static async Task AssertTypedAsync(string page, CancellationToken token)
    {
        using var script = new HttpClient { BaseAddress = new Uri(page) };
        var to = TimeProvider.System.GetUtcNow().UtcDateTime.ToString("O", System.Globalization.CultureInfo.InvariantCulture);
        // A value that arrived before 'to' may be on its way to the store; it is there as soon as a later one is.
        while ((await ReadAsync("count=10000", "2100-01-01", to)).Count == 0)
            await Task.Delay(TimeSpan.FromMilliseconds(100), token);
        var whole = await ReadAsync("count=10000", to);
        Assert.That(whole.Count(row => row.GetProperty("quality").GetString() == "BadDataLost"), Is.EqualTo(1));
        Assert.That(whole.Select(row => row.GetProperty("time").GetDateTime()), Is.Ordered);
        var numbers = whole
            .Where(row => row.GetProperty("code").GetUInt32() == 0)
            .Select(row => row.GetProperty("value").GetInt32())
            .ToList();
        Assert.That(numbers, Has.Count.GreaterThan(20));
        var paged = await ReadAsync("count=7", to);
        Assert.That(paged.Select(row => row.GetRawText()), Is.EqualTo(whole.Select(row => row.GetRawText())));
        foreach (var wrong in (string[])["from=yesterday", "from=2026-02-01&to=2026-01-01", "after=1", "count=10001"])
            Assert.That(
                (int)(await script.GetAsync($"/api/v1/history?plc=Line1&tag=Number&{wrong}", token)).StatusCode,
                Is.EqualTo(400),
                wrong
            );
        Assert.That((int)(await script.GetAsync("/api/v1/history?plc=Line1&tag=No", token)).StatusCode, Is.EqualTo(404));

        async Task<List<JsonElement>> ReadAsync(string query, string end, string? start = null)
        {
            var (all, after) = (new List<JsonElement>(), "");
            do
            {
                var answer = await script.GetFromJsonAsync<JsonElement>(
                    $"/api/v1/history?plc=Line1&tag=Number&to={end}&{query}&after={after}{(start is null ? "" : $"&from={start}")}",
                    token
                );
                Assert.That(answer.GetProperty("type").GetString(), Is.EqualTo("Int32"));
                all.AddRange(answer.GetProperty("values").EnumerateArray());
                after = answer.TryGetProperty("next", out var next) ? next.GetString()! : "";
            } while (after.Length > 0);
            return all;
        }
    }
}
