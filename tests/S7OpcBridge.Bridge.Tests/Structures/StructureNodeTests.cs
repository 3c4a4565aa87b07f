using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

public sealed class StructureNodeTests
{
    private static readonly TagAddressSpace Space = new(Map(), "urn:test:tags");

    [TestCase("Line1/Motors", "Motors")]
    [TestCase("Line1/Motors[1]", "Motors[1]")]
    [TestCase("Line1/Motors[1]/Limits", "Limits")]
    [TestCase("Line1/Motors[0]/Limits[1]", "Limits[1]")]
    public void A_structure_is_a_variable_at_its_path(string id, string name)
    {
        var node = Find(id);
        Assert.That(
            (Space.IdOf(node), Space.BrowseNameOf(node), Space.ClassOf(node), Space.TypeDefinitionOf(node)),
            Is.EqualTo((new NodeId(2, id), new QualifiedName(2, name), NodeClass.Variable, Ids.BaseDataVariableType))
        );
    }

    [Test]
    public void Every_structure_has_a_row_of_its_own_behind_the_tags()
    {
        string[] ids =
        [
            "Line1/Motors",
            "Line1/Motors[0]",
            "Line1/Motors[0]/Limits",
            "Line1/Motors[0]/Limits[0]",
            "Line1/Motors[0]/Limits[1]",
            "Line1/Motors[1]",
        ];
        Assert.That(ids.Select(id => Space.VariableOf(Find(id))), Is.EqualTo(Enumerable.Range(15, 6)));
        Assert.That(Space.VariableOf(Find("Line1/_Status/Connected")), Is.EqualTo(15 + 9));
    }

    [Test]
    public void Its_members_are_its_components_and_it_is_organized_by_its_folder()
    {
        Assert.That(
            Targets("Line1/Motors[0]", Ids.HasComponent, true),
            Is.EqualTo(new[] { "Line1/Motors[0]/Limits", "Line1/Motors[0]/Speed", "Line1/Motors[0]/Run", "Line1/Motors[0]/Name" })
        );
        Assert.That(Targets("Line1/Motors", Ids.HasComponent, true), Is.EqualTo(new[] { "Line1/Motors[0]", "Line1/Motors[1]" }));
        Assert.That(Targets("Line1/Motors", Ids.Organizes, false), Is.EqualTo(new[] { "Line1" }));
        Assert.That(Targets("Line1/Motors[0]/Limits[1]/Low", Ids.HasComponent, false), Is.EqualTo(new[] { "Line1/Motors[0]/Limits[1]" }));
        Assert.That(Targets("Line1/Plain", Ids.Organizes, false), Is.EqualTo(new[] { "Line1" }));
    }

    [Test]
    public void It_has_the_attributes_of_a_structured_variable()
    {
        Assert.That(Read("Line1/Motors[0]", AttributeId.DataType).Reference, Is.EqualTo(new NodeId(2, "DT_\"Motor\"")));
        Assert.That(
            (Read("Line1/Motors[0]", AttributeId.ValueRank).Bits, Read("Line1/Motors", AttributeId.ValueRank).Bits),
            Is.EqualTo((-1L, 1L))
        );
        Assert.That(Read("Line1/Motors", AttributeId.ArrayDimensions).Reference, Is.EqualTo(new uint[] { 2 }));
        Assert.That(Read("Line1/Motors[0]", AttributeId.ArrayDimensions).IsNull, Is.True);
        Assert.That(
            (Read("Line1/Motors[0]", AttributeId.AccessLevel).Bits, Read("Line1/Motors[0]", AttributeId.AccessLevelEx).Bits),
            Is.EqualTo((3L, 3L))
        );
        Assert.That(BitConverter.Int64BitsToDouble(Read("Line1/Motors", AttributeId.MinimumSamplingInterval).Bits), Is.EqualTo(20));
    }

    [ConformanceUnit("Address Space DataTypeDefinition Attribute")]
    [Test]
    public void Its_type_is_a_subtype_of_Structure_with_an_encoding_that_leads_back()
    {
        var (type, encoding) = (Find("DT_\"Motor\""), Find("TE_\"Motor\""));
        Assert.That((Space.ClassOf(type), Space.BrowseNameOf(type)), Is.EqualTo((NodeClass.DataType, new QualifiedName(2, "Motor"))));
        Assert.That(
            (Space.ClassOf(encoding), Space.BrowseNameOf(encoding), Space.TypeDefinitionOf(encoding)),
            Is.EqualTo((NodeClass.Object, new QualifiedName(0, "Default Binary"), Ids.DataTypeEncodingType))
        );
        Assert.That(Targets("DT_\"Motor\"", Ids.HasEncoding, true), Is.EqualTo(new[] { "TE_\"Motor\"" }));
        Assert.That(Targets("TE_\"Motor\"", Ids.HasEncoding, false), Is.EqualTo(new[] { "DT_\"Motor\"" }));
        Assert.That(
            Space.ExternalReferences,
            Has.Some.EqualTo(((NodeId)Ids.Structure, new NodeReference(Ids.HasSubtype, true, NodeHandle.Own(type))))
        );
        Assert.That((Space.VariableOf(type), Space.VariableOf(encoding)), Is.EqualTo((-1, -1)));
        Assert.That(Read("DT_\"Motor\"", AttributeId.IsAbstract).Bits, Is.Zero);
    }

    [ConformanceUnit("Address Space DataTypeDefinition Attribute")]
    [Test]
    public void The_definition_names_fields_types_lengths_and_dimensions()
    {
        var definition = (StructureDefinition)((ExtensionObject)Read("DT_\"Motor\"", AttributeId.DataTypeDefinition).Reference!).Body!;
        Assert.That(
            (definition.DefaultEncodingId, definition.BaseDataType, definition.StructureType),
            Is.EqualTo((new NodeId(2, "TE_\"Motor\""), (NodeId)Ids.Structure, StructureType.Structure))
        );
        Assert.That(
            definition.Fields.Select(field => (field.Name, field.DataType, field.ValueRank, field.MaxStringLength)),
            Is.EqualTo(
                new[]
                {
                    ("Speed", (NodeId)10u, -1, 0u),
                    ("Run", (NodeId)1u, -1, 0u),
                    ("Limits", new NodeId(2, "DT_\"Pair\""), 1, 0u),
                    ("Name", (NodeId)12u, -1, 2u),
                }
            )
        );
        Assert.That(definition.Fields[2].ArrayDimensions, Is.EqualTo(new uint[] { 2 }));
        var pair = (StructureDefinition)((ExtensionObject)Read("DT_\"Pair\"", AttributeId.DataTypeDefinition).Reference!).Body!;
        Assert.That(pair.Fields[1].Description.Text, Is.EqualTo("upper"));
    }

    [Test]
    public void Tags_beside_a_member_that_the_map_puts_there_hang_on_the_structure_too()
    {
        var list = new TagList()
            .Class("fast", 20)
            .Tag("M/Extra", "DB1.DBW50", "Int")
            .Structure(Motors.Pair, "M")
            .Tag("M/Low", "DB1.DBW0", "Int")
            .Tag("M/High", "DB1.DBW2", "Int");
        var space = new TagAddressSpace(list.Build(Plc), "urn:test:tags");
        var node = space.Find(new NodeIdView(2, NodeIdKind.String, "Line1/M"u8));
        Assert.That(space.ClassOf(node), Is.EqualTo(NodeClass.Variable));
        var references = new NodeReference[10];
        Assert.That(
            references[..space.References(node, 0, references)].Where(reference => reference.IsForward),
            Has.Exactly(3).Items.And.All.Property("Type").EqualTo(Ids.HasComponent)
        );
    }

    private static PlcDefinition Plc =>
        new()
        {
            Index = 0,
            Name = "Line1",
            Connection = new S7ConnectionOptions { Host = "127.0.0.1" },
        };

    private static TagMap Map()
    {
        var list = new TagList();
        Motors.Tags(list);
        return list.Build(Plc);
    }

    private static int Find(string id) => Space.Find(new NodeIdView(2, NodeIdKind.String, Encoding.UTF8.GetBytes(id)));

    private static Variant Read(string id, AttributeId attribute)
    {
        Assert.That(Space.Read(Find(id), attribute, out var value).IsGood, Is.True);
        return value;
    }

    private static string[] Targets(string id, uint type, bool forward)
    {
        var references = new NodeReference[20];
        return
        [
            .. references[..Space.References(Find(id), 0, references)]
                .Where(reference => reference.Type == type && reference.IsForward == forward)
                .Select(reference => (string)Space.IdOf(reference.Target.Index).Identifier!),
        ];
    }
}
