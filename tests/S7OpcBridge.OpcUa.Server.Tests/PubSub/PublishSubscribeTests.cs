using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.PubSub;

/// <summary>Server/PublishSubscribe (OPC 10000-14, 9.1), as clients find it.</summary>
[CancelAfter(60_000)]
internal sealed class PublishSubscribeTests : UaServerFixture
{
    private const uint PublishSubscribe = 14443,
        PublishedDataSets = 17371,
        HasPubSubConnection = 14476,
        HasWriterGroup = 18804,
        HasDataSetWriter = 15296,
        DataSetToWriter = 14936,
        Mandatory = 78;
    private const string Motor = "PubSub/edge01/Line1/Motor";

    private PubSubState _state = PubSubState.Operational;

    private AddressSpaceView Nodes => Server.Server.AddressSpace.Current;

    [Test]
    public async Task Without_the_extension_the_object_is_not_there()
    {
        await StartAsync();
        Assert.That(Nodes.Find(PublishSubscribe).Exists, Is.False);
        Assert.That(Nodes.Find(17406).Exists, Is.False);
    }

    [Test]
    public async Task From_the_server_a_client_finds_connections_groups_writers_and_data_sets()
    {
        await StartWithAsync(new PublishSubscribeExtension(Describe()));
        Assert.Multiple(() =>
        {
            Assert.That(Targets(Ids.Server, Ids.HasComponent), Does.Contain("i=14443"));
            Assert.That(Targets(PublishSubscribe, HasPubSubConnection), Is.EqualTo(new[] { "ns=1;s=PubSub/edge01", "ns=1;s=PubSub/raw" }));
            Assert.That(Targets(Id("PubSub/edge01"), HasWriterGroup), Is.EqualTo(new[] { "ns=1;s=PubSub/edge01/Line1" }));
            Assert.That(Targets(Id("PubSub/edge01/Line1"), HasDataSetWriter), Is.EqualTo(new[] { $"ns=1;s={Motor}" }));
            Assert.That(
                Targets(PublishedDataSets, Ids.HasComponent),
                Is.EqualTo(new[] { "ns=1;s=PublishedDataSets/edge01/Line1/Motor", "ns=1;s=PublishedDataSets/raw/Line1/Motor" })
            );
            Assert.That(Targets(Id("PublishedDataSets/edge01/Line1/Motor"), DataSetToWriter), Is.EqualTo(new[] { $"ns=1;s={Motor}" }));
            Assert.That(Targets(Id(Motor), DataSetToWriter, isForward: false), Has.Length.EqualTo(1));
            Assert.That(Targets(Id(Motor), HasDataSetWriter, isForward: false), Has.Length.EqualTo(1));
        });
    }

    [TestCase("PubSub/edge01", 14209u), TestCase("PubSub/edge01/Line1", 17725u), TestCase(Motor, 15298u)]
    [TestCase("PubSub/raw/Line1", 17725u), TestCase("PubSub/raw/Line1/Motor", 15298u)]
    [TestCase("PublishedDataSets/edge01/Line1/Motor", 14534u)]
    public async Task An_object_has_all_that_its_type_demands_and_nothing_that_it_does_not_know(string path, uint type)
    {
        await StartWithAsync(new PublishSubscribeExtension(Describe()));
        var node = Nodes.Find(Id(path));
        Assert.That(Nodes.TypeDefinitionOf(node), Is.EqualTo(type));
        Compare(node, DeclarationsOf(Nodes.Find(type)), path);
    }

    [Test]
    public async Task Every_node_is_found_by_its_id_and_its_value_is_of_its_data_type()
    {
        await StartWithAsync(new PublishSubscribeExtension(Describe()));
        var seen = new HashSet<NodeHandle>();
        Walk(Nodes.Find(PublishSubscribe));
        Assert.That(seen, Has.Count.GreaterThan(80));
        var methods = seen.Where(node => Nodes.ClassOf(node) == NodeClass.Method).Select(node => Nodes.IdOf(node));
        Assert.That(methods, Is.Empty);

        void Walk(NodeHandle node)
        {
            if (!seen.Add(node))
                return;
            var id = Nodes.IdOf(node);
            Assert.That(Nodes.Find(id), Is.EqualTo(node), id.ToString());
            if (Nodes.ClassOf(node) == NodeClass.Variable)
            {
                var value = Nodes.Read(node, AttributeId.Value);
                Assert.That(value.Status.IsGood, $"{id}: {StatusCodes.NameOf(value.Status)}");
                Nodes.Read(node, AttributeId.DataType, out var type);
                Nodes.Read(node, AttributeId.ValueRank, out var rank);
                Nodes.Read(node, AttributeId.AccessLevel, out var access);
                Assert.That(BuiltInOf((NodeId)type.Reference!), Is.EqualTo(value.Value.Type).Or.Null, $"{id}: {type.Reference}");
                Assert.That(value.Value.IsArray, Is.EqualTo(rank.Bits == 1), id.ToString());
                Assert.That(access.Bits, Is.EqualTo(1), "only to be read");
            }
            foreach (
                var reference in References(node)
                    .Where(r => r.IsForward && Nodes.ClassOf(r.Target) is NodeClass.Object or NodeClass.Variable)
            )
            {
                if (reference.Type is Ids.HasComponent or Ids.HasProperty or HasPubSubConnection or HasWriterGroup or HasDataSetWriter)
                    Walk(reference.Target);
            }
        }
    }

    [Test]
    public async Task Values_are_those_of_the_description()
    {
        await StartWithAsync(new PublishSubscribeExtension(Describe()));
        var client = await SessionAsync();
        var values = await client.ReadAsync(
            Stop,
            17481,
            Id("PubSub/edge01//TransportProfileUri"),
            Id("PubSub/edge01//Address/Url"),
            Id("PubSub/edge01/Line1//PublishingInterval"),
            Id("PubSub/edge01/Line1//TransportSettings/RequestedDeliveryGuarantee"),
            Id("PubSub/edge01/Line1//MessageSettings/NetworkMessageContentMask"),
            Id(Motor + "//DataSetWriterId"),
            Id(Motor + "//KeyFrameCount"),
            Id(Motor + "//TransportSettings/QueueName"),
            Id(Motor + "//TransportSettings/MetaDataQueueName")
        );
        const string json = "http://opcfoundation.org/UA-Profile/Transport/pubsub-mqtt-json",
            uadp = "http://opcfoundation.org/UA-Profile/Transport/pubsub-mqtt-uadp";
        Assert.Multiple(() =>
        {
            Assert.That(values[0].Value.Reference, Is.EqualTo(new[] { json, uadp }));
            Assert.That(values[1].Value.Reference, Is.EqualTo(json));
            Assert.That(values[2].Value.Reference, Is.EqualTo("mqtts://broker.plant.local:8883"));
            Assert.That(values[3].Value, Is.EqualTo(Variant.From(1000.0)));
            Assert.That(values[4].Value, Is.EqualTo(Variant.From(2)), "AtLeastOnce");
            Assert.That(values[5].Value, Is.EqualTo(Variant.From(0x6u)));
            Assert.That(values[6].Value, Is.EqualTo(Variant.From((ushort)7)));
            Assert.That(values[7].Value, Is.EqualTo(Variant.From(60u)));
            Assert.That(values[8].Value.Reference, Is.EqualTo("plant/Line1"));
            Assert.That(values[9].Value.Reference, Is.EqualTo("opcua/json/metadata/edge01/Line1/Motor"));
        });
    }

    [Test]
    public async Task Metadata_and_variables_of_a_data_set_are_laid_out_as_the_standard_says()
    {
        await StartWithAsync(new PublishSubscribeExtension(Describe()));
        var client = await SessionAsync();
        var values = await client.ReadAsync(
            Stop,
            Id("PublishedDataSets/edge01/Line1/Motor//DataSetMetaData"),
            Id("PublishedDataSets/edge01/Line1/Motor//ConfigurationVersion"),
            Id("PublishedDataSets/edge01/Line1/Motor//PublishedData")
        );
        var data = (ExtensionObject)values[0].Value.Reference!;
        Assert.That(data.TypeId, Is.EqualTo((NodeId)124));
        var fields = ReadMetaData((byte[])data.Body!);
        Assert.That(fields, Is.EqualTo(new[] { "Line1.Motor", "Motor/Speed Float -1 0", "Motor/Name String -1 20 Nameplate", "3 4" }));
        var version = (ExtensionObject)values[1].Value.Reference!;
        Assert.That((version.TypeId, Convert.ToHexString((byte[])version.Body!)), Is.EqualTo(((NodeId)14847, "0300000004000000")));
        var variables = (ExtensionObject[])values[2].Value.Reference!;
        Assert.That(variables.Select(v => v.TypeId), Is.All.EqualTo((NodeId)14323));
        var first = new UaReader((byte[])variables[0].Body!, EncodingLimits.Default);
        Assert.That(
            (first.ReadNodeId(), first.ReadUInt32(), first.ReadDouble()),
            Is.EqualTo((new NodeId(2, "Line1/Motor/Speed"), (uint)AttributeId.Value, 100.0))
        );
    }

    [Test]
    public async Task The_state_is_the_connections_and_what_belongs_to_it_waits_meanwhile()
    {
        var extension = new PublishSubscribeExtension(Describe());
        await StartWithAsync(extension);
        var client = await SessionAsync();
        Assert.That(await StatesAsync(), Is.EqualTo(new[] { 2, 2, 2, 2 }));
        _state = PubSubState.Error;
        Assert.That(await StatesAsync(), Is.EqualTo(new[] { 2, 3, 1, 1 }));
        extension.Show(PubSubDescription.Empty);
        Assert.That(Nodes.Read(Nodes.Find(17406), AttributeId.Value).Value.Bits, Is.Zero, "nothing is published");

        async Task<int[]> StatesAsync() =>
            [
                .. (
                    await client.ReadAsync(
                        Stop,
                        17406,
                        Id("PubSub/edge01//Status/State"),
                        Id("PubSub/edge01/Line1//Status/State"),
                        Id(Motor + "//Status/State")
                    )
                ).Select(value => (int)value.Value.Bits),
            ];
    }

    [Test]
    public async Task A_reload_changes_the_nodes_and_a_group_named_like_a_property_harms_nothing()
    {
        var extension = new PublishSubscribeExtension(Describe());
        await StartWithAsync(extension);
        var client = await SessionAsync();
        extension.Show(Describe("Status"));
        var values = await client.ReadAsync(
            Stop,
            Id("PubSub/edge01/Line1//WriterGroupId"),
            Id("PubSub/edge01/Status//WriterGroupId"),
            Id("PubSub/edge01//Status/State")
        );
        Assert.That(StatusCodes.NameOf(values[0].Status), Is.EqualTo("BadNodeIdUnknown"));
        Assert.That((values[1].Value.Bits, values[2].Value.Bits), Is.EqualTo((1L, 2L)));
        Assert.That(Nodes.ClassOf(Nodes.Find(Id("PubSub/edge01/Status"))), Is.EqualTo(NodeClass.Object));
    }

    [TestCase("PubSub/"), TestCase("PubSub"), TestCase("PubSub/edge01/"), TestCase("PubSub/edge01//"), TestCase("PubSub/edge01//Status/")]
    [
        TestCase("PubSub/edge01//Nonsense"),
        TestCase("PubSub//"),
        TestCase("PublishedDataSets/edge01"),
        TestCase("PubSub/edge01//Status/State/x")
    ]
    public async Task What_is_no_node_is_not_found(string id)
    {
        await StartWithAsync(new PublishSubscribeExtension(Describe()));
        Assert.That(Nodes.Find(Id(id)).Exists, Is.False);
    }

    private Task StartWithAsync(PublishSubscribeExtension extension) =>
        StartAsync(options => options with { Extensions = [.. options.Extensions, extension] });

    private PubSubDescription Describe(string group = "Line1") =>
        new([Connection("edge01", group, isUadp: false), Connection("raw", group, isUadp: true)]);

    private PubSubConnectionDescription Connection(string name, string group, bool isUadp)
    {
        var dataSet = new PublishedDataSetDescription(
            $"{group}.Motor",
            3,
            4,
            [Field("Motor/Speed", BuiltInType.Float, 0), Field("Motor/Name", BuiltInType.String, 20) with { Description = "Nameplate" }]
        );
        var writer = new DataSetWriterDescription("Motor", 7, dataSet)
        {
            FieldContentMask = 3,
            DataSetMessageContentMask = 0xD3D,
            KeyFrameCount = 60,
            QueueName = $"plant/{group}",
            MetaDataQueueName = $"opcua/json/metadata/{name}/{group}/Motor",
        };
        return new PubSubConnectionDescription(name, name, "mqtts://broker.plant.local:8883")
        {
            IsUadp = isUadp,
            State = () => _state,
            Groups =
            [
                new WriterGroupDescription(group, 1, TimeSpan.FromSeconds(1))
                {
                    Qos = 1,
                    NetworkMessageContentMask = 0x6,
                    Writers = [writer],
                },
            ],
        };
    }

    private static PublishedFieldDescription Field(string name, BuiltInType type, uint length) =>
        new(name, Guid.Empty, new NodeId(2, $"Line1/{name}"), type, -1, length, TimeSpan.FromMilliseconds(100));

    private static NodeId Id(string text) => new(1, text);

    private static string[] ReadMetaData(byte[] body)
    {
        var reader = new UaReader(body, EncodingLimits.Default);
        for (var schema = 0; schema < 4; schema++)
            Assert.That(reader.ReadInt32(), Is.EqualTo(-1));
        var lines = new List<string> { reader.ReadString()! };
        reader.ReadLocalizedText();
        for (var left = reader.ReadInt32(); left > 0; left--)
        {
            var (name, description, flags, type) = (
                reader.ReadString(),
                reader.ReadLocalizedText(),
                reader.ReadUInt16(),
                reader.ReadByte()
            );
            Assert.That((reader.ReadNodeId(), flags), Is.EqualTo(((NodeId)type, (ushort)0)));
            var (rank, dimensions, length) = (reader.ReadInt32(), reader.ReadInt32(), reader.ReadUInt32());
            Assert.That((reader.ReadGuid(), reader.ReadInt32(), dimensions), Is.EqualTo((Guid.Empty, -1, -1)));
            lines.Add($"{name} {(BuiltInType)type} {rank} {length} {description.Text}".TrimEnd());
        }
        Assert.That(reader.ReadGuid(), Is.EqualTo(Guid.Empty));
        lines.Add($"{reader.ReadUInt32()} {reader.ReadUInt32()}");
        return [.. lines];
    }

    private void Compare(NodeHandle instance, Dictionary<string, NodeHandle> declared, string path)
    {
        var present = Referred(instance).ToDictionary(node => Nodes.BrowseNameOf(node).Name!);
        Assert.That(
            declared.Where(d => RuleOf(d.Value) == Mandatory).Select(d => d.Key).Except(present.Keys),
            Is.Empty,
            $"mandatory below {path}"
        );
        foreach (var (name, node) in present)
        {
            Assert.That(declared, Does.ContainKey(name), $"declared below {path}");
            var (of, wanted) = (Nodes.Find(Nodes.TypeDefinitionOf(node)), Nodes.Find(Nodes.TypeDefinitionOf(declared[name])));
            Assert.That(SelfAndSupertypes(of), Does.Contain(wanted), $"type of {path}/{name}");
            var below = DeclarationsOf(of);
            foreach (var part in Referred(declared[name]))
                below.TryAdd(Nodes.BrowseNameOf(part).Name!, part);
            Compare(node, below, $"{path}/{name}");
        }
    }

    private Dictionary<string, NodeHandle> DeclarationsOf(NodeHandle type)
    {
        var declared = new Dictionary<string, NodeHandle>();
        foreach (var part in SelfAndSupertypes(type).SelectMany(Referred))
            declared.TryAdd(Nodes.BrowseNameOf(part).Name!, part);
        return declared;
    }

    private IEnumerable<NodeHandle> SelfAndSupertypes(NodeHandle type)
    {
        for (var at = type; at.Exists; at = SupertypeOf(at))
            yield return at;
    }

    private NodeHandle SupertypeOf(NodeHandle type) =>
        References(type)
            .Where(r => r is { Type: Ids.HasSubtype, IsForward: false })
            .Select(r => r.Target)
            .DefaultIfEmpty(NodeHandle.None)
            .First();

    private uint RuleOf(NodeHandle declaration) =>
        Nodes.IdOf(References(declaration).First(r => r is { Type: Ids.HasModellingRule, IsForward: true }).Target).Numeric;

    // The built-in type of a data type; null where it is abstract.
    private BuiltInType? BuiltInOf(NodeId dataType)
    {
        for (var type = Nodes.Find(dataType); type.Exists; type = SupertypeOf(type))
        {
            var id = Nodes.IdOf(type).Numeric;
            if (id == 29)
                return BuiltInType.Int32; // an enumeration
            if (id is > 0 and < 24)
                return (BuiltInType)id;
        }
        return null;
    }

    private NodeHandle[] Referred(NodeHandle node) =>
        [.. References(node).Where(r => r is { IsForward: true, Type: Ids.HasComponent or Ids.HasProperty }).Select(r => r.Target)];

    private string[] Targets(NodeId node, uint type, bool isForward = true) =>
        [
            .. References(Nodes.Find(node))
                .Where(r => r.Type == type && r.IsForward == isForward)
                .Select(r => Nodes.IdOf(r.Target).ToString()),
        ];

    private List<NodeReference> References(NodeHandle node)
    {
        var all = new List<NodeReference>();
        var page = new NodeReference[7];
        while (Nodes.References(node, all.Count, page) is > 0 and var count)
            all.AddRange(page[..count]);
        return all;
    }
}
