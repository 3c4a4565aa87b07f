using System.Text.Json;
using S7OpcBridge.History.Tests;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The program with its history in a real PostgreSQL server, which is away for a while.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
public sealed class PostgresHistoryTests
{
    [Test]
    public async Task A_server_that_is_away_when_the_bridge_starts_gets_everything_later(CancellationToken token)
    {
        if (!Directory.Exists("/usr/lib/postgresql"))
            Interop.Missing("PostgreSQL is not on this machine: apt-get install -y postgresql");
        await using var server = await PostgresProcess.StartAsync(token);
        await server.StopAsync(token);
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(60));
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        // An array that changes with every number fills a chunk in a moment.
        await using var bridge = await Bridge.StartAsync(
            FieldPlc.Map(
                plc,
                $"security: [None], anonymous: read, history: {{ postgres: {{ connection: \"{server.Connection}\", journal: history }} }}",
                $$"""
                      - { name: Number, address: DB1.DBD0, type: DInt, scan: fast, history: true }
                      - { name: Bytes, address: DB1.DBB0, type: Byte(0..799), scan: fast, history: true }
                web: { listen: "{{page}}" }
                """
            ),
            token
        );
        using var browser = new HttpClient { BaseAddress = new Uri(page) };
        var away = await UntilAsync(history => IsInTrouble(history) && history.GetProperty("unsent").GetInt64() > 0);
        await server.StartAgainAsync(token);
        await UntilAsync(history => !IsInTrouble(history) && history.GetProperty("unsent").GetInt64() == 0);
        await using var client = await HistoryClient.ConnectAsync(bridge, token);
        var numbers = await client.UntilAsync("Number", 1, values => values.Count > 20, token);
        var bytes = await client.ReadAsync("Bytes", 1, token);

        Assert.That(
            away.GetProperty("trouble").GetString(),
            Does.Contain("PostgreSQL server is away").And.Contain("wait in the local journal")
        );
        Assert.That(away.GetProperty("lost").GetInt64(), Is.Zero);
        Assert.That(numbers.Select(value => value.Status.Value), Is.All.EqualTo(StatusCodes.Good));
        Assert.That(numbers.Select(value => value.Value.Bits), Is.EqualTo(Enumerable.Range((int)numbers[0].Value.Bits, numbers.Count)));
        Assert.That(bytes.Select(value => ((byte[])value.Value.Reference!).Length), Is.All.EqualTo(800));
        Assert.That(bytes, Has.Count.GreaterThan(20));

        Task<JsonElement> UntilAsync(Func<JsonElement, bool> holds) => Poll.UntilAsync(() => HistoryAsync(browser, token), holds, token);
    }

    private static bool IsInTrouble(JsonElement history) => history.TryGetProperty("trouble", out _);

    private static async Task<JsonElement> HistoryAsync(HttpClient browser, CancellationToken token) =>
        JsonDocument.Parse(await browser.GetStringAsync("api/overview", token)).RootElement.GetProperty("history");
}
