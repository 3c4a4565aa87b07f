using System.Text.Json;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Prometheus itself reads the figures, and answers what dashboard and alerts ask. Debian's package prometheus has both programs.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class PrometheusTests
{
    private static readonly string Rules = Path.Combine(Repository.Root, "deploy", "prometheus");

    [TestCase("check", "rules", "s7opcbridge.rules.yaml")]
    [TestCase("check", "config", "prometheus.yaml")]
    [TestCase("test", "rules", "s7opcbridge.rules.test.yaml")]
    public async Task Prometheuss_own_checker_finds_nothing_wrong(string verb, string what, string file)
    {
        Require("promtool");
        await using var tool = ChildProgram.Start("promtool", Rules, verb, what, file);
        Assert.That(await tool.ExitAsync(TimeSpan.FromSeconds(60), TestContext.CurrentContext.CancellationToken), Is.Zero, tool.Output);
    }

    [Test]
    public async Task The_page_is_what_Prometheuss_own_checker_expects(CancellationToken cancellationToken)
    {
        Require("promtool");
        await using var plant = await MeasuredPlant.StartAsync(cancellationToken);
        var page = await plant.TextAsync(cancellationToken);
        await using var tool = ChildProgram.Start("promtool", Rules, "check", "metrics");
        foreach (var line in page.TrimEnd('\n').Split('\n'))
            await tool.SendLineAsync(line);
        tool.CloseInput();
        Assert.That(await tool.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, tool.Output);
        Assert.That(tool.Output, Is.Empty, "no remark about names either");
    }

    [Test]
    public async Task Every_question_of_dashboard_and_alerts_is_answered_by_a_Prometheus_that_reads_the_bridge(
        CancellationToken cancellationToken
    )
    {
        Require("prometheus");
        await using var plant = await MeasuredPlant.StartAsync(cancellationToken);
        await using var prometheus = await PrometheusProgram.StartAsync(
            plant.Port,
            Path.Combine(Rules, "s7opcbridge.rules.yaml"),
            cancellationToken
        );
        var questions = PrometheusProgram.QuestionsOf(
            await File.ReadAllTextAsync(Path.Combine(Repository.Root, "deploy", "grafana", "s7opcbridge.json"), cancellationToken)
        );
        Assert.That(questions, Has.Length.GreaterThan(30));
        // Nobody writes here, and there is no cluster; and means of what does not happen are no numbers, but answers.
        foreach (
            var question in questions.Where(each =>
                !each.Contains("s7opcbridge_writes_total", StringComparison.Ordinal) && !IsOfCluster(each)
            )
        )
        {
            Assert.That(await prometheus.AnswersAsync(question, cancellationToken), question);
        }

        var rules = await prometheus.RulesAsync(cancellationToken);
        // A rule may have been asked before the first page was read; the plant is simulated, so one alert must come up.
        while (rules.Any(rule => rule.GetProperty("health").GetString() == "unknown") || !AlertsOf(rules).Contains("SimulatedPlc"))
        {
            await Poll.AgainAsync(cancellationToken);
            rules = await prometheus.RulesAsync(cancellationToken);
        }
        Assert.That(rules.Select(rule => $"{rule.GetProperty("name")}: {rule.GetProperty("health")}"), Is.All.EndsWith(": ok"));
        Assert.That(
            AlertsOf(rules),
            Has.None.EqualTo("BridgeDown").And.None.EqualTo("PlcNotConnected").And.None.EqualTo("TagsAreBad"),
            "the demo plant is fine, and simulated"
        );
    }

    [Test, Platform("Linux")]
    public async Task Every_question_of_the_dashboard_about_a_cluster_is_answered_by_a_node(CancellationToken cancellationToken)
    {
        Require("prometheus");
        var (page, address) = (FreePort.Next(), $"127.0.0.1:{FreePort.Next()}");
        await using var plant = new ClusterPlant(plcs: 4, nodes: 2, $"{{ witness: \"{address}\" }}");
        plant.Nodes[0].Web = $"{{ listen: \"http://127.0.0.1:{page}\" }}";
        plant.WriteMap(plant.Nodes[0]);
        await using var witness = plant.StartWitness(address);
        await plant.HealAsync(cancellationToken);
        await using var prometheus = await PrometheusProgram.StartAsync(
            page,
            Path.Combine(Rules, "s7opcbridge.rules.yaml"),
            cancellationToken
        );
        var dashboard = await File.ReadAllTextAsync(
            Path.Combine(Repository.Root, "deploy", "grafana", "s7opcbridge.json"),
            cancellationToken
        );
        var questions = PrometheusProgram.QuestionsOf(dashboard).Where(IsOfCluster).ToArray();
        Assert.That(
            MetricCatalogue.All.Select(metric => metric.Name).Where(IsOfCluster),
            Is.All.Matches<string>(name => questions.Any(question => question.Contains(name!, StringComparison.Ordinal))),
            "the dashboard shows all of them"
        );
        foreach (var question in questions)
            Assert.That(await prometheus.AnswersAsync(question, cancellationToken), question);
    }

    private static bool IsOfCluster(string text) => text.Contains("s7opcbridge_cluster_", StringComparison.Ordinal);

    private static IEnumerable<string?> AlertsOf(IEnumerable<JsonElement> rules) =>
        rules.Where(rule => rule.GetProperty("state").GetString() != "inactive").Select(rule => rule.GetProperty("name").GetString());

    private static void Require(string program)
    {
        if (Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program))))
            return;
        Interop.Missing($"{program} is not on the PATH: install Prometheus (Debian: apt-get install prometheus) to run this test");
    }
}
