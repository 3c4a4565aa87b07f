namespace S7OpcBridge.Import.Tests;

public sealed class MapMergeTests
{
    private const string Imported =
        "plcs:\n  - name: Line1\n    host: TODO\n    tags:\n      A: M0.0 Bool\n      B: MW2 Int\n      C: MW4 Int\n      D: MW6 Int\n";

    [Test]
    public void What_people_changed_stays_and_what_the_source_changed_comes()
    {
        var map = Imported.Replace("host: TODO", "host: 10.0.0.5").Replace("B: MW2 Int", "B: MW2 Int, rpm");
        var next = Imported.Replace("D: MW6 Int\n", "D: MW6 Int\n      E: MW8 Int\n").Replace("      A: M0.0 Bool\n", "");
        var merged = MapMerge.Merge(Imported, map, next, out var conflicts);
        Assert.That(
            merged,
            Is.EqualTo(
                "plcs:\n  - name: Line1\n    host: 10.0.0.5\n    tags:\n      B: MW2 Int, rpm\n      C: MW4 Int\n      D: MW6 Int\n      E: MW8 Int\n"
            )
        );
        Assert.That(conflicts, Is.Empty);
    }

    [Test]
    public void Where_both_changed_the_map_keeps_its_line_and_says_where()
    {
        var merged = MapMerge.Merge(
            Imported,
            Imported.Replace("MW4 Int", "MW4 Word"),
            Imported.Replace("MW4 Int", "MW40 Int"),
            out var conflicts
        );
        Assert.That(merged, Does.Contain("C: MW4 Word").And.Not.Contain("MW40"));
        Assert.That(conflicts, Is.EqualTo(new[] { 7 }));
    }

    [FsCheck.NUnit.Property]
    public bool Without_changes_of_people_the_result_is_the_new_import(byte[] before, byte[] after)
    {
        var (old, next) = (Lines(before), Lines(after));
        return MapMerge.Merge(old, old, next, out var conflicts) == next && conflicts.Count == 0;
    }

    [FsCheck.NUnit.Property]
    public bool Without_changes_of_the_source_the_map_stays_as_it_is(byte[] before, byte[] after)
    {
        var (old, map) = (Lines(before), Lines(after));
        return MapMerge.Merge(old, map, old, out var conflicts) == map && conflicts.Count == 0;
    }

    // Few different lines, so that many are equal.
    private static string Lines(byte[]? bytes) => string.Join('\n', (bytes ?? []).Select(b => b % 7));
}
