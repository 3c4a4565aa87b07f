using S7OpcBridge.Testing;

namespace S7OpcBridge.History.Tests;

internal sealed class FolderTests
{
    private static readonly RoomFolders Room = RoomFolders.Of("S7OpcBridge.History");

    [Test]
    public void Folders_depend_one_way() => Assert.That(Room.TwoWayPairs(), Is.Empty);

    [Test]
    public void A_namespace_tells_the_folder_of_what_is_internal() => Assert.That(Room.WrongNamespaces(), Is.Empty);
}
