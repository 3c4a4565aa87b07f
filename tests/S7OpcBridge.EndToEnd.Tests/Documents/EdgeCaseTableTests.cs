using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>docs/edge-cases.md promises tests; a promise that a renamed test breaks is found here.</summary>
public sealed partial class EdgeCaseTableTests
{
    [Test]
    public void Every_case_is_there_once_and_every_test_that_it_names_exists()
    {
        var rows = File.ReadLines(Path.Combine(Repository.Root, "docs", "edge-cases.md")).Select(line => Row().Match(line)).Where(row => row.Success).ToArray();
        Assert.That(rows.Select(row => int.Parse(row.Groups["number"].Value, System.Globalization.CultureInfo.InvariantCulture)), Is.EqualTo(Enumerable.Range(1, 56)));
        var tests = Directory.EnumerateFiles(Path.Combine(Repository.Root, "tests"), "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Split(Path.DirectorySeparatorChar).Intersect(["bin", "obj", "node_modules"]).Any())
            .SelectMany(file => TestMethod().Matches(File.ReadAllText(file)).Select(method => method.Groups["name"].Value)).ToHashSet();
        var named = rows.SelectMany(row => Name().Matches(row.Groups["tests"].Value).Select(name => name.Groups["name"].Value)).ToArray();
        Assert.That(named, Has.Length.GreaterThan(56), "the table is read as it is meant");
        Assert.That(named.Except(tests), Is.Empty);
    }

    [Test]
    public void Only_what_the_bridge_does_not_do_has_no_test()
    {
        var without = File.ReadLines(Path.Combine(Repository.Root, "docs", "edge-cases.md")).Select(line => Row().Match(line))
            .Where(row => row.Success && !row.Groups["tests"].Value.Contains('`')).Select(row => row.Groups["number"].Value);
        Assert.That(without, Is.EqualTo(new[] { "56" }), "no routing");
    }

    [GeneratedRegex(@"^\| (?<number>\d+) \|.*\|(?<tests>[^|]*)\|$")]
    private static partial Regex Row();

    [GeneratedRegex(@"`(?<name>\w+)`")]
    private static partial Regex Name();

    [GeneratedRegex(@"public (?:async Task|void|bool|Property) (?<name>\w+)\(")]
    private static partial Regex TestMethod();
}
