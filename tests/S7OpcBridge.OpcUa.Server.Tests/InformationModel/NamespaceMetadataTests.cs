using System.Text;
using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Tests;

public class NamespaceMetadataTests
{
    private static readonly NamespaceMetadata Nodes = new(["urn:app", "urn:app:tags"]);

    [Test]
    public void Each_namespace_hangs_below_the_Server_object_with_its_properties()
    {
        Assert.That(
            Nodes.ExternalReferences.Select(h => (h.From, h.Reference.Type, Nodes.IdOf(h.Reference.Target.Index))),
            Is.EqualTo(
                new[]
                {
                    (new NodeId(0, Ids.Server_Namespaces), Ids.HasComponent, new NodeId(1, "Namespaces/urn:app")),
                    (new NodeId(0, Ids.Server_Namespaces), Ids.HasComponent, new NodeId(1, "Namespaces/urn:app:tags")),
                }
            )
        );
        var tags = Find("Namespaces/urn:app:tags");
        Assert.That(Nodes.BrowseNameOf(tags), Is.EqualTo(new QualifiedName(2, "urn:app:tags")));
        var references = new NodeReference[10];
        Assert.That(Nodes.References(tags, 0, references), Is.EqualTo(7));
        Assert.That(Nodes.References(tags, 5, references), Is.EqualTo(2));
        Assert.That(Nodes.References(references[0].Target.Index, 0, references), Is.EqualTo(1));
        Assert.That(references[0], Is.EqualTo(new NodeReference(Ids.HasProperty, false, NodeHandle.Own(tags))));
    }

    [Test]
    public void Every_node_is_found_by_its_id_and_has_its_attributes()
    {
        for (var node = 0; node < 16; node++)
        {
            Assert.That(Find((string)Nodes.IdOf(node).Identifier!), Is.EqualTo(node));
            Assert.That(Nodes.Read(node, AttributeId.DisplayName, out _).IsGood);
            Assert.That(Nodes.Read(node, AttributeId.Value, out _).IsGood, Is.EqualTo(Nodes.ClassOf(node) == NodeClass.Variable));
            Assert.That(Nodes.Read(node, AttributeId.IsAbstract, out _).Value, Is.EqualTo(StatusCodes.BadAttributeIdInvalid));
        }

        Assert.That(Find("Namespaces/urn"), Is.EqualTo(-1));
    }

    [Test]
    public void The_uri_is_a_value()
    {
        Nodes.Read(Find("Namespaces/urn:app:tags/NamespaceUri"), AttributeId.Value, out var value);
        Assert.That(value.Reference, Is.EqualTo("urn:app:tags"));
    }

    private static int Find(string id) => Nodes.Find(new NodeIdView(1, NodeIdKind.String, Encoding.UTF8.GetBytes(id)));
}
