using System.Globalization;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The built program with a heap of 256 MiB, and beside an honest client one that asks for as much as it can of everything that costs memory or time. The
/// bounds hold on a busy machine too; the figures are printed for the aims: no gap and no read above a second, memory at 1.3 times that of rest a minute later.
/// </summary>
[TestFixture, CancelAfter(120_000), Platform("Linux")]
public sealed class HostileClientTests
{
    // While the machine is busy with other tests.
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(4);

    private const int Watched = 15;

    // What the honest clients themselves hold goes up and down by so much.
    private const long Noise = 256 * 1024;

    private readonly HttpClient _browser = new();
    private readonly string _page = $"http://127.0.0.1:{FreePort.Next()}";

    private string Map =>
        $$"""
            server: { endpoint: "{endpoint}", security: [None], anonymous: read, history: { store: history } }
            web: { listen: "{{_page}}" }
            alarms: { classes: { Errors: { severity: 800, ack: false } } }
            plcs:
              - name: Line1
                simulate: true
                scan: { fast: 50ms }
                tags:
                  - { name: Count, address: DB1.DBD0, type: DInt, scan: fast, history: true, simulate: { kind: counter, period: 100ms } }
                  - { name: Fault, address: DB1.DBX4.0, scan: fast, simulate: { kind: toggle, period: 400ms }, alarm: { class: Errors, text: Fault } }

            """;

    [OneTimeTearDown]
    public void Close() => _browser.Dispose();

    [Test]
    public async Task An_honest_client_is_served_beside_every_attack_and_nothing_stays(CancellationToken token)
    {
        await using var bridge = await Bridge.StartAsync(Map, token, [("DOTNET_GCHeapHardLimit", "0x10000000")]);
        var port = new Uri(bridge.Endpoint).Port;
        await using var honest = await ServedClient.ConnectAsync(port, token);
        await honest.IsServedAsync(2 * Watched, token);
        var (atRest, resident) = (await ClientMemoryAsync(token), bridge.Program.ResidentBytes);
        await TestContext.Out.WriteLineAsync($"At rest: {resident >> 20} MB, {atRest / 1024:F0} KB for clients.");

        var slow = new List<string>();
        foreach (var (attack, begin) in Attacks.All)
        {
            await using (var hostile = new HostileClient(port, token))
            {
                honest.Restart();
                await begin(hostile);
                await honest.IsServedAsync(Watched, token);
                Assert.That((bridge.Program.HasExited, honest.Ended), Is.EqualTo((false, (Exception?)null)), attack);
                var (gap, read, history) = honest.Longest();
                var figures = FormattableString.Invariant(
                    $"{attack}: gap {gap.TotalMilliseconds:F0} ms, Read {read.TotalMilliseconds:F0} ms, HistoryRead {history.TotalMilliseconds:F0} ms"
                );
                var memory = await ClientMemoryAsync(token) / (1 << 20);
                await TestContext.Out.WriteLineAsync(
                    FormattableString.Invariant(
                        $"{figures}, {memory:F1} MB for clients, {bridge.Program.ResidentBytes >> 20} MB in all; {hostile.Answers}"
                    )
                );
                if (gap > Bound || read > Bound || history > Bound)
                    slow.Add(figures);
            }
        }

        Assert.That(slow, Is.Empty);
        await Poll.UntilAsync(() => ClientMemoryAsync(token), bytes => bytes <= atRest + Noise, token);
        await Poll.UntilAsync(() => bridge.Program.ResidentBytes <= 2 * resident, token);
        await TestContext.Out.WriteLineAsync($"Afterwards: {bridge.Program.ResidentBytes >> 20} MB.");
        Assert.That(await FigureAsync("s7opcbridge_standstills ", token), Is.Zero);
        Assert.That(await FigureAsync("s7opcbridge_restarts_total ", token), Is.Zero);
        await Poll.UntilAsync(() => FigureAsync("s7opcbridge_history_reads_under_way ", token), reads => reads == 0, token);
    }

    private Task<double> ClientMemoryAsync(CancellationToken cancellationToken) =>
        FigureAsync("s7opcbridge_opcua_client_memory_bytes{", cancellationToken);

    /// <summary>The sum of all series of a metric.</summary>
    private async Task<double> FigureAsync(string name, CancellationToken cancellationToken) =>
        (await _browser.GetStringAsync($"{_page}/metrics", cancellationToken))
            .Split('\n')
            .Where(line => line.StartsWith(name, StringComparison.Ordinal))
            .Sum(line => double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture));
}
