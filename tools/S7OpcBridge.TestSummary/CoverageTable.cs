using System.Globalization;

namespace S7OpcBridge.TestSummary;

/// <summary>A table (Markdown) of the rooms: how much of each its own tests run, and how much all tests do.</summary>
internal static class CoverageTable
{
    /// <summary>Reads what <c>.ci/coverage</c> wrote.</summary>
    /// <param name="folder">Has a folder for each test project, by its name, with files of coverage at any depth.</param>
    /// <returns>Lines of the table.</returns>
    /// <exception cref="System.Xml.XmlException">A file is not whole.</exception>
    public static IEnumerable<string> Of(string folder)
    {
        var own = Directory
            .GetDirectories(folder)
            .ToDictionary(static tests => Path.GetFileName(tests), CoverageFiles.Below, StringComparer.OrdinalIgnoreCase);
        yield return "| room | lines | run by its own tests | by all | branches | taken by its own tests | by all |";
        yield return "|---|---|---|---|---|---|---|";
        foreach (var room in CoverageFiles.Below(folder))
        {
            var mine = own.GetValueOrDefault($"{room.Room}.Tests")?.FirstOrDefault(each => each.Room == room.Room);
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"| {room.Room} | {room.Lines} | {Percent(mine?.LinePercent)} | {Percent(room.LinePercent)} "
                    + $"| {room.Branches} | {Percent(mine?.BranchPercent)} | {Percent(room.BranchPercent)} |"
            );
        }
    }

    private static string Percent(double? percent) =>
        percent is { } known ? string.Create(CultureInfo.InvariantCulture, $"{known:0.0} %") : "-";
}
