using System.Text.RegularExpressions;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Import.Tests;

/// <summary>How the folders of the room lean on each other.</summary>
public sealed class FolderTests
{
    private static readonly string Room = Repository.PathOf("src/S7OpcBridge.Import");

    [Test]
    public void Folders_depend_one_way()
    {
        var needs = Sources()
            .GroupBy(FolderOf)
            .ToDictionary(files => files.Key, files => files.SelectMany(Uses).Where(other => other != files.Key).ToHashSet());
        var known = new HashSet<string>(needs.Keys);
        while (known.RemoveWhere(folder => !needs[folder].Overlaps(known)) > 0)
        {
        }
        Assert.That(known, Is.Empty, "these folders need each other");
    }

    [Test]
    public void Internal_types_have_the_namespace_of_their_folder_and_public_ones_that_of_the_room()
    {
        foreach (var file in Sources())
        {
            var text = File.ReadAllText(file);
            var isPublic = Regex.IsMatch(text, @"^public ", RegexOptions.Multiline);
            var folder = FolderOf(file);
            var expected = "namespace S7OpcBridge.Import" + (isPublic || folder.Length == 0 ? "" : "." + folder) + ";";
            Assert.That(text, Does.Contain(expected), file);
        }
    }

    private static IEnumerable<string> Sources() =>
        Directory.EnumerateFiles(Room, "*.cs", SearchOption.AllDirectories).Where(file => FolderOf(file) is not ("obj" or "bin"));

    private static string FolderOf(string file) => Path.GetDirectoryName(Path.GetRelativePath(Room, file))!.Split(Path.DirectorySeparatorChar)[0];

    private static IEnumerable<string> Uses(string file) =>
        Regex.Matches(File.ReadAllText(file), @"^using S7OpcBridge\.Import\.(\w+);", RegexOptions.Multiline).Select(match => match.Groups[1].Value);
}
