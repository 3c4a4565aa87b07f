using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests;

/// <summary>Spot checks against what OPC 10000-5 prints, not against the table's own tool.</summary>
public class Namespace0Tests
{
    private static readonly Namespace0 Nodes = Namespace0.Load(TimeProvider.System);

    [Test]
    public void All_nodes_of_the_nodeset_are_there() => Assert.That(Nodes.Count, Is.EqualTo(4956));

    [Test]
    public void Ids_that_are_not_there_are_not_found()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Nodes.Find(new NodeIdView(0, 0)), Is.EqualTo(-1));
            Assert.That(Nodes.Find(new NodeIdView(0, 4_000_000_000)), Is.EqualTo(-1));
            Assert.That(Nodes.Find(new NodeIdView(1, Ids.Server)), Is.EqualTo(-1));
            Assert.That(Nodes.Find(new NodeIdView(0, NodeIdKind.String, "2253"u8)), Is.EqualTo(-1));
        });
    }

    [Test]
    [ConformanceUnit("Address Space Base")]
    public void Every_node_has_id_class_names_and_write_masks()
    {
        for (var node = 0; node < Nodes.Count; node++)
        {
            Assert.That(Nodes.Find(new NodeIdView(0, Nodes.IdOf(node).Numeric)), Is.EqualTo(node));
            Assert.That(Nodes.BrowseNameOf(node).Name, Is.Not.Empty);
            Assert.That(Nodes.DisplayNameOf(node).Text, Is.Not.Empty);
            foreach (var attribute in Enum.GetValues<AttributeId>().Where(a => a <= AttributeId.UserWriteMask))
                Assert.That(Nodes.Read(node, attribute, out _).IsGood, $"{attribute} of {Nodes.IdOf(node)}");
            Assert.That(Nodes.Read(node, AttributeId.RolePermissions, out _).Value, Is.EqualTo(StatusCodes.BadAttributeIdInvalid));
        }
    }

    [Test]
    [ConformanceUnit("Address Space Base")]
    public void Every_attribute_of_every_node_can_be_read_and_encoded()
    {
        for (var node = 0; node < Nodes.Count; node++)
        {
            foreach (var attribute in Enum.GetValues<AttributeId>())
            {
                var status = Nodes.Read(node, attribute, out var value);
                Assert.That(status.Value, Is.AnyOf(StatusCodes.Good, StatusCodes.BadAttributeIdInvalid, StatusCodes.BadNoValue));
                // A variable of an abstract data type may have the null value.
                Assert.That(
                    value.IsNull,
                    Is.EqualTo(status.IsBad).Or.EqualTo(attribute == AttributeId.Value),
                    $"{attribute} of {Nodes.IdOf(node)}"
                );
                var bytes = Wire.Write((ref UaWriter w) => w.WriteVariant(value));
                Deep.AssertEqual(Wire.Read(bytes, (ref UaReader r) => r.ReadVariant()), value);
            }
        }
    }

    [TestCase(Ids.Server, NodeClass.Object, "Server", 2004u)]
    [TestCase(Ids.Server_ServerStatus, NodeClass.Variable, "ServerStatus", Ids.ServerStatusType)]
    [TestCase(Ids.HasSubtype, NodeClass.ReferenceType, "HasSubtype", 0u)]
    [TestCase(Ids.Server_GetMonitoredItems, NodeClass.Method, "GetMonitoredItems", 0u)]
    [TestCase(Ids.ServerStatusDataType, NodeClass.DataType, "ServerStatusDataType", 0u)]
    [TestCase(Ids.AnalogItemType, NodeClass.VariableType, "AnalogItemType", 0u)]
    [TestCase(Ids.OPCUANamespaceMetadata, NodeClass.Object, "http://opcfoundation.org/UA/", Ids.NamespaceMetadataType)]
    public void Nodes_have_class_name_and_type(uint id, NodeClass nodeClass, string name, uint type)
    {
        var node = Node(id);
        Assert.Multiple(() =>
        {
            Assert.That(Nodes.ClassOf(node), Is.EqualTo(nodeClass));
            Assert.That(Nodes.BrowseNameOf(node), Is.EqualTo(new QualifiedName(0, name)));
            Assert.That(Nodes.TypeDefinitionOf(node), Is.EqualTo(type));
        });
    }

    [Test]
    public void Attributes_follow_the_class()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Bits(Ids.Server, AttributeId.EventNotifier), Is.EqualTo(1));
            Assert.That(Bits(Ids.ObjectsFolder, AttributeId.EventNotifier), Is.Zero);
            Assert.That(Bits(Ids.Server_ServerStatus_State, AttributeId.ValueRank), Is.EqualTo(-1), "absent in the nodeset");
            Assert.That(Bits(Ids.Server_ServerArray, AttributeId.ValueRank), Is.EqualTo(1));
            Assert.That(Bits(24, AttributeId.IsAbstract), Is.EqualTo(1));
            Assert.That(Bits(Ids.Server_ServerStatus_State, AttributeId.AccessLevel), Is.EqualTo(1));
            Assert.That(
                Bits(Ids.Server_ServerDiagnostics_EnabledFlag, AttributeId.AccessLevel),
                Is.EqualTo(3),
                "an administrator may write it"
            );
            Assert.That(Reference(Ids.Server_ServerStatus_State, AttributeId.DataType), Is.EqualTo(new NodeId(0, 852)));
            Assert.That(Reference(Ids.Server_ServerArray, AttributeId.ArrayDimensions), Is.EqualTo(new uint[] { 0 }));
            Assert.That(
                BitConverter.Int64BitsToDouble(Bits(Ids.Server_ServerArray, AttributeId.MinimumSamplingInterval)),
                Is.EqualTo(1000)
            );
            Assert.That(Bits(Ids.Server_GetMonitoredItems, AttributeId.Executable), Is.EqualTo(1));
            Assert.That(Reference(Ids.Organizes, AttributeId.InverseName), Is.EqualTo(new LocalizedText("OrganizedBy")));
            Assert.That(Bits(Ids.Organizes, AttributeId.Symmetric), Is.Zero);
            Assert.That(Bits(Ids.References, AttributeId.Symmetric), Is.EqualTo(1));
            Assert.That(Status(Ids.References, AttributeId.InverseName), Is.EqualTo(StatusCodes.BadAttributeIdInvalid), "symmetric");
            Assert.That(Status(Ids.Server, AttributeId.Value), Is.EqualTo(StatusCodes.BadAttributeIdInvalid));
            Assert.That(Status(Ids.Server_ServerStatus_State, AttributeId.ArrayDimensions), Is.EqualTo(StatusCodes.BadAttributeIdInvalid));
            Assert.That(Status(Ids.ServerStatusType, AttributeId.Value), Is.EqualTo(StatusCodes.BadAttributeIdInvalid));
        });
    }

    [Test]
    [ConformanceUnit("Base Info Core Structure")]
    public void The_Server_object_has_its_parts()
    {
        Assert.That(
            Children(Ids.Server),
            Is.SupersetOf(
                new[]
                {
                    "ServerArray",
                    "NamespaceArray",
                    "ServerStatus",
                    "ServiceLevel",
                    "Auditing",
                    "ServerCapabilities",
                    "ServerDiagnostics",
                    "VendorServerInfo",
                    "ServerRedundancy",
                    "Namespaces",
                    "GetMonitoredItems",
                    "ResendData",
                }
            )
        );
        Assert.That(
            Children(Ids.Server_ServerStatus),
            Is.EquivalentTo(new[] { "StartTime", "CurrentTime", "State", "BuildInfo", "SecondsTillShutdown", "ShutdownReason" })
        );
    }

    [Test]
    public void Subtypes_are_found_in_both_directions()
    {
        var analog = References(Ids.AnalogItemType);
        Assert.That(
            analog.Where(r => r is { Type: Ids.HasSubtype, IsForward: false }).Select(IdOf),
            Is.EqualTo(new[] { Ids.BaseAnalogType })
        );
        Assert.That(
            References(Ids.BaseAnalogType).Where(r => r is { Type: Ids.HasSubtype, IsForward: true }).Select(IdOf),
            Is.EquivalentTo(new[] { Ids.AnalogItemType, Ids.AnalogUnitType })
        );
    }

    [Test]
    [ConformanceUnit("Base Info Type System")]
    public void Every_type_leads_up_to_its_root()
    {
        for (var node = 0; node < Nodes.Count; node++)
        {
            if (Nodes.ClassOf(node) is NodeClass.Object or NodeClass.Variable or NodeClass.Method)
                continue;
            var id = Nodes.IdOf(node).Numeric;
            for (
                var steps = 0;
                References(id).FirstOrDefault(r => r is { Type: Ids.HasSubtype, IsForward: false }) is { Type: not 0 } up;
                steps++
            )
            {
                id = IdOf(up);
                Assert.That(steps, Is.LessThan(20));
            }

            Assert.That(id, Is.AnyOf(58u, 62u, 24u, 31u), Nodes.BrowseNameOf(node).Name);
        }
    }

    [Test]
    [ConformanceUnit("Address Space Base")]
    public void Every_reference_but_to_types_and_rules_has_its_inverse()
    {
        var count = 0;
        for (var node = 0; node < Nodes.Count; node++)
        {
            foreach (
                var reference in References(Nodes.IdOf(node).Numeric)
                    .Where(r => r.IsForward && r.Type is not (Ids.HasTypeDefinition or Ids.HasModellingRule))
            )
            {
                count++;
                Assert.That(
                    References(IdOf(reference)),
                    Has.One.EqualTo(reference with { IsForward = false, Target = NodeHandle.Own(node) })
                );
            }
        }

        Assert.That(count, Is.EqualTo(5391)); // counted in the XML file with another program
    }

    [Test]
    public void References_come_in_pages()
    {
        var all = References(Ids.Server);
        var node = Node(Ids.Server);
        var page = new NodeReference[7];
        var paged = new List<NodeReference>();
        for (int count; (count = Nodes.References(node, paged.Count, page)) > 0; )
            paged.AddRange(page[..count]);
        Assert.That(paged, Is.EqualTo(all));
        Assert.That(Nodes.References(node, all.Count, page), Is.Zero);
        Assert.That(Nodes.References(node, int.MaxValue, page), Is.Zero);
    }

    [Test]
    [ConformanceUnit("Base Info Type System")]
    public void ServerStatusDataType_describes_its_fields()
    {
        var definition = (StructureDefinition)((ExtensionObject)Reference(Ids.ServerStatusDataType, AttributeId.DataTypeDefinition)!).Body!;
        Assert.Multiple(() =>
        {
            Assert.That(definition.DefaultEncodingId, Is.EqualTo(new NodeId(0, 864)));
            Assert.That(definition.BaseDataType, Is.EqualTo(new NodeId(0, 22)));
            Assert.That(definition.StructureType, Is.EqualTo(StructureType.Structure));
            Assert.That(
                definition.Fields.Select(f => f.Name),
                Is.EqualTo(new[] { "StartTime", "CurrentTime", "State", "BuildInfo", "SecondsTillShutdown", "ShutdownReason" })
            );
            Assert.That(definition.Fields[2].DataType, Is.EqualTo(new NodeId(0, 852)));
            Assert.That(definition.Fields.Select(f => f.ValueRank), Is.All.EqualTo(-1));
        });
    }

    [Test]
    public void An_identity_token_describes_the_inherited_field_first()
    {
        var definition = (StructureDefinition)
            ((ExtensionObject)Reference(Ids.UserNameIdentityToken, AttributeId.DataTypeDefinition)!).Body!;
        Assert.That(definition.Fields.Select(f => f.Name), Is.EqualTo(new[] { "PolicyId", "UserName", "Password", "EncryptionAlgorithm" }));
    }

    [Test]
    [ConformanceUnit("Base Info Type System")]
    public void ServerState_names_its_numbers_in_both_ways()
    {
        string[] names = ["Running", "Failed", "NoConfiguration", "Suspended", "Shutdown", "Test", "CommunicationFault", "Unknown"];
        var definition = (EnumDefinition)((ExtensionObject)Reference(852, AttributeId.DataTypeDefinition)!).Body!;
        Assert.That(definition.Fields.Select(f => (f.Name, f.Value)), Is.EqualTo(names.Select((n, i) => (n, (long)i))));
        var strings = (LocalizedText[])Reference(7612, AttributeId.Value)!; // EnumStrings
        Assert.That(strings.Select(t => t.Text), Is.EqualTo(names));
    }

    [Test]
    public void Methods_describe_their_arguments()
    {
        var arguments = (ExtensionObject[])Reference(11494, AttributeId.Value)!; // OutputArguments of Server.GetMonitoredItems
        Assert.That(
            arguments.Select(a => (Argument)a.Body!).Select(a => (a.Name, a.DataType, a.ValueRank)),
            Is.EqualTo(new[] { ("ServerHandles", new NodeId(0, 7), 1), ("ClientHandles", new NodeId(0, 7), 1) })
        );
    }

    [Test]
    public void Constants_of_the_nodeset_have_their_values()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Reference(15958, AttributeId.Value), Is.EqualTo("http://opcfoundation.org/UA/"));
            Assert.That(Reference(15959, AttributeId.Value), Is.EqualTo("1.05.03"));
            Assert.That(UaTime.ToTicks(Bits(15960, AttributeId.Value)), Is.EqualTo(new DateTime(2023, 12, 15).Ticks));
            Assert.That(Reference(78, AttributeId.DisplayName), Is.EqualTo(new LocalizedText("Mandatory")));
        });
    }

    [Test]
    public void A_variable_without_a_value_says_so_until_it_gets_one()
    {
        var nodes = Namespace0.Load(TimeProvider.System);
        var node = nodes.Find(new NodeIdView(0, Ids.Server_ServiceLevel));
        Assert.That(nodes.Read(node, AttributeId.Value, out _).Value, Is.EqualTo(StatusCodes.BadNoValue));
        nodes.SetValue(Ids.Server_ServiceLevel, Variant.From((byte)255));
        Assert.That(nodes.Read(node, AttributeId.Value, out var value).IsGood);
        Assert.That(value.Bits, Is.EqualTo(255));
        Assert.That(() => nodes.SetValue(Ids.Server, Variant.From(1)), Throws.ArgumentException, "an object");
        Assert.That(() => nodes.SetValue(999_999, Variant.From(1)), Throws.ArgumentException, "no node");
    }

    [Test]
    public void What_is_left_out_goes_with_everything_that_hangs_on_it_alone()
    {
        var nodes = Namespace0.Load(TimeProvider.System, Ids.Server_GetMonitoredItems);
        Assert.Multiple(() =>
        {
            Assert.That(nodes.Find(new NodeIdView(0, Ids.Server_GetMonitoredItems)), Is.EqualTo(-1));
            Assert.That(nodes.Find(new NodeIdView(0, 11493)), Is.EqualTo(-1), "its InputArguments");
            Assert.That(nodes.Find(new NodeIdView(0, 11489)), Is.Not.EqualTo(-1), "the method of the type");
            Assert.That(Children(Ids.Server, nodes), Has.None.EqualTo("GetMonitoredItems"));
        });
    }

    private static int Node(uint id, Namespace0? nodes = null) => (nodes ?? Nodes).Find(new NodeIdView(0, id));

    private static uint Status(uint id, AttributeId attribute) => Nodes.Read(Node(id), attribute, out _).Value;

    private static long Bits(uint id, AttributeId attribute)
    {
        Assert.That(Nodes.Read(Node(id), attribute, out var value).IsGood, $"{attribute} of i={id}");
        return value.Bits;
    }

    private static object? Reference(uint id, AttributeId attribute)
    {
        Assert.That(Nodes.Read(Node(id), attribute, out var value).IsGood, $"{attribute} of i={id}");
        return value.Reference;
    }

    private static List<NodeReference> References(uint id, Namespace0? nodes = null)
    {
        var references = new NodeReference[10_000];
        return [.. references[..(nodes ?? Nodes).References(Node(id, nodes), 0, references)]];
    }

    private static uint IdOf(NodeReference reference) => Nodes.IdOf(reference.Target.Index).Numeric;

    private static string[] Children(uint id, Namespace0? nodes = null) =>
        [
            .. References(id, nodes)
                .Where(r => r is { Type: Ids.HasComponent or Ids.HasProperty, IsForward: true })
                .Select(r => Nodes.BrowseNameOf(r.Target.Index).Name!),
        ];
}
