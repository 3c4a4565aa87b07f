namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Source files stay readable: lines of 160 columns at most, files of 300 lines at most. Generated files are left out.</summary>
public sealed class SourceFileTests
{
    private const int MaxColumns = 160;
    private const int MaxLines = 300;

    private static readonly (string Path, string[] Lines)[] Files =
    [
        .. new[] { "src", "tests", "tools" }
            .SelectMany(static folder =>
                Directory.EnumerateFiles(Path.Combine(Repository.Root, folder), "*.cs", SearchOption.AllDirectories)
            )
            .Where(static path => !path.EndsWith(".g.cs", StringComparison.Ordinal))
            .Select(static path => (Path: Path.GetRelativePath(Repository.Root, path).Replace('\\', '/'), Lines: File.ReadAllLines(path)))
            .Where(static file =>
                !file.Path.Contains("/obj/", StringComparison.Ordinal) && !file.Path.Contains("/bin/", StringComparison.Ordinal)
            ),
    ];

    [Test]
    public void No_line_is_longer_than_160_columns_but_the_texts_of_others_in_raw_literals()
    {
        Assert.That(Files, Has.Length.GreaterThan(1000), "the files are read");
        Assert.That(Files.SelectMany(static file => LongLines(file.Path, file.Lines)), Is.Empty);
    }

    [Test]
    public void No_file_of_the_program_is_longer_than_300_lines() =>
        Assert.That(
            Files
                .Where(static file => file.Path.StartsWith("src/", StringComparison.Ordinal) && file.Lines.Length > MaxLines)
                .Select(static file => file.Path),
            Is.Empty,
            "there are two concepts in it"
        );

    private static IEnumerable<string> LongLines(string path, string[] lines)
    {
        var isRaw = false;
        for (var i = 0; i < lines.Length; i++)
        {
            var quotes = lines[i].Split("\"\"\"").Length - 1;
            if (lines[i].Length > MaxColumns && !isRaw && quotes == 0)
                yield return $"{path}:{i + 1}";
            isRaw ^= quotes % 2 != 0;
        }
    }
}
