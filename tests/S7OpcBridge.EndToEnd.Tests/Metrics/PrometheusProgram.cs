using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A Prometheus that reads one bridge every second, in a folder of its own.</summary>
internal sealed class PrometheusProgram : IAsyncDisposable
{
    /// <summary>Between two looks at what is awaited.</summary>
    public static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(250);

    private readonly ChildProgram _program;
    private readonly string _folder;
    private readonly HttpClient _client;

    private PrometheusProgram(ChildProgram program, string folder, int port)
    {
        (_program, _folder) = (program, folder);
        _client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") };
    }

    /// <param name="bridge">Where the figures are.</param>
    /// <param name="rules">The alerts.</param>
    /// <param name="cancellationToken">The test is over.</param>
    public static async Task<PrometheusProgram> StartAsync(int bridge, string rules, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-prometheus-").FullName;
        var port = Testing.FreePort.Next();
        await File.WriteAllTextAsync(
            Path.Combine(folder, "prometheus.yaml"),
            $$"""
            global: { scrape_interval: 1s, evaluation_interval: 1s }
            rule_files: [ "{{rules}}" ]
            scrape_configs: [ { job_name: s7opcbridge, static_configs: [ { targets: [ "127.0.0.1:{{bridge}}" ] } ] } ]
            """,
            cancellationToken
        );
        var program = ChildProgram.Start(
            "prometheus",
            folder,
            "--config.file=prometheus.yaml",
            $"--storage.tsdb.path={Path.Combine(folder, "data")}",
            $"--web.listen-address=127.0.0.1:{port}"
        );
        var prometheus = new PrometheusProgram(program, folder, port);
        try
        {
            await program.LineAsync(line => line.Contains("Server is ready", StringComparison.Ordinal), cancellationToken);
            return prometheus;
        }
        catch
        {
            await prometheus.DisposeAsync();
            throw;
        }
    }

    /// <summary>What a dashboard asks, with everything chosen that can be.</summary>
    public static string[] QuestionsOf(string dashboard)
    {
        using var json = JsonDocument.Parse(dashboard);
        return
        [
            .. json
                .RootElement.GetProperty("panels")
                .EnumerateArray()
                .Where(panel => panel.TryGetProperty("targets", out _))
                .SelectMany(panel => panel.GetProperty("targets").EnumerateArray())
                .Select(target =>
                    target
                        .GetProperty("expr")
                        .GetString()!
                        .Replace("$__rate_interval", "1m")
                        .Replace("$instance", ".*")
                        .Replace("$plc", ".*")
                ),
        ];
    }

    /// <summary>True once a question has an answer: rates need two looks. One that is no PromQL fails the test; false: none came in half a minute.</summary>
    public async Task<bool> AnswersAsync(string question, CancellationToken cancellationToken)
    {
        for (var look = 0; look < 120; look++)
        {
            var answer = await GetAsync($"/api/v1/query?query={Uri.EscapeDataString(question)}", cancellationToken);
            Assert.That(answer.GetProperty("status").GetString(), Is.EqualTo("success"), $"{question}: {answer}");
            if (answer.GetProperty("data").GetProperty("result").GetArrayLength() > 0)
                return true;
            await Task.Delay(Pace, TimeProvider.System, cancellationToken);
        }
        return false;
    }

    public async Task<JsonElement[]> RulesAsync(CancellationToken cancellationToken) =>
        [
            .. (await GetAsync("/api/v1/rules", cancellationToken))
                .GetProperty("data")
                .GetProperty("groups")
                .EnumerateArray()
                .SelectMany(group => group.GetProperty("rules").EnumerateArray()),
        ];

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _program.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task<JsonElement> GetAsync(string path, CancellationToken cancellationToken)
    {
        using var answer = await _client.GetAsync(path, cancellationToken);
        return JsonDocument.Parse(await answer.Content.ReadAsStringAsync(cancellationToken)).RootElement;
    }
}
