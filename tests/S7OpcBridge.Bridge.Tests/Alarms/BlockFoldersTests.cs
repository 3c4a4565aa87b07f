using S7OpcBridge.Bridge.Alarms;
using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Tests.Alarms;

/// <summary>Which folder of a map an alarm of a data block is about.</summary>
public sealed class BlockFoldersTests
{
    [Test]
    public void A_folder_is_a_blocks_where_it_has_all_its_tags_and_none_of_another()
    {
        var map = MapOf(
            ("Motor/Speed", "\"Motor_DB\".Speed"),
            ("Motor/State/On", "\"Motor_DB\".State.On"),
            ("Tank/Level", "\"Tank_DB\".Level"),
            ("Tank/Valve/Open", "\"Valve_DB\".Open"),
            ("Both/A", "\"Torn\".A"),
            ("Elsewhere/B", "\"Torn\".B"),
            ("Flat", "\"Flat\".A"),
            ("Mark", "\"Motor_On\"")
        );
        Assert.That(
            BlockFolders.Find(map, 0),
            Is.EquivalentTo(new Dictionary<string, string> { ["Motor_DB"] = "Motor", ["Valve_DB"] = "Tank/Valve" })
        );
    }

    private static TagMap MapOf(params (string Name, string Symbol)[] tags) =>
        Maps.Of([.. tags.Select(static tag => ("Line1", tag.Name, "Int", (TagDetails?)new TagDetails { Symbol = tag.Symbol }))]);
}
