using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Where a tag comes from, as properties of its variable.</summary>
public sealed class TagSourceTests
{
    [Test]
    public void A_tag_shows_its_address_its_data_block_and_its_type()
    {
        var space = Space(
            new TagList()
                .Class("fast", 100)
                .Tag("Motor/Speed", "DB10.DBD4", "Real", new TagDetails { Unit = "rpm" })
                .Tag("Motor/Name", "DB10.DBB20", "String[8]")
                .Tag("Ready", "M4.1", "Bool")
        );
        Assert.That(
            PropertiesOf(space, 0),
            Is.EqualTo(
                new (ushort, string, object?)[]
                {
                    (0, "EngineeringUnits", null),
                    (2, "S7Address", "DB10.DBD4"),
                    (2, "S7DataBlock", 10L),
                    (2, "S7Type", "Real"),
                }
            )
        );
        Assert.That(
            PropertiesOf(space, 1).Select(static property => property.Value),
            Is.EqualTo(new object[] { "DB10.DBB20", 10L, "String[8]" })
        );
        Assert.That(PropertiesOf(space, 2).Select(static property => property.Value), Is.EqualTo(new object[] { "M4.1", "Bool" }));
    }

    [Test]
    public void A_tag_with_a_symbol_shows_the_symbol_and_its_type_when_the_CPU_has_told_it()
    {
        var map = new TagList().Class("fast", 100).Tag("Speed", "DB1.DBD0", "Real", new TagDetails { Symbol = "\"Drive\".Speed" });
        Assert.That(
            PropertiesOf(Space(map), 0).Select(static property => (property.Name, property.Value)),
            Is.EqualTo(new[] { ("S7Symbol", (object?)"\"Drive\".Speed"), ("S7Type", "Real") })
        );
    }

    [Test]
    public void The_properties_are_nodes_with_ids_of_their_own_and_know_their_tag()
    {
        var space = Space(
            new TagList()
                .Class("fast", 100)
                .Tag("Motor/Speed", "DB10.DBD4", "Real")
                .Tag("Other", "MW2", "Int", new TagDetails { NodeId = "own id" })
        );
        foreach (var (id, tag) in new[] { ("Line1/Motor/Speed/S7Address", 0), ("own id/S7Type", 1) })
        {
            var node = Find(space, id);
            Assert.That((node >= 0, space.IdOf(Math.Max(0, node)).Identifier), Is.EqualTo((true, (object)id)));
            Assert.That(
                (space.ClassOf(node), space.TypeDefinitionOf(node), space.VariableOf(node)),
                Is.EqualTo((NodeClass.Variable, Ids.PropertyType, -1))
            );
            var references = new NodeReference[4];
            Assert.That(
                references[..space.References(node, 0, references)],
                Is.EqualTo(new[] { new NodeReference(Ids.HasProperty, false, NodeHandle.Own(tag)) })
            );
            foreach (
                var attribute in new[] { AttributeId.DataType, AttributeId.ValueRank, AttributeId.AccessLevel, AttributeId.Description }
            )
                Assert.That(space.Read(node, attribute, out _).IsGood, $"{id} {attribute}");
            Assert.That(space.Read(node, AttributeId.EventNotifier, out _).IsGood, Is.False);
        }
        foreach (
            var id in new[]
            {
                "Line1/Motor/Speed/S7Symbol",
                "own id/S7DataBlock",
                "Line1/Motor/S7Type",
                "S7Type",
                "/S7Type",
                "Line1/S7Address",
                "",
            }
        )
            Assert.That(Find(space, id), Is.EqualTo(-1), id);
    }

    [Test]
    public void A_reload_finds_them_again_under_their_ids()
    {
        var before = Space(new TagList().Class("fast", 100).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int"));
        var after = Space(new TagList().Class("fast", 100).Tag("B", "DB7.DBW2", "Int"));
        var address = Find(before, "Line1/B/S7DataBlock");
        Assert.That(after.MoveOf(before, address).Index, Is.EqualTo(Find(after, "Line1/B/S7DataBlock")));
        Assert.That(after.Read(after.MoveOf(before, address).Index, AttributeId.Value, out var value).IsGood && value.Bits == 7);
        Assert.That(after.MoveOf(before, Find(before, "Line1/A/S7Type")).Index, Is.EqualTo(-1));
    }

    private static (ushort Namespace, string Name, object? Value)[] PropertiesOf(TagAddressSpace space, int tag)
    {
        var references = new NodeReference[16];
        return
        [
            .. references[..space.References(tag, 0, references)]
                .Where(static reference => reference.Type == Ids.HasProperty)
                .Select(reference => (space.BrowseNameOf(reference.Target.Index), Plain(space, reference.Target.Index)))
                .Select(static property => (property.Item1.Namespace, property.Item1.Name!, property.Item2)),
        ];
    }

    private static object? Plain(TagAddressSpace space, int node)
    {
        Assert.That(space.Read(node, AttributeId.Value, out var value).IsGood);
        return value.Type switch
        {
            BuiltInType.String => value.Reference,
            BuiltInType.UInt16 => value.Bits,
            _ => null,
        };
    }

    private static TagAddressSpace Space(TagList tags) =>
        new(
            tags.Build(
                new PlcDefinition
                {
                    Index = 0,
                    Name = "Line1",
                    Connection = new S7.S7ConnectionOptions { Host = "127.0.0.1" },
                }
            ),
            "urn:test:tags"
        );

    private static int Find(TagAddressSpace space, string id) =>
        space.Find(new NodeIdView(2, NodeIdKind.String, Encoding.UTF8.GetBytes(id)));
}
