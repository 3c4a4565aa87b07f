using System.Text.RegularExpressions;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Tests;

/// <summary>The names that dashboards of other people will be built upon.</summary>
public sealed partial class CatalogueTests
{
    private static readonly string[] Names = [.. MetricCatalogue.All.Select(metric => metric.Name)];

    [Test]
    public void Names_follow_Prometheuss_rules()
    {
        Assert.That(Names, Is.Unique);
        using (Assert.EnterMultipleScope())
        {
            foreach (var metric in MetricCatalogue.All)
            {
                Assert.That(metric.Name, Does.Match("^(s7opcbridge|process|dotnet)(_[a-z0-9]+)+$"));
                Assert.That(
                    metric.Name.EndsWith("_total", StringComparison.Ordinal),
                    Is.EqualTo(metric.Kind == MetricKind.Counter),
                    metric.Name
                );
                Assert.That(metric.Name, Does.Not.Match("_(ms|milliseconds|kb|mb|percent)(_|$)"), "base units");
                Assert.That(metric.Help, Does.EndWith(".").And.Not.Contain("\n"), metric.Name);
            }
        }
    }

    [Test]
    public void The_page_about_metrics_has_all_of_them_and_no_others()
    {
        var told = File.ReadLines(Repository.PathOf("docs/metrics.md"))
            .Select(line => Row().Match(line))
            .Where(row => row.Success)
            .ToDictionary(row => row.Groups[1].Value, row => row.Groups[2].Value);
        Assert.That(told.Keys, Is.EquivalentTo(Names));
        Assert.That(
            told.Select(row => $"{row.Key} {row.Value}"),
            Is.EquivalentTo(MetricCatalogue.All.Select(metric => $"{metric.Name} {metric.Kind.ToString().ToLowerInvariant()}"))
        );
    }

    [TestCase("deploy/grafana/s7opcbridge.json")]
    [TestCase("deploy/prometheus/s7opcbridge.rules.yaml")]
    public void Dashboard_and_alerts_ask_only_for_what_is_served(string file)
    {
        var asked = Word().Matches(File.ReadAllText(Repository.PathOf(file))).Select(match => match.Value).Distinct().ToArray();
        var served = MetricCatalogue
            .All.SelectMany(metric =>
                metric.Kind == MetricKind.Histogram
                    ? [$"{metric.Name}_bucket", $"{metric.Name}_sum", $"{metric.Name}_count"]
                    : new[] { metric.Name }
            )
            .ToArray();
        Assert.That(asked, Has.Length.GreaterThan(10));
        Assert.That(asked.Except(served), Is.Empty);
    }

    [GeneratedRegex(@"^\| `([a-z0-9_]+)` \| (counter|gauge|histogram) \|")]
    private static partial Regex Row();

    [GeneratedRegex(@"\b(s7opcbridge|process|dotnet)(_[a-z0-9]+)+\b")]
    private static partial Regex Word();
}
