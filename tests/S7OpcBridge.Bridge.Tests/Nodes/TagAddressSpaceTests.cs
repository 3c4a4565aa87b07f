using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

[TestFixture]
public sealed class TagAddressSpaceTests
{
    private readonly TagAddressSpace _space = new(Maps.Plant, "urn:test:tags");

    [TestCase("Line1/Motor/Speed", "Speed", NodeClass.Variable)]
    [TestCase("Line1/Umlaut/Füllstand", "Füllstand", NodeClass.Variable)]
    [TestCase("Line1", "Line1", NodeClass.Object)]
    [TestCase("Line1/Motor/Drive", "Drive", NodeClass.Object)]
    [TestCase("Line1/Motor/Speed/EURange", "EURange", NodeClass.Variable)]
    [TestCase("Line2/_Status/LastError", "LastError", NodeClass.Variable)]
    [TestCase("Line2/_Status/Scans/normal/Age", "Age", NodeClass.Variable)]
    [TestCase("\"DB\".\"speed\"", "Speed", NodeClass.Variable)]
    public void Every_node_is_found_by_the_id_it_shows(string id, string name, NodeClass nodeClass)
    {
        var node = Find(id);
        Assert.That(node, Is.Not.Negative);
        Assert.That(_space.IdOf(node), Is.EqualTo(new NodeId(2, id)));
        Assert.That(_space.BrowseNameOf(node).Name, Is.EqualTo(name));
        Assert.That(_space.ClassOf(node), Is.EqualTo(nodeClass));
    }

    [Test]
    [ConformanceUnit("Address Space Atomicity")]
    [ConformanceUnit("Address Space Full Array Only")]
    public void A_tag_too_long_for_the_smallest_PDU_says_that_it_may_come_in_pieces()
    {
        var space = new TagAddressSpace(
            Maps.Of(
                ("Line1", "Short", "Int(0..9)", null),
                ("Line1", "Long", "Int(0..199)", null),
                ("Line1", "LongSetpoint", "Int(0..199)", null)
            ),
            "urn:test:tags"
        );
        Assert.That(new[] { "Short", "Long", "LongSetpoint" }.Select(AccessLevelEx), Is.EqualTo(new[] { 1u, 0x301u, 0x303u }));

        uint AccessLevelEx(string tag)
        {
            var status = space.Read(
                space.Find(new NodeIdView(2, NodeIdKind.String, Encoding.UTF8.GetBytes($"Line1/{tag}"))),
                AttributeId.AccessLevelEx,
                out var value
            );
            Assert.That(status.IsGood && value.Type == BuiltInType.UInt32, Is.True);
            return (uint)value.Bits;
        }
    }

    [TestCase("Line1/Motor/Spee")]
    [TestCase("Line1/Motor/Speed/")]
    [TestCase("line1/Motor/Speed")]
    [TestCase("Line2/Motor/Speed")]
    [TestCase("")]
    public void What_is_not_in_the_map_is_not_found(string id) => Assert.That(Find(id), Is.EqualTo(-1));

    [Test]
    public void Ids_of_other_namespaces_and_kinds_are_not_ours()
    {
        var name = Encoding.UTF8.GetBytes("Line1/Motor/Speed");
        Assert.That(_space.Find(new NodeIdView(1, NodeIdKind.String, name)), Is.EqualTo(-1));
        Assert.That(_space.Find(new NodeIdView(2, NodeIdKind.Opaque, name)), Is.EqualTo(-1));
        Assert.That(_space.Find(new NodeIdView(2, 85)), Is.EqualTo(-1));
    }

    [Test]
    public void Folders_hold_their_tags_and_folders_and_each_child_points_back()
    {
        var motor = Find("Line1/Motor");
        var children = References(motor)
            .Where(reference => reference.IsForward)
            .Select(reference => _space.IdOf(reference.Target.Index).Identifier);
        Assert.That(children, Is.EquivalentTo(new[] { "Line1/Motor/Speed", "Line1/Motor/Setpoint", "Line1/Motor/Drive" }));
        Assert.That(
            References(Find("Line1/Motor/Drive")),
            Has.Some.EqualTo(new NodeReference(Ids.Organizes, false, NodeHandle.Own(motor)))
        );
        Assert.That(
            References(Find("Line1/Motor/Speed")),
            Has.Some.EqualTo(new NodeReference(Ids.Organizes, false, NodeHandle.Own(motor)))
        );
    }

    [Test]
    public void Every_forward_reference_has_its_inverse_and_no_node_is_lost()
    {
        var seen = new HashSet<int>();
        var open = new Queue<int>([Find("Line1"), Find("Line2")]);
        while (open.TryDequeue(out var node))
        {
            Assert.That(seen.Add(node), Is.True, $"{_space.IdOf(node)} is reached twice");
            foreach (var reference in References(node).Where(reference => reference.IsForward))
            {
                Assert.That(
                    References(reference.Target.Index),
                    Has.Some.EqualTo(new NodeReference(reference.Type, false, NodeHandle.Own(node)))
                );
                open.Enqueue(reference.Target.Index);
            }
        }
        Assert.That(Enumerable.Range(0, Maps.Plant.Tags.Length), Is.SubsetOf(seen));
    }

    [Test]
    public void Pages_of_references_join_without_gap_or_repetition([Values(1, 2, 3, 100)] int page)
    {
        foreach (var id in new[] { "Line1", "Line1/Motor", "Line1/Motor/Speed", "Line1/_Status" })
        {
            var node = Find(id);
            var joined = new List<NodeReference>();
            var buffer = new NodeReference[page];
            for (int count; (count = _space.References(node, joined.Count, buffer)) > 0; )
                joined.AddRange(buffer[..count]);
            Assert.That(joined, Is.EqualTo(References(node)));
        }
    }

    [Test]
    public void PLCs_hang_under_Objects()
    {
        var hooks = _space
            .ExternalReferences.Where(hook => hook.From == Ids.ObjectsFolder && hook.Reference.Type == Ids.Organizes)
            .ToArray();
        Assert.That(hooks.Select(hook => _space.IdOf(hook.Reference.Target.Index).Identifier), Is.EqualTo(new[] { "Line1", "Line2" }));
    }

    [Test]
    public void PLCs_tell_of_events_and_the_Server_object_of_theirs()
    {
        var hooks = _space.ExternalReferences.Where(hook => hook.From == Ids.Server).ToArray();
        Assert.That(hooks.Select(hook => hook.Reference.Type), Is.All.EqualTo(Ids.HasNotifier));
        Assert.That(hooks.Select(hook => _space.IdOf(hook.Reference.Target.Index).Identifier), Is.EqualTo(new[] { "Line1", "Line2" }));
        foreach (var (id, notifier) in new[] { ("Line1", 1), ("Line1/Motor", 0), ("Line1/_Status", 0) })
        {
            Assert.That(_space.Read(Find(id), AttributeId.EventNotifier, out var value).IsGood);
            Assert.That(value.Bits, Is.EqualTo(notifier), id);
        }
    }

    [Test]
    public void Every_PLC_has_a_NodeVersion_that_a_reload_may_raise()
    {
        Assert.That(_space.Read(Find("Line1/NodeVersion"), AttributeId.Value, out var version).IsGood);
        Assert.That(version.Reference, Is.EqualTo("1"));
        Assert.That(
            References(Find("Line1")),
            Has.Some.EqualTo(new NodeReference(Ids.HasProperty, true, NodeHandle.Own(Find("Line1/NodeVersion"))))
        );
        Assert.That(_space.BrowseNameOf(Find("Line1/NodeVersion")), Is.EqualTo(new QualifiedName(0, "NodeVersion")));
    }

    [Test]
    [ConformanceUnit("Base Info Engineering Units")]
    [ConformanceUnit("Data Access AnalogItems")]
    public void A_range_makes_an_analog_item_and_a_unit_alone_an_analog_unit()
    {
        Assert.That(_space.TypeDefinitionOf(Find("Line1/Motor/Speed")), Is.EqualTo(Ids.AnalogItemType));
        Assert.That(_space.TypeDefinitionOf(Find("Line1/Motor/Setpoint")), Is.EqualTo(Ids.AnalogUnitType));
        Assert.That(_space.TypeDefinitionOf(Find("Line1/Motor/Drive/Fault")), Is.EqualTo(Ids.BaseDataVariableType));
        var range = Value("Line1/Motor/Speed/EURange");
        Assert.That(range, Is.InstanceOf<OpcUa.Range>().With.Property("High").EqualTo(3000));
        var unit = Value("Line1/Motor/Speed/EngineeringUnits");
        Assert.That(unit, Is.InstanceOf<EUInformation>().With.Property("UnitId").EqualTo(5394509));
        Assert.That(Find("Line1/Motor/Setpoint/EURange"), Is.EqualTo(-1));
        Assert.That(Find("Line1/Motor/Setpoint/InstrumentRange"), Is.Not.Negative);
    }

    [TestCase("Real", true, true, true, Ids.AnalogItemType)]
    [TestCase("Real", false, true, true, Ids.AnalogItemType)]
    [TestCase("DInt(0..3)", true, false, true, Ids.AnalogUnitType)]
    [TestCase("Time", false, false, true, Ids.BaseAnalogType)]
    [TestCase("Real", false, false, false, Ids.BaseDataVariableType)]
    [TestCase("String[8]", true, false, false, Ids.BaseDataVariableType)]
    [TestCase("Bool", true, false, false, Ids.BaseDataVariableType)]
    public void The_analog_types_are_for_numbers_and_have_the_properties_that_they_must(
        string type,
        bool unit,
        bool range,
        bool limits,
        uint expected
    )
    {
        var details = new TagDetails
        {
            Unit = unit ? "rpm" : null,
            Range = range ? new TagRange(0, 1) : null,
            Limits = limits ? new TagRange(0, 1) : null,
        };
        var space = new TagAddressSpace(Maps.Of(("L", "T", type, details)), "urn:test:tags");
        Assert.That(space.TypeDefinitionOf(0), Is.EqualTo(expected));
        string[] properties =
        [
            .. new[] { (unit, "EngineeringUnits"), (range, "EURange"), (limits, "InstrumentRange") }
                .Where(property => property.Item1)
                .Select(property => property.Item2),
        ];
        var references = new NodeReference[10];
        var shown = references[..space.References(0, 0, references)]
            .Where(reference => reference.Type == Ids.HasProperty)
            .Select(reference => space.BrowseNameOf(reference.Target.Index))
            .Where(name => name.Namespace == 0);
        Assert.That(shown, Is.EqualTo(properties.Select(name => new QualifiedName(0, name))));
    }

    [Test]
    [ConformanceUnit("Base Info ValueAsText")]
    [ConformanceUnit("Data Access MultiState")]
    public void States_make_a_multi_state_value_whose_text_follows_the_number()
    {
        var states = new TagStates([new(0, "Off"), new(1, "On")]);
        var space = new TagAddressSpace(Maps.Of(("Line1", "Mode", "Int", new TagDetails { States = states })), "urn:test:tags");
        var text = Node("Line1/Mode/ValueAsText");
        Assert.That(space.TypeDefinitionOf(0), Is.EqualTo(Ids.MultiStateValueDiscreteType));
        Assert.That(space.Read(text, AttributeId.Value, out _).Value, Is.EqualTo(StatusCodes.BadWaitingForInitialData));

        var table = new VariableTable(space.VariableCount, 1);
        space.Follow(table);
        Assert.That(
            space.Read(text, AttributeId.Value, out _).Value,
            Is.EqualTo(StatusCodes.BadWaitingForInitialData),
            "the number has not been read yet"
        );
        Assert.That(TextFor(1, StatusCodes.Good), Is.EqualTo((new LocalizedText("On"), StatusCodes.Good)));
        Assert.That(
            TextFor(0, StatusCodes.UncertainLastUsableValue),
            Is.EqualTo((new LocalizedText("Off"), StatusCodes.UncertainLastUsableValue))
        );
        Assert.That(
            TextFor(7, StatusCodes.Good),
            Is.EqualTo((default(LocalizedText), StatusCodes.Good)),
            "a number that is no state has no text"
        );

        Assert.That(space.Read(Node("Line1/Mode/EnumValues"), AttributeId.Value, out var values).IsGood, Is.True);
        Assert.That(
            ((ExtensionObject[])values.Reference!).Select(o => (EnumValueType)o.Body!).Select(v => (v.Value, v.DisplayName.Text)),
            Is.EqualTo(new[] { (0L, "Off"), (1L, "On") })
        );
        Assert.That(space.Read(Node("Line1/Mode/EnumValues"), AttributeId.ValueRank, out var rank).IsGood && rank.Bits == 1, Is.True);
        Assert.That(
            space.Read(text, AttributeId.DataType, out var type).IsGood && Equals(type.Reference, (NodeId)Ids.LocalizedText),
            Is.True
        );

        int Node(string id) => space.Find(new NodeIdView(2, NodeIdKind.String, Encoding.UTF8.GetBytes(id)));

        (LocalizedText, uint) TextFor(short number, uint status)
        {
            using (var update = table.BeginUpdate())
                update.Set(0, Variant.From(number), status, 1);
            var read = space.Read(text, AttributeId.Value, out var value);
            return ((LocalizedText)value.Reference!, read.Value);
        }
    }

    [Test]
    [ConformanceUnit("Address Space Base")]
    [ConformanceUnit("Data Access DataItems")]
    public void Attributes_say_type_rank_access_and_interval()
    {
        Assert.That(Read("Line1/Motor/Speed", AttributeId.DataType).Reference, Is.EqualTo((NodeId)10));
        Assert.That(Read("Line1/Umlaut/Füllstand", AttributeId.DataType).Reference, Is.EqualTo((NodeId)290));
        Assert.That(Read("Line1/Motor/Speed", AttributeId.ValueRank).Bits, Is.EqualTo(-1));
        Assert.That(Read("Line1/Temps", AttributeId.ValueRank).Bits, Is.EqualTo(1));
        Assert.That(Read("Line1/Temps", AttributeId.ArrayDimensions).Reference, Is.EqualTo(new uint[] { 10 }));
        Assert.That(Read("Line1/Motor/Speed", AttributeId.AccessLevel).Bits, Is.EqualTo(1));
        Assert.That(Read("Line1/Motor/Setpoint", AttributeId.AccessLevel).Bits, Is.EqualTo(3));
        Assert.That(BitConverter.Int64BitsToDouble(Read("Line1/Motor/Speed", AttributeId.MinimumSamplingInterval).Bits), Is.EqualTo(250));
        Assert.That(Read("Line1/Motor/Speed", AttributeId.Description).Reference, Is.EqualTo(new LocalizedText("Drehzahl")));
        Assert.That(
            _space.Read(Find("Line1/Motor/Speed"), AttributeId.InverseName, out _).Value,
            Is.EqualTo(StatusCodes.BadAttributeIdInvalid)
        );
        Assert.That(_space.Read(Find("Line1/Motor"), AttributeId.DataType, out _).Value, Is.EqualTo(StatusCodes.BadAttributeIdInvalid));
    }

    [Test]
    public void Tags_and_status_variables_have_distinct_rows_in_the_table()
    {
        var rows = Maps
            .Plant.Tags.Select(tag => _space.VariableOf(tag.Id))
            .Append(_space.VariableOf(Find("Line1/_Status/Connected")))
            .Append(_space.VariableOf(Find("Line2/_Status/Connected")));
        Assert.That(rows, Is.Unique.And.All.LessThan(_space.VariableCount));
        Assert.That(_space.VariableOf(Find("Line1/Motor")), Is.EqualTo(-1));
        Assert.That(_space.VariableOf(Find("Line1/Motor/Speed/EURange")), Is.EqualTo(-1));
    }

    private int Find(string id) => _space.Find(new NodeIdView(2, NodeIdKind.String, Encoding.UTF8.GetBytes(id)));

    private NodeReference[] References(int node)
    {
        var buffer = new NodeReference[64];
        return buffer[.._space.References(node, 0, buffer)];
    }

    private Variant Read(string id, AttributeId attribute)
    {
        var status = _space.Read(Find(id), attribute, out var value);
        Assert.That(status.Value, Is.EqualTo(StatusCodes.Good), $"{id} {attribute}");
        return value;
    }

    private object? Value(string id) => ((ExtensionObject)Read(id, AttributeId.Value).Reference!).Body;
}
