using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests;

/// <summary>
/// Every structure and enumeration of namespace 0 can be decoded from what the server itself tells: clients that learn types at run time read
/// DataTypeDefinition, and one without fields is worse to them than none.
/// </summary>
public sealed class DataTypeDefinitionTests
{
    private static readonly Namespace0 Nodes = Namespace0.Load(TimeProvider.System);

    [ConformanceUnit("Address Space DataTypeDefinition Attribute")]
    [Test]
    [ConformanceUnit("Base Info Type System")]
    public void Every_concrete_structure_has_its_definition_and_the_encoding_that_it_names()
    {
        var structures = SubtypesOf(Ids.Structure).Where(node => !IsAbstract(node)).ToArray();
        Assert.That(structures, Has.Length.GreaterThan(100));
        Assert.Multiple(() =>
        {
            foreach (var node in structures)
            {
                var name = $"{Nodes.BrowseNameOf(node).Name} ({Nodes.IdOf(node)})";
                Assert.That(DefinitionOf(node), Is.InstanceOf<StructureDefinition>(), name);
                if (DefinitionOf(node) is not StructureDefinition definition)
                    continue;
                var encoding = Nodes.Find(new NodeIdView(0, definition.DefaultEncodingId.Numeric));
                Assert.That(encoding, Is.Not.Negative, name);
                Assert.That(Nodes.BrowseNameOf(encoding).Name, Is.EqualTo("Default Binary"), name);
                Assert.That(Targets(encoding, Ids.HasEncoding, forward: false), Is.EqualTo(new[] { node }), name);
                Assert.That(Nodes.IdOf(Targets(node, Ids.HasSubtype, forward: false).Single()), Is.EqualTo(definition.BaseDataType), name);
                foreach (var field in definition.Fields)
                    Assert.That(Nodes.Find(new NodeIdView(0, field.DataType.Numeric)), Is.Not.Negative, $"{name}: {field.Name}");
            }
        });
    }

    [ConformanceUnit("Address Space DataTypeDefinition Attribute")]
    [Test]
    [ConformanceUnit("Base Info Type System")]
    public void Every_enumeration_has_its_definition_with_names_and_numbers()
    {
        var enumerations = SubtypesOf(Ids.Enumeration).Where(node => !IsAbstract(node)).ToArray();
        Assert.That(enumerations, Has.Length.GreaterThan(30));
        Assert.Multiple(() =>
        {
            foreach (var node in enumerations)
            {
                var name = $"{Nodes.BrowseNameOf(node).Name} ({Nodes.IdOf(node)})";
                Assert.That(DefinitionOf(node), Is.InstanceOf<EnumDefinition>(), name);
                if (DefinitionOf(node) is not EnumDefinition definition)
                    continue;
                Assert.That(definition.Fields, Is.Not.Empty, name);
                Assert.That(definition.Fields.Select(field => field.Value), Is.Unique, name);
                Assert.That(definition.Fields.Select(field => field.Name), Is.Unique.And.All.Not.Empty, name);
            }
        });
    }

    private static object? DefinitionOf(int node) =>
        Nodes.Read(node, AttributeId.DataTypeDefinition, out var value).IsGood && value.Reference is ExtensionObject definition
            ? definition.Body
            : null;

    private static bool IsAbstract(int node) => Nodes.Read(node, AttributeId.IsAbstract, out var value).IsGood && value.Bits != 0;

    private static IEnumerable<int> SubtypesOf(uint type) =>
        Targets(Nodes.Find(new NodeIdView(0, type)), Ids.HasSubtype, forward: true)
            .SelectMany(node => SubtypesOf(Nodes.IdOf(node).Numeric).Prepend(node));

    private static List<int> Targets(int node, uint type, bool forward)
    {
        var references = new NodeReference[1000];
        return
        [
            .. references[..Nodes.References(node, 0, references)]
                .Where(reference => reference.Type == type && reference.IsForward == forward)
                .Select(reference => reference.Target.Index),
        ];
    }
}
