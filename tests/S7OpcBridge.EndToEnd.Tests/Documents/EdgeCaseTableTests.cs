using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>docs/internals/edge-cases.md promises tests; a promise that a renamed test breaks is found here.</summary>
public sealed partial class EdgeCaseTableTests
{
    [Test]
    public void Every_case_is_there_once_and_every_test_that_it_names_exists()
    {
        var rows = File.ReadLines(Path.Combine(Repository.Root, "docs", "internals", "edge-cases.md"))
            .Select(line => Row().Match(line))
            .Where(row => row.Success)
            .ToArray();
        Assert.That(
            rows.Select(row => int.Parse(row.Groups["number"].Value, System.Globalization.CultureInfo.InvariantCulture)),
            Is.EqualTo(Enumerable.Range(1, 66))
        );
        var named = rows.SelectMany(row => Name().Matches(row.Groups["tests"].Value).Select(name => name.Groups["name"].Value)).ToArray();
        Assert.That(named, Has.Length.GreaterThan(66), "the table is read as it is meant");
        Assert.That(named.Except(TestNames()), Is.Empty);
    }

    [Test]
    public void Every_case_has_a_test()
    {
        var without = File.ReadLines(Path.Combine(Repository.Root, "docs", "internals", "edge-cases.md"))
            .Select(line => Row().Match(line))
            .Where(row => row.Success && !row.Groups["tests"].Value.Contains('`'))
            .Select(row => row.Groups["number"].Value);
        Assert.That(without, Is.Empty);
    }

    [Test]
    public void Every_attack_of_the_security_page_has_tests_that_exist()
    {
        var rows = File.ReadLines(Path.Combine(Repository.Root, "docs", "internals", "security-tests.md"))
            .SkipWhile(line => !line.StartsWith("## Attacks", StringComparison.Ordinal))
            .Skip(1)
            .TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal))
            .Where(line => line.StartsWith("| ", StringComparison.Ordinal))
            .Skip(1)
            .Select(line => Name().Matches(line).Select(name => name.Groups["name"].Value).ToArray())
            .ToArray();
        Assert.That(rows, Has.Length.GreaterThan(14).And.None.Empty);
        Assert.That(rows.SelectMany(names => names).Except(TestNames()), Is.Empty);
    }

    [TestCase("internals/claims.md", 13)]
    [TestCase("internals/deploy-proof.md", 1)]
    [TestCase("internals/interop.md", 20)]
    [TestCase("internals/s7plus-proof.md", 8)]
    public void Every_test_that_a_page_names_exists(string page, int atLeast)
    {
        // A sentence of a test's name has several words; a key of a map or a method of OPC UA has not.
        var named = Name()
            .Matches(File.ReadAllText(Path.Combine(Repository.Root, "docs", page)))
            .Select(name => name.Groups["name"].Value)
            .Where(name => name.Count(letter => letter == '_') > 3)
            .ToArray();
        Assert.That(named, Has.Length.AtLeast(atLeast));
        Assert.That(named.Except(TestNames()), Is.Empty);
    }

    [Test]
    public void Every_row_of_the_readmes_comparison_links_to_what_proves_it()
    {
        var rows = File.ReadLines(Path.Combine(Repository.Root, "README.md"))
            .SkipWhile(line => line != "## What you get")
            .Skip(1)
            .TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal))
            .Where(line => line.StartsWith("| ", StringComparison.Ordinal))
            .Skip(1)
            .Select(line => line.Split('|')[2])
            .ToArray();
        Assert.That(rows, Has.Length.GreaterThan(6).And.All.Match(@"\]\([^)]+\)"));
    }

    private static HashSet<string> TestNames() =>
        Directory
            .EnumerateFiles(Path.Combine(Repository.Root, "tests"), "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Split(Path.DirectorySeparatorChar).Intersect(["bin", "obj", "node_modules"]).Any())
            .SelectMany(file => TestMethod().Matches(File.ReadAllText(file)).Select(method => method.Groups["name"].Value))
            .ToHashSet();

    [GeneratedRegex(@"^\| (?<number>\d+) \|.*\|(?<tests>[^|]*)\|$")]
    private static partial Regex Row();

    [GeneratedRegex(@"`(?<name>\w+)`")]
    private static partial Regex Name();

    [GeneratedRegex(@"public (?:(?:async )?Task|void|bool|Property) (?<name>\w+)\(")]
    private static partial Regex TestMethod();
}
