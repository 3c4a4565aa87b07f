using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Prometheus itself reads the figures, and answers what dashboard and alerts ask. Debian's package prometheus has both programs.</summary>
[TestFixture, CancelAfter(180_000)]
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
    public async Task Every_question_of_dashboard_and_alerts_is_answered_by_a_Prometheus_that_reads_the_bridge(CancellationToken cancellationToken)
    {
        Require("prometheus");
        await using var plant = await MeasuredPlant.StartAsync(cancellationToken);
        await using var prometheus = await PrometheusProgram.StartAsync(plant.Port, Path.Combine(Rules, "s7opcbridge.rules.yaml"), cancellationToken);
        var questions = PrometheusProgram.QuestionsOf(
            await File.ReadAllTextAsync(Path.Combine(Repository.Root, "deploy", "grafana", "s7opcbridge.json"), cancellationToken)
        );
        Assert.That(questions, Has.Length.GreaterThan(30));
        // Nobody writes here; and means of what does not happen are no numbers, but answers.
        foreach (var question in questions.Where(question => !question.Contains("s7opcbridge_writes_total", StringComparison.Ordinal)))
        {
            Assert.That(await prometheus.AnswersAsync(question, cancellationToken), question);
        }

        var rules = await prometheus.RulesAsync(cancellationToken);
        while (rules.Any(rule => rule.GetProperty("health").GetString() == "unknown"))
        {
            await Poll.AgainAsync(cancellationToken);
            rules = await prometheus.RulesAsync(cancellationToken);
        }
        Assert.That(rules.Select(rule => $"{rule.GetProperty("name")}: {rule.GetProperty("health")}"), Is.All.EndsWith(": ok"));
        var alerts = rules.Where(rule => rule.GetProperty("state").GetString() != "inactive").Select(rule => rule.GetProperty("name").GetString());
        Assert.That(
            alerts,
            Does.Contain("SimulatedPlc").And.None.EqualTo("BridgeDown").And.None.EqualTo("PlcNotConnected").And.None.EqualTo("TagsAreBad"),
            "the demo plant is fine, and simulated"
        );
    }

    private static void Require(string program)
    {
        if (Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program))))
            return;
        Interop.Missing($"{program} is not on the PATH: install Prometheus (Debian: apt-get install prometheus) to run this test");
    }
}
