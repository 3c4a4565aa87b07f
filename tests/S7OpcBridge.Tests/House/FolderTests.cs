using System.Runtime.CompilerServices;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Tests.House;

/// <summary>Folders of every room depend one way, and a namespace tells the folder of what is internal.</summary>
[TestFixtureSource(nameof(Rooms))]
public sealed class FolderTests(string room)
{
    private readonly RoomFolders _room = RoomFolders.Of(room);

    [Test]
    public void No_folders_need_each_other_in_a_circle() => Assert.That(_room.Circles(), Is.Empty);

    [Test]
    public void Internal_types_have_the_namespace_of_their_folder_and_public_ones_that_of_the_room() =>
        Assert.That(_room.WrongNamespaces(), Is.Empty);

    private static IEnumerable<string> Rooms() =>
        Directory
            .EnumerateFiles(SourceRoot(), "*.csproj", SearchOption.AllDirectories)
            .Select(Path.GetFileNameWithoutExtension)
            .OfType<string>()
            .Order();

    private static string SourceRoot([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "../../../src"));
}
