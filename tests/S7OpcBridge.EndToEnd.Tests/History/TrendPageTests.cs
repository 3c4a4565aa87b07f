using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The trend of a recorded tag in a real browser, Debian's Chromium. The pictures are beside the test's results.</summary>
[TestFixture, CancelAfter(240_000)]
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
            Assert.That(int.Parse(seen.GetProperty("high").GetString()!), Is.GreaterThan(int.Parse(seen.GetProperty("low").GetString()!)));
            Assert.That(seen.GetProperty("latest").GetArrayLength(), Is.EqualTo(20));
            Assert.That(seen.GetProperty("later").GetBoolean(), Is.True, "there is nothing later than now");
            Assert.That(seen.GetProperty("phone").GetInt32(), Is.EqualTo(360));
            Assert.That(seen.GetProperty("refused").GetString(), Does.Contain("is not recorded"));
        });
    }
}
