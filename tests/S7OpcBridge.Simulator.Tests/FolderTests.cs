using S7OpcBridge.Testing;

namespace S7OpcBridge.Simulator.Tests;

/// <summary>Folders of the room depend one way, and a namespace tells the folder of what is internal.</summary>
public sealed class FolderTests
{
    private static readonly RoomFolders Room = RoomFolders.Of("S7OpcBridge.Simulator");

    [Test]
    public void No_two_folders_need_each_other() => Assert.That(Room.TwoWayPairs(), Is.Empty);

    [Test]
    public void Internal_types_have_the_namespace_of_their_folder_and_public_ones_that_of_the_room() => Assert.That(Room.WrongNamespaces(), Is.Empty);
}
