using System.Text.Json;
using System.Text.RegularExpressions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What administrators see of values that found no room while the broker was away.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class MqttLossTests
{
    [Test]
    public async Task Lost_values_are_told_by_log_metrics_and_status_page(CancellationToken cancellationToken)
    {
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        var tags = Enumerable
            .Range(0, 200)
            .Select(static tag =>
                $"          - {{ name: Count{tag}, address: DB1.DBD{4 * tag}, type: DInt, simulate: {{ kind: counter, period: 100ms }} }}"
            );
        await using var bridge = await Bridge.StartAsync(
            MqttPlant.Map(
                $"{{ broker: \"mqtt://127.0.0.1:{FreePort.Next()}\", publish: {{ onChange: 100ms }}, buffer: {{ values: 1000 }} }}",
                string.Join('\n', tags)
            ) + $"\nweb: {{ listen: \"{page}\" }}\n",
            cancellationToken
        );
        await Poll.UntilAsync(
            () => bridge.Program.Output.Contains("were lost. More than 1000 values wait for the broker", StringComparison.Ordinal),
            cancellationToken
        );
        using var browser = new HttpClient();
        var metrics = await browser.GetStringAsync($"{page}/metrics", cancellationToken);
        var lost = Regex.Match(metrics, """(?m)^s7opcbridge_mqtt_lost_values_total\{entry="edge01"\} (\d+)""").Groups[1].Value;
        Assert.That(int.Parse(lost, System.Globalization.CultureInfo.InvariantCulture), Is.Positive, metrics);
        var entry = JsonDocument
            .Parse(await browser.GetStringAsync($"{page}/api/overview", cancellationToken))
            .RootElement.GetProperty("mqtt")[0];
        Assert.That(entry.GetProperty("lostValues").GetInt64(), Is.Positive);
        Assert.That(entry.GetProperty("waitingValues").GetInt64(), Is.Positive);
    }
}
