using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Paper must not drift from code: what the documents link to has to be there.</summary>
[TestFixture]
public sealed partial class LinkTests
{
    private const string Walks = "docs/internals/walks.md";

    private static IEnumerable<string> Documents() =>
        new[] { "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md" }.Concat(
            new[] { "docs", "deploy", "certs", "tools" }
                .SelectMany(folder => Directory.EnumerateFiles(Path.Combine(Repository.Root, folder), "*.md", SearchOption.AllDirectories))
                .Select(file => Path.GetRelativePath(Repository.Root, file))
        );

    [TestCaseSource(nameof(Documents))]
    public void Every_file_that_a_document_links_to_exists(string document)
    {
        var path = Path.Combine(Repository.Root, document);
        var broken = Link()
            .Matches(File.ReadAllText(path))
            .Select(match => match.Groups[1].Value)
            .Where(target => !target.Contains("://", StringComparison.Ordinal) && !target.StartsWith('#'))
            .Where(target => !Path.Exists(Path.Combine(Path.GetDirectoryName(path)!, target.Split('#')[0])));
        Assert.That(broken, Is.Empty);
    }

    [TestCaseSource(nameof(Documents))]
    public void Every_heading_that_a_document_links_to_exists(string document)
    {
        var path = Path.Combine(Repository.Root, document);
        var broken = Link()
            .Matches(File.ReadAllText(path))
            .Select(match => match.Groups[1].Value.Split('#'))
            .Where(target => target is [var file, _] && !file.Contains("://", StringComparison.Ordinal))
            .Select(target =>
                (File: target[0].Length == 0 ? path : Path.Combine(Path.GetDirectoryName(path)!, target[0]), Anchor: target[1])
            )
            .Where(target => target.File.EndsWith(".md", StringComparison.Ordinal) && !AnchorsOf(target.File).Contains(target.Anchor));
        Assert.That(broken, Is.Empty);
    }

    [TestCaseSource(nameof(Documents))]
    public void A_fence_begins_its_line(string document) =>
        Assert.That(File.ReadAllLines(Path.Combine(Repository.Root, document)), Has.None.Match("^.*\\S.*```"));

    [TestCase("ARCHITECTURE.md", 20)]
    [TestCase(Walks, 70)]
    [TestCase("docs/internals/where.md", 50)]
    public void Every_code_file_that_a_journey_names_declares_what_the_link_says(string document, int atLeast)
    {
        var links = CodeLink().Matches(File.ReadAllText(Path.Combine(Repository.Root, document)));
        Assert.That(links, Has.Count.GreaterThan(atLeast));
        foreach (Match link in links)
            Assert.That(
                File.ReadAllText(Path.Combine(Repository.Root, link.Groups[3].Value)),
                Does.Match($@"\b(class|record|struct|interface)\s+{link.Groups[1].Value}\b"),
                link.Value
            );
    }

    [Test]
    public void Every_method_that_the_walks_name_is_declared_in_its_file()
    {
        var links = CodeLink()
            .Matches(File.ReadAllText(Path.Combine(Repository.Root, Walks)))
            .Where(link => link.Groups[2].Success)
            .ToList();
        Assert.That(links, Has.Count.GreaterThan(70));
        foreach (var link in links)
        {
            var declaration =
                $@"(?m)^\s+((public|internal|protected|private|static|async|override|abstract|ref) )+[\w<>\[\]?,. ]+ {link.Groups[2].Value}(<\w+>)?\(";
            Assert.That(File.ReadAllText(Path.Combine(Repository.Root, link.Groups[3].Value)), Does.Match(declaration), link.Value);
        }
    }

    // As GitHub makes them: the text of the heading without links, in small letters, blanks as hyphens, all other signs left out.
    private static IEnumerable<string> AnchorsOf(string path) =>
        Heading()
            .Matches(Fence().Replace(File.ReadAllText(path), ""))
            .Select(heading =>
                Sign().Replace(LinkedText().Replace(heading.Groups[1].Value, "$1").Trim().ToLowerInvariant(), "").Replace(' ', '-')
            );

    [GeneratedRegex(@"(?ms)^```.*?^```")]
    private static partial Regex Fence();

    [GeneratedRegex(@"(?m)^#+ (.*)$")]
    private static partial Regex Heading();

    [GeneratedRegex(@"\[([^\]]*)\]\([^)]*\)")]
    private static partial Regex LinkedText();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex Sign();

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\[`(\w+)(?:\.(\w+))?`\]\((?:\.\./)*(src/[^)]+\.cs)\)")]
    private static partial Regex CodeLink();
}
