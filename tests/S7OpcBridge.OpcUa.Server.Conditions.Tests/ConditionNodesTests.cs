using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Conditions.Tests.ConditionRig;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>Conditions as objects of the address space, held against the type definitions of namespace 0.</summary>
internal sealed class ConditionNodesTests
{
    private const uint Mandatory = 78;

    private static readonly ConditionDefinition[] Kinds =
    [
        Define("OffNormal"),
        Define("Confirmed", confirm: true),
        Define("System", ConditionKind.SystemOffNormal) with
        {
            NormalState = PlantNodes.Id("Line1"),
        },
        Define("Exclusive", ConditionKind.ExclusiveLevel),
        Define("NonExclusive", ConditionKind.NonExclusiveLevel),
        Define("Certificate", ConditionKind.CertificateExpiration) with
        {
            Certificate = new ConditionCertificate(4711, 12560, [1, 2]),
        },
        Define("Told", ConditionKind.Alarm),
    ];

    [ConformanceUnit("A & C Instances")]
    [ConformanceUnit("A & C Discrete")]
    [ConformanceUnit("A & C OffNormal")]
    [ConformanceUnit("A & C SystemOffNormal")]
    [ConformanceUnit("A & C CertificateExpiration")]
    [TestCase("OffNormal", 10637u), TestCase("Confirmed", 10637u), TestCase("System", 11753u), TestCase("Exclusive", 9482u)]
    [TestCase("NonExclusive", 10060u), TestCase("Certificate", 13225u), TestCase("Told", 2u << 24 | 1001u)]
    public void An_instance_has_all_that_its_type_demands_and_nothing_that_it_does_not_know(string name, uint type)
    {
        using var rig = new ConditionRig(Kinds);
        var nodes = rig.Events.Space.Current;
        var instance = nodes.Find(IdOf(name));
        Assert.That(nodes.TypeDefinitionOf(instance), Is.EqualTo(type));
        Compare(nodes, instance, DeclarationsOf(nodes, nodes.Find(nodes.TypeOf(instance))), name);
    }

    [ConformanceUnit("A & C Instances")]
    [Test]
    public void Every_node_is_found_by_its_id_can_be_read_and_knows_its_parent()
    {
        using var rig = new ConditionRig(Kinds);
        for (var i = 0; i < Kinds.Length; i++)
            rig.Report(i, ConditionStates.Active | ConditionStates.High);
        var nodes = rig.Events.Space.Current;
        var walked = 0;
        foreach (var kind in Kinds)
            Walk(nodes.Find(kind.Id), NodeHandle.None);
        Assert.That(walked, Is.GreaterThan(6 * 60));

        void Walk(NodeHandle node, NodeHandle parent)
        {
            walked++;
            var id = nodes.IdOf(node);
            Assert.That(nodes.Find(id), Is.EqualTo(node));
            if (parent.Exists)
                Assert.That(Referred(nodes, node, isForward: false), Does.Contain(parent), $"the parent of {id}");
            if (nodes.ClassOf(node) == NodeClass.Variable)
            {
                var value = nodes.Read(node, AttributeId.Value);
                Assert.That(value.Status.IsGood, $"{id}: {StatusCodes.NameOf(value.Status)}");
                nodes.Read(node, AttributeId.DataType, out var type);
                if (nodes.Find((NodeId)type.Reference!) is { Exists: true } && ((NodeId)type.Reference!).Numeric <= 25)
                    Assert.That((uint)value.Value.Type, Is.EqualTo(((NodeId)type.Reference!).Numeric), id.ToString());
            }

            foreach (var child in Referred(nodes, node, isForward: true))
                Walk(child, node);
        }
    }

    [ConformanceUnit("Address Space Source Hierarchy")]
    [ConformanceUnit("A & C Instances")]
    [Test]
    public void The_source_refers_to_its_conditions_and_the_notifier_to_its_sources()
    {
        using var rig = new ConditionRig(Kinds);
        var nodes = rig.Events.Space.Current;
        var motor = References(nodes, nodes.Find(PlantNodes.Id("Motor")));
        var conditions = motor.Where(r => r is { Type: Ids.HasCondition, IsForward: true }).Select(r => nodes.IdOf(r.Target));
        Assert.That(conditions, Is.EqualTo(Kinds.Select(kind => kind.Id)));
        Assert.That(
            motor.Count(r => r is { Type: Ids.HasEventSource, IsForward: false }),
            Is.EqualTo(2),
            "that of the plant, and that of the conditions"
        );
        Assert.That(References(nodes, nodes.Find(Kinds[0].Id)).Single(r => r.Type == Ids.HasCondition).IsForward, Is.False);
    }

    [ConformanceUnit("A & C ConditionClasses")]
    [Test]
    public void A_condition_tells_its_class()
    {
        using var rig = new ConditionRig(Define("Pump") with { Rules = new ConditionRules { Class = ConditionClasses.Maintenance } });
        Assert.That(rig.Read("Pump", "ConditionClassId").Value.Reference, Is.EqualTo((NodeId)11165));
        Assert.That(
            ((LocalizedText)rig.Read("Pump", "ConditionClassName").Value.Reference!).Text,
            Is.EqualTo("MaintenanceConditionClassType")
        );
    }

    [Test]
    public void Values_of_definitions_can_be_read()
    {
        using var rig = new ConditionRig(Kinds);
        Assert.Multiple(() =>
        {
            Assert.That(rig.Read("Exclusive", "HighHighLimit").Value, Is.EqualTo(Variant.From(95.0)));
            Assert.That(rig.Read("Certificate", "ExpirationDate").Value, Is.EqualTo(Variant.FromDateTime(4711)));
            Assert.That(rig.Read("Certificate", "CertificateType").Value.Reference, Is.EqualTo((NodeId)12560));
            Assert.That(rig.Read("System", "NormalState").Value.Reference, Is.EqualTo(PlantNodes.Id("Line1")));
            Assert.That(rig.Read("OffNormal", "InputNode").Value.Reference, Is.EqualTo(PlantNodes.Id("Motor")));
            Assert.That(((ExtensionObject[])rig.Read("OffNormal", "Acknowledge/InputArguments").Value.Reference!), Has.Length.EqualTo(2));
            Assert.That(StatusCodes.NameOf(rig.Read("OffNormal", "Quality").Status), Is.EqualTo("Good"));
            Assert.That(rig.Read("OffNormal", "Quality").Value.Bits, Is.EqualTo(StatusCodes.BadWaitingForInitialData));
        });
    }

    private static void Compare(
        AddressSpaceView nodes,
        NodeHandle instance,
        Dictionary<string, (NodeHandle Node, uint Rule)> declared,
        string path
    )
    {
        var present = Referred(nodes, instance, isForward: true).ToDictionary(node => nodes.BrowseNameOf(node).Name!);
        Assert.That(
            declared.Where(d => d.Value.Rule == Mandatory).Select(d => d.Key).Except(present.Keys),
            Is.Empty,
            $"mandatory below {path}"
        );
        foreach (var (name, node) in present)
        {
            if (!declared.TryGetValue(name, out var declaration))
            {
                Assert.Fail($"{path}/{name} is not declared");
                continue;
            }

            var model = declaration.Node;
            Assert.That(nodes.ClassOf(node), Is.EqualTo(nodes.ClassOf(model)), $"{path}/{name}");
            Assert.That(nodes.TypeDefinitionOf(node), Is.EqualTo(nodes.TypeDefinitionOf(model)), $"{path}/{name}");
            foreach (
                var attribute in nodes.ClassOf(node) == NodeClass.Variable ? new[] { AttributeId.DataType, AttributeId.ValueRank } : []
            )
            {
                nodes.Read(node, attribute, out var has);
                nodes.Read(model, attribute, out var wants);
                Assert.That(has, Is.EqualTo(wants), $"{path}/{name} {attribute}");
            }

            var below = DeclarationsOf(nodes, nodes.Find(new NodeIdView(0, nodes.TypeDefinitionOf(node))));
            Add(nodes, model, below);
            Compare(nodes, node, below, $"{path}/{name}");
        }
    }

    // What a type and its supertypes declare; the subtype's declaration counts.
    private static Dictionary<string, (NodeHandle Node, uint Rule)> DeclarationsOf(AddressSpaceView nodes, NodeHandle type)
    {
        var declared = new Dictionary<string, (NodeHandle, uint)>();
        for (var at = type; at.Exists; at = SupertypeOf(nodes, at))
            Add(nodes, at, declared);
        return declared;
    }

    private static void Add(AddressSpaceView nodes, NodeHandle owner, Dictionary<string, (NodeHandle, uint)> declared)
    {
        if (!owner.Exists)
            return;
        foreach (var part in Referred(nodes, owner, isForward: true))
        {
            var rule = References(nodes, part).FirstOrDefault(r => r.Type == Ids.HasModellingRule).Target;
            declared.TryAdd(nodes.BrowseNameOf(part).Name!, (part, nodes.IdOf(rule).Numeric));
        }
    }

    private static NodeHandle[] Referred(AddressSpaceView nodes, NodeHandle node, bool isForward) =>
        [
            .. References(nodes, node)
                .Where(r => r.IsForward == isForward && r.Type is (Ids.HasComponent or Ids.HasProperty))
                .Select(r => r.Target),
        ];

    private static NodeHandle SupertypeOf(AddressSpaceView nodes, NodeHandle type) =>
        References(nodes, type)
            .FirstOrDefault(r => r is { Type: Ids.HasSubtype, IsForward: false }, new NodeReference(0, false, NodeHandle.None))
            .Target;

    private static List<NodeReference> References(AddressSpaceView nodes, NodeHandle node)
    {
        var all = new List<NodeReference>();
        var page = new NodeReference[5];
        for (int read; (read = nodes.References(node, all.Count, page)) > 0; )
            all.AddRange(page[..read]);
        return all;
    }
}
