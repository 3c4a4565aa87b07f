using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Files name only documents that are in the repository, and headings that these documents have.</summary>
public sealed partial class DocumentMentionTests
{
    private static readonly string[] Ignored = [".git", ".vs", "bin", "obj", "node_modules", "TestResults", "artifacts"];
    private static readonly string[] Texts =
    [
        ".md",
        ".cs",
        ".csproj",
        ".props",
        ".js",
        ".yaml",
        ".yml",
        ".json",
        ".service",
        ".sh",
        ".html",
        ".css",
        ".txt",
        ".tpl",
        "",
    ];
    private static readonly (string Path, string Text)[] Files =
    [
        .. Walk(Repository.Root)
            .Select(static path => (Path.GetRelativePath(Repository.Root, path).Replace('\\', '/'), File.ReadAllText(path))),
    ];
    private static readonly string[] Documents =
    [
        .. Files.Select(static file => file.Path).Where(static path => path.EndsWith(".md", StringComparison.Ordinal)),
    ];

    [Test]
    public void Every_document_that_a_file_names_is_in_the_repository()
    {
        var mentions = Files
            .SelectMany(static file => Mention().Matches(file.Text).Select(match => (file.Path, Name: match.Value)))
            .Where(static mention => !mention.Name.Contains("://", StringComparison.Ordinal))
            .ToArray();
        Assert.That(mentions, Has.Length.GreaterThan(100), "the files are read");
        var missing = mentions
            .Where(static mention => !IsThere(DocumentName().Match(mention.Name).Value) && !IsInScriptsFolder(mention.Name))
            .Select(static mention => $"{mention.Path}: {mention.Name}");
        Assert.That(missing, Is.Empty);
    }

    [Test]
    public void No_file_names_the_plan_that_the_program_was_built_by() =>
        Assert.That(
            Files.Where(static file => Plan().IsMatch(file.Text)).Select(static file => file.Path),
            Is.Empty,
            "the plan is not in the repository: name a document that is"
        );

    [Test]
    public void Every_heading_that_a_link_leads_to_exists()
    {
        var links = Files
            .Where(static file => file.Path.EndsWith(".md", StringComparison.Ordinal))
            .SelectMany(static file => Anchor().Matches(file.Text).Select(match => (file.Path, Link: match)))
            .ToArray();
        Assert.That(links, Has.Length.GreaterThan(5));
        var missing = links
            .Where(static link => !AnchorsOf(link.Path, link.Link.Groups["file"].Value).Contains(link.Link.Groups["anchor"].Value))
            .Select(static link => $"{link.Path}: {link.Link.Value}");
        Assert.That(missing, Is.Empty);
    }

    private static bool IsThere(string name)
    {
        while (name.StartsWith("../", StringComparison.Ordinal) || name.StartsWith("./", StringComparison.Ordinal))
            name = name[(name.IndexOf('/', StringComparison.Ordinal) + 1)..];
        return Documents.Any(document => document == name || document.EndsWith("/" + name, StringComparison.Ordinal));
    }

    // A script names a folder by a variable; the document in it is one of the repository.
    private static bool IsInScriptsFolder(string name) => name.Contains('$', StringComparison.Ordinal) && IsThere(Path.GetFileName(name));

    private static HashSet<string> AnchorsOf(string from, string file)
    {
        var path =
            file.Length == 0 ? Path.Combine(Repository.Root, from) : Path.Combine(Repository.Root, Path.GetDirectoryName(from)!, file);
        return File.Exists(path)
            ?
            [
                .. Heading()
                    .Matches(File.ReadAllText(path))
                    .Select(static heading => NoLetter().Replace(heading.Groups[1].Value.Trim().ToLowerInvariant(), "").Replace(' ', '-')),
            ]
            : [];
    }

    private static IEnumerable<string> Walk(string folder) =>
        Directory
            .EnumerateFiles(folder)
            .Where(static file => Texts.Contains(Path.GetExtension(file)) && Path.GetFileName(file) != $"{nameof(DocumentMentionTests)}.cs")
            .Concat(
                Directory.EnumerateDirectories(folder).Where(static inner => !Ignored.Contains(Path.GetFileName(inner))).SelectMany(Walk)
            );

    /// <summary>A word that ends like a document, with all that belongs to its URL.</summary>
    [GeneratedRegex(@"[^\s""'`<>()\[\]|,;]*\w\.md\b")]
    private static partial Regex Mention();

    [GeneratedRegex(@"[\w./-]+$")]
    private static partial Regex DocumentName();

    [GeneratedRegex(@"\bDESIGN\b")]
    private static partial Regex Plan();

    [GeneratedRegex(@"\]\((?<file>(?![^)\s]*://)[^)#\s]*)#(?<anchor>[^)\s]+)\)")]
    private static partial Regex Anchor();

    [GeneratedRegex(@"^#+ (.+)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NoLetter();
}
