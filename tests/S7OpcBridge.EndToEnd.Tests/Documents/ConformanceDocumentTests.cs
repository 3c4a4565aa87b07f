using System.Text;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The middle of docs/internals/conformance.md is made from the <c>[ConformanceUnit]</c> attributes of all test projects. After a change of tests:
/// <c>WRITE_DOCS=1 dotnet test tests/S7OpcBridge.EndToEnd.Tests --filter ConformanceDocument</c>.
/// </summary>
public sealed partial class ConformanceDocumentTests
{
    private const string Begin = "<!-- begin: made by ConformanceDocumentTests -->\n",
        End = "<!-- end -->\n";

    private static readonly string Document = Path.Combine(Repository.Root, "docs", "internals", "conformance.md");

    [Test]
    public void The_document_lists_what_the_tests_prove()
    {
        var text = File.ReadAllText(Document);
        var (start, end) = (text.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length, text.IndexOf(End, StringComparison.Ordinal));
        var made = Render(Tests());
        if (Environment.GetEnvironmentVariable("WRITE_DOCS") == "1")
            File.WriteAllText(Document, text[..start] + made + text[end..]);
        else
            Assert.That(
                text[start..end],
                Is.EqualTo(made),
                "docs/internals/conformance.md is older than the tests: run this test with WRITE_DOCS=1"
            );
    }

    [Test]
    public void Every_unit_has_a_test_or_a_reason_and_never_both()
    {
        var tests = Tests();
        var units = ConformanceProfile.Facets.SelectMany(facet => facet.Units).ToArray();
        Assert.That(units.Select(unit => unit.Title), Is.Unique);
        Assert.That(units.Where(unit => tests.Contains(unit.Title) == unit.WhyNot is not null).Select(unit => unit.Title), Is.Empty);
        Assert.That(
            tests.Select(test => test.Key).Except(units.Select(unit => unit.Title)),
            Is.Empty,
            "units that no facet has: a misspelt title?"
        );
    }

    [Test]
    public void The_profile_that_the_server_claims_has_no_gap()
    {
        var claimed = new OpcUa.Server.InformationModel.ServerFacts { ApplicationUri = "urn:x", StartTime = 0 }.Profiles.Single();
        var gaps = ConformanceProfile
            .Facets.Where(facet => facet.IsInProfile)
            .SelectMany(facet => facet.Units)
            .Where(unit => unit is { IsOptional: false, WhyNot: not null });
        Assert.That(claimed, Does.EndWith("/StandardUA2017"));
        Assert.That(gaps.Select(unit => unit.Title), Is.Empty, "a mandatory unit without a test: claim a smaller profile");
    }

    private static ILookup<string, (string Project, string Test)> Tests() =>
        Directory
            .EnumerateFiles(Path.Combine(Repository.Root, "tests"), "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Split(Path.DirectorySeparatorChar).Intersect(["bin", "obj", "node_modules"]).Any())
            .SelectMany(file =>
                Marked()
                    .Matches(File.ReadAllText(file))
                    .SelectMany(test =>
                        test.Groups["unit"]
                            .Captures.Select(unit =>
                                (
                                    Unit: unit.Value,
                                    Project: Path.GetRelativePath(Path.Combine(Repository.Root, "tests"), file)
                                        .Split(Path.DirectorySeparatorChar)[0],
                                    Test: test.Groups["name"].Value
                                )
                            )
                    )
            )
            .OrderBy(row => row.Project, StringComparer.Ordinal)
            .ThenBy(row => row.Test, StringComparer.Ordinal)
            .ToLookup(row => row.Unit, row => (row.Project["S7OpcBridge.".Length..], row.Test));

    private static string Render(ILookup<string, (string Project, string Test)> tests)
    {
        var units = ConformanceProfile.Facets.Where(facet => facet.IsInProfile).SelectMany(facet => facet.Units).ToArray();
        var text = new StringBuilder();
        Line(
            $"Of the {units.Length} units of the profile {units.Count(unit => tests.Contains(unit.Title))} have tests"
                + $" ({tests.SelectMany(unit => unit).Distinct().Count()} tests in all, those beyond the profile included).\n"
        );
        foreach (var facet in ConformanceProfile.Facets)
        {
            Line($"### {facet.Title}{(facet.IsInProfile ? "" : " (beyond the profile)")}\n");
            Line("| unit | tests |\n|---|---|");
            foreach (var unit in facet.Units)
                Line(
                    $"| {unit.Title}{(unit.IsOptional ? " (optional)" : "")} | {unit.WhyNot switch
                {
                    null => string.Join("<br>", tests[unit.Title].Select(test => $"{test.Project}: `{test.Test}`")),
                    var why => $"{(unit.IsOptional ? "not offered" : "**not covered**")}: {why}",
                }} |"
                );
            Line("");
        }

        return text.ToString();

        void Line(string line) => text.Append(line).Append('\n');
    }

    // The attributes stand directly before their test; a test case or another attribute may stand between.
    [GeneratedRegex(
        @"(?:\[ConformanceUnit\(""(?<unit>[^""]+)""\)\]\s*(?:\[(?!ConformanceUnit)[^\n]*\]\s*)*)+"
            + @"public (?:static )?(?:async )?(?:Task|void|bool|Property) (?<name>\w+)\("
    )]
    private static partial Regex Marked();
}
