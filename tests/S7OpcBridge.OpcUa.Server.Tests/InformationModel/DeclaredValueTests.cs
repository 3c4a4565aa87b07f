using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Management;

namespace S7OpcBridge.OpcUa.Server.Tests;

/// <summary>Variables of types have values: those of the published nodeset, or the defaults of their data types where it states none.</summary>
public sealed class DeclaredValueTests
{
    private static readonly Namespace0 Nodes = ServerObject.Build(
        new ServerFacts
        {
            ApplicationUri = "urn:test",
            StartTime = 0,
            Extensions = [new RoleExtension(static _ => [])],
        },
        TimeProvider.System
    );

    [Test]
    public void No_variable_of_a_type_is_without_a_value()
    {
        var without = new List<uint>();
        var declared = 0;
        for (var node = 0; node < Nodes.Count; node++)
        {
            if (Nodes.Find(NodeIdView.From(Nodes.IdOf(node))) < 0 || Nodes.ClassOf(node) != NodeClass.Variable || !IsDeclaration(node))
                continue;
            declared++;
            if (!Nodes.Read(node, AttributeId.Value, out _).IsGood)
                without.Add(Nodes.IdOf(node).Numeric);
        }

        Assert.That(declared, Is.GreaterThan(1500));
        Assert.That(without, Is.Empty);
    }

    [Test]
    public void A_value_is_of_the_data_type_and_rank_of_its_variable()
    {
        Assert.Multiple(() =>
        {
            Assert.That(ValueOf(2007), Is.EqualTo((BuiltInType.ExtensionObject, false)), "ServerType.ServerStatus, a structure");
            Assert.That(ValueOf(2005), Is.EqualTo((BuiltInType.String, true)), "ServerType.ServerArray, a list");
            Assert.That(ValueOf(2008), Is.EqualTo((BuiltInType.Byte, false)), "ServerType.ServiceLevel");
            Assert.That(ValueOf(2139), Is.EqualTo((BuiltInType.DateTime, false)), "ServerStatusType.StartTime, derived from DateTime");
            Assert.That(ValueOf(2141), Is.EqualTo((BuiltInType.Int32, false)), "ServerStatusType.State, an enumeration");
            Assert.That(ValueOf(2042), Is.EqualTo((BuiltInType.ByteString, false)), "BaseEventType.EventId");
        });
    }

    private static (BuiltInType Type, bool IsArray) ValueOf(uint id)
    {
        Assert.That(Nodes.Read(Nodes.Find(new NodeIdView(0, id)), AttributeId.Value, out var value).IsGood, $"i={id}");
        return (value.Type, value.IsArray);
    }

    private static bool IsDeclaration(int node)
    {
        Span<NodeReference> references = new NodeReference[64];
        var count = Nodes.References(node, 0, references);
        foreach (var reference in references[..count])
        {
            if (reference is { Type: Ids.HasModellingRule, IsForward: true })
                return true;
        }

        return false;
    }
}
