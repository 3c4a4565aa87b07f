using S7OpcBridge.Reload;

namespace S7OpcBridge.Tests;

/// <summary>What counts as a changed file.</summary>
public sealed class MapFilesTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void A_file_that_stands_is_no_change_and_one_that_is_written_replaced_made_or_removed_is()
    {
        var files = Watch(Write("map.yaml", "one"), PathOf("not-there.csv"));
        Assert.That(files.Poll(), Is.False);

        Write("map.yaml", "longer");
        Assert.That((files.Poll(), files.Poll()), Is.EqualTo((true, false)));

        File.Move(Write("new.yaml", "shorts", hour: 5), PathOf("map.yaml"), overwrite: true);
        Assert.That((files.Poll(), files.Poll()), Is.EqualTo((true, false)), "replaced, as editors do");

        Write("not-there.csv", "");
        Assert.That((files.Poll(), files.Poll()), Is.EqualTo((true, false)));

        File.Delete(PathOf("map.yaml"));
        Assert.That((files.Poll(), files.Poll()), Is.EqualTo((true, false)));
    }

    [Test]
    public void A_map_file_that_is_added_to_a_watched_folder_or_removed_is_a_change_and_no_other_file()
    {
        Write("plcs/a.yaml", "a");
        var files = Watch(PathOf("plcs"));
        Write("plcs/.a.yaml.swp", "x");
        Write("plcs/notes.txt", "x");
        Assert.That(files.Poll(), Is.False);

        Write("plcs/b.yaml", "b");
        Assert.That((files.Poll(), files.Poll()), Is.EqualTo((true, false)));

        File.Delete(PathOf("plcs/a.yaml"));
        Assert.That((files.Poll(), files.Poll()), Is.EqualTo((true, false)));
    }

    [Test, Platform(Exclude = "Win")]
    public void A_link_that_leads_elsewhere_is_a_change_be_it_of_the_file_or_of_a_folder_on_its_way()
    {
        Write("one/map.yaml", "same");
        Write("two/map.yaml", "same");
        Directory.CreateSymbolicLink(PathOf("data"), "one");
        File.CreateSymbolicLink(PathOf("map.yaml"), Path.Combine("data", "map.yaml"));
        Directory.CreateSymbolicLink(PathOf("mount"), ".");
        var (linked, mounted) = (Watch(PathOf("map.yaml")), Watch(PathOf("mount/data/map.yaml")));
        Assert.That((linked.Poll(), mounted.Poll()), Is.EqualTo((false, false)));

        Directory.Delete(PathOf("data"));
        Directory.CreateSymbolicLink(PathOf("data"), "two");

        Assert.That((linked.Poll(), mounted.Poll()), Is.EqualTo((true, true)));
        Assert.That((linked.Poll(), mounted.Poll()), Is.EqualTo((false, false)));
    }

    private static MapFilePolling Watch(params string[] paths)
    {
        var files = new MapFilePolling();
        files.Watch(paths);
        return files;
    }

    // All at the same moment unless said otherwise: some file systems count seconds.
    private string Write(string name, string text, int hour = 1)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(name))!);
        File.WriteAllText(PathOf(name), text);
        File.SetLastWriteTimeUtc(PathOf(name), new DateTime(2026, 1, 1, hour, 0, 0, DateTimeKind.Utc));
        return PathOf(name);
    }

    private string PathOf(string name) => Path.Combine(_folder, name);
}
