using System.Globalization;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The ids of log messages, by which people filter.</summary>
public sealed partial class EventIdTests
{
    private static readonly (int Id, string File)[] Ids =
    [
        .. Directory
            .EnumerateFiles(Path.Combine(Repository.Root, "src"), "*.cs", SearchOption.AllDirectories)
            .Where(static file =>
                !file.Contains($"{Path.DirectorySeparatorChar}obj{Path.DirectorySeparatorChar}", StringComparison.Ordinal)
            )
            .SelectMany(static file =>
                Message()
                    .Matches(File.ReadAllText(file))
                    .Select(id => (int.Parse(id.Groups[1].Value, CultureInfo.InvariantCulture), Path.GetFileName(file)))
            ),
    ];

    [Test]
    public void An_event_id_means_one_thing()
    {
        Assert.That(Ids, Has.Length.GreaterThan(50));
        Assert.That(
            Ids.GroupBy(static entry => entry.Id)
                .Where(static group => group.Count() > 1)
                .Select(static group => $"{group.Key}: {string.Join(", ", group.Select(static e => e.File))}"),
            Is.Empty
        );
    }

    [Test]
    public void Every_event_id_stands_in_the_table_of_its_file()
    {
        var rows = File.ReadLines(Path.Combine(Repository.Root, "docs", "internals", "event-ids.md"))
            .Select(static line => Row().Match(line))
            .Where(static row => row.Success)
            .Select(static row =>
                (
                    From: int.Parse(row.Groups[1].Value, CultureInfo.InvariantCulture),
                    To: int.Parse(row.Groups[2].Value, CultureInfo.InvariantCulture),
                    Files: row.Groups[3].Value
                )
            )
            .ToArray();
        var without = Ids.Where(entry =>
            !rows.Any(row => row.From <= entry.Id && entry.Id <= row.To && row.Files.Contains($"`{entry.File}`", StringComparison.Ordinal))
        );
        Assert.That(without, Is.Empty);
    }

    [GeneratedRegex(@"\[LoggerMessage\((?:EventId = )?(\d+)")]
    private static partial Regex Message();

    [GeneratedRegex(@"^\| (\d+)–(\d+) \| [^|]+ \| ([^|]+) \|")]
    private static partial Regex Row();
}
