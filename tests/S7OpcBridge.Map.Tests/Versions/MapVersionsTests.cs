using System.Runtime.Versioning;
using System.Text;

namespace S7OpcBridge.Map.Tests.Versions;

/// <summary>Saving a map: whole, in the place of the old one, and never over what somebody else wrote.</summary>
public sealed class MapVersionsTests
{
    private string _folder = null!;
    private string _file = null!;
    private MapVersions _versions = null!;

    [SetUp]
    public void Write()
    {
        _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        _file = Path.Combine(_folder, "map.yaml");
        _versions = new MapVersions(Path.Combine(_folder, "versions"), TimeProvider.System);
        File.WriteAllText(_file, "0");
    }

    [TearDown]
    public void Delete() => Directory.Delete(_folder, recursive: true);

    [Test]
    public async Task A_saved_file_is_whole_and_its_versions_can_be_put_back()
    {
        var first = await Save("0", "1", "anna");
        var second = await Save("1", "2", "bértil/../x");

        Assert.That((first.IsSaved, second.IsSaved, File.ReadAllText(_file)), Is.EqualTo((true, true, "2")));
        var list = _versions.List(_file);
        Assert.That(list.Select(version => version.Author), Is.EqualTo(new[] { "bértil/../x", "anna", "" }));
        Assert.That(_versions.Read(_file, list[2].Id), Is.EqualTo("0"u8.ToArray()));

        var back = await _versions.PutBackAsync(_file, list[2].Id, list[0].Id, "anna", CancellationToken.None);

        Assert.That((back.IsSaved, File.ReadAllText(_file), _versions.List(_file).Count), Is.EqualTo((true, "0", 4)));
    }

    [Test]
    public async Task A_file_that_somebody_else_changed_is_shown_and_not_overwritten()
    {
        File.WriteAllText(_file, "by hand");

        var outcome = await Save("0", "1", "anna");

        Assert.That(outcome.IsSaved, Is.False);
        Assert.That(Encoding.UTF8.GetString(outcome.Conflicts.Single().Bytes.Span), Is.EqualTo("by hand"));
        Assert.That(File.ReadAllText(_file), Is.EqualTo("by hand"));
        Assert.That(Directory.GetFiles(_folder, ".*"), Is.Empty);
    }

    [Test]
    public async Task What_was_written_by_hand_is_kept_as_a_version()
    {
        await Save("0", "1", "anna");
        File.WriteAllText(_file, "by hand");
        await Save("by hand", "2", "anna");

        Assert.That(_versions.List(_file).Select(version => version.Author), Is.EqualTo(new[] { "anna", "", "anna", "" }));
    }

    [Test]
    public async Task Of_many_versions_the_last_twenty_are_kept()
    {
        for (var i = 0; i < 30; i++)
            Assert.That((await Save($"{i}", $"{i + 1}", "anna")).IsSaved);

        Assert.That(_versions.List(_file), Has.Count.EqualTo(MapVersions.Kept + 1));
        Assert.That(_versions.List(_file)[0].Id, Is.EqualTo(MapVersions.VersionOf("30"u8)));
    }

    [Test]
    public async Task Of_writers_at_once_one_wins_and_the_others_hear_of_it()
    {
        var outcomes = await Task.WhenAll(
            Enumerable
                .Range(1, 8)
                .Select(i =>
                    Task.Run(() =>
                        new MapVersions(Path.Combine(_folder, "versions"), TimeProvider.System).SaveAsync(
                            [ToSave("0", $"{i}")],
                            $"{i}",
                            CancellationToken.None
                        )
                    )
                )
        );

        Assert.That(outcomes.Count(outcome => outcome.IsSaved), Is.EqualTo(1));
        Assert.That(
            outcomes.Where(outcome => !outcome.IsSaved).Select(outcome => outcome.Conflicts.Single().Present),
            Is.All.EqualTo(MapVersions.VersionOf(File.ReadAllBytes(_file)))
        );
    }

    [Test, Platform("Linux"), UnsupportedOSPlatform("windows")]
    public async Task Mode_and_link_stay()
    {
        var link = Path.Combine(_folder, "link.yaml");
        File.CreateSymbolicLink(link, "map.yaml");
        File.SetUnixFileMode(_file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite);

        var outcome = await _versions.SaveAsync([ToSave("0", "1") with { File = link }], "anna", CancellationToken.None);

        Assert.That(outcome.Error, Is.Null);
        Assert.That(new FileInfo(link).LinkTarget, Is.EqualTo("map.yaml"));
        Assert.That(File.ReadAllText(_file), Is.EqualTo("1"));
        Assert.That(
            File.GetUnixFileMode(_file),
            Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite)
        );
        Assert.That(_versions.List(link), Is.EqualTo(_versions.List(_file)));
    }

    [Test]
    public async Task Several_files_are_saved_together_or_not_at_all()
    {
        var other = Path.Combine(_folder, "other.csv");
        File.WriteAllText(other, "x");

        var outcome = await _versions.SaveAsync(
            [ToSave("0", "1"), new FileToSave(other, MapVersions.VersionOf("y"u8), "z"u8.ToArray())],
            "anna",
            CancellationToken.None
        );

        Assert.That((outcome.IsSaved, File.ReadAllText(_file), File.ReadAllText(other)), Is.EqualTo((false, "0", "x")));
    }

    [Test, Platform("Linux"), UnsupportedOSPlatform("windows")]
    public void A_file_that_cannot_be_edited_says_why()
    {
        Assert.That(EditAccess.WhyNot(_file), Is.Null);
        Assert.That(EditAccess.WhyNot(Path.Combine(_folder, "none.yaml")), Does.Contain("no file"));
        Assert.That(EditAccess.WhyNot(_folder), Does.Contain("is a folder"));
        if (Environment.IsPrivilegedProcess)
            return;
        File.SetUnixFileMode(_file, UnixFileMode.UserRead);
        Assert.That(EditAccess.WhyNot(_file), Does.Contain("read-only"));
    }

    [TestCase("", "", "")]
    [TestCase("a\n", "a\n", "")]
    [TestCase("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\nX\nf\ng\nh\n", "--- f\n+++ f\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n")]
    [TestCase("a\n", "a\nb\n", "--- f\n+++ f\n@@ -1,1 +1,2 @@\n a\n+b\n")]
    [TestCase("a\nb\n", "b\n", "--- f\n+++ f\n@@ -1,2 +1,1 @@\n-a\n b\n")]
    public void A_diff_shows_the_lines_that_differ(string old, string @new, string diff) =>
        Assert.That(TextDiff.Unified("f", old, @new, 100), Is.EqualTo(diff));

    [FsCheck.NUnit.Property]
    public void A_diff_leads_from_the_old_lines_to_the_new_ones(byte[] old, byte[] @new)
    {
        static string Text(byte[] lines) => string.Concat(lines.Select(line => $"{line % 4}\n"));
        var (lines, isCut) = TextDiff.Of(Text(old), Text(@new), 1_000_000);
        var (before, after) = (old.Select(line => $"{line % 4}").ToList(), @new.Select(line => $"{line % 4}").ToList());

        Assert.That(isCut, Is.False);
        foreach (var line in lines.Where(line => line.Sign != '@'))
        {
            Assert.That(line.Sign == '+' || before[line.Old - 1] == line.Text);
            Assert.That(line.Sign == '-' || after[line.New - 1] == line.Text);
        }
        var made = before.ToList();
        foreach (var gone in lines.Where(line => line.Sign == '-').Reverse())
            made.RemoveAt(gone.Old - 1);
        foreach (var come in lines.Where(line => line.Sign == '+'))
            made.Insert(come.New - 1, come.Text);
        Assert.That(made, Is.EqualTo(after));
    }

    private Task<SaveOutcome> Save(string old, string @new, string author) =>
        _versions.SaveAsync([ToSave(old, @new)], author, CancellationToken.None);

    private FileToSave ToSave(string old, string @new) =>
        new(_file, MapVersions.VersionOf(Encoding.UTF8.GetBytes(old)), Encoding.UTF8.GetBytes(@new));
}
