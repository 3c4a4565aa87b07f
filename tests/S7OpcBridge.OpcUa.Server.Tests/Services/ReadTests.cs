using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Services;

[CancelAfter(20_000)]
internal sealed class ReadTests : UaServerFixture
{
    private static readonly NodeId Toy = UaTestNodes.IdOfVariable(0);

    [
        TestCase(TimestampsToReturn.Source, true, false),
        TestCase(TimestampsToReturn.Server, false, true),
        TestCase(TimestampsToReturn.Both, true, true),
        TestCase(TimestampsToReturn.Neither, false, false)
    ]
    public async Task Timestamps_are_given_as_asked_for(TimestampsToReturn timestamps, bool source, bool server)
    {
        await StartAsync();
        Server.Set(0, Variant.From(7));
        var value = await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = 13 }, timestamps);
        Assert.That((value.Value.Bits, value.SourceTime != 0, value.ServerTime != 0), Is.EqualTo((7L, source, server)));
    }

    [Test]
    [ConformanceUnit("Attribute Read")]
    public async Task Only_values_have_a_source_time()
    {
        await StartAsync();
        var value = await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = (uint)AttributeId.DisplayName });
        Assert.That((value.SourceTime, value.ServerTime > 0), Is.EqualTo((0L, true)));
    }

    [Test]
    public async Task A_bad_status_carries_no_value()
    {
        await StartAsync();
        Server.Set(0, Variant.From(7), StatusCodes.BadNoCommunication);
        var value = await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = 13 });
        Assert.That((StatusCodes.NameOf(value.Status), value.Value.IsNull), Is.EqualTo((nameof(StatusCodes.BadNoCommunication), true)));
    }

    [Test]
    public async Task A_variable_that_was_never_read_waits_for_its_first_value()
    {
        await StartAsync();
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = 13 })).Status),
            Is.EqualTo("BadWaitingForInitialData")
        );
    }

    [Test]
    [ConformanceUnit("Attribute Read")]
    public async Task One_bad_operation_does_not_harm_its_neighbours()
    {
        await StartAsync();
        Server.Set(0, Variant.From(7));
        var client = await SessionAsync();
        var values = await client.ReadAsync(Stop, Toy, new NodeId(2, "nobody"), new NodeId(9, 9u), Toy);
        Assert.That(
            values.Select(v => StatusCodes.NameOf(v.Status)),
            Is.EqualTo((string[])["Good", "BadNodeIdUnknown", "BadNodeIdUnknown", "Good"])
        );
    }

    [
        TestCase((uint)AttributeId.IsAbstract, "BadAttributeIdInvalid"),
        TestCase(0u, "BadAttributeIdInvalid"),
        TestCase(28u, "BadAttributeIdInvalid"),
        TestCase((uint)AttributeId.WriteMask, "Good"),
        TestCase((uint)AttributeId.UserWriteMask, "Good"),
        TestCase((uint)AttributeId.UserAccessLevel, "Good"),
        TestCase((uint)AttributeId.NodeId, "Good"),
        TestCase((uint)AttributeId.NodeClass, "Good"),
        TestCase((uint)AttributeId.BrowseName, "Good")
    ]
    [ConformanceUnit("Attribute Read")]
    public async Task Attributes_are_there_or_are_not(uint attribute, string status)
    {
        await StartAsync();
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = attribute })).Status),
            Is.EqualTo(status)
        );
    }

    [Test]
    public async Task The_value_of_an_object_is_no_attribute()
    {
        await StartAsync();
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(new ReadValueId { NodeId = Ids.ObjectsFolder, AttributeId = 13 })).Status),
            Is.EqualTo("BadAttributeIdInvalid")
        );
    }

    [Test]
    public async Task A_variable_that_may_not_be_read_is_not()
    {
        await StartAsync(nodes: new UaTestNodes(BuiltInType.Int32) { IsReadable = _ => false }, variables: 1);
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = 13 })).Status),
            Is.EqualTo("BadNotReadable")
        );
    }

    [Test]
    [ConformanceUnit("Security Role Server Authorization")]
    public async Task What_a_caller_may_do_is_decided_by_the_permissions_and_shown()
    {
        await StartAsync(o => o with { Permissions = PermissionSet.ForEverybody(NodePermissions.Browse) });
        Server.Set(0, Variant.From(7));
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = 13 })).Status),
            Is.EqualTo("BadUserAccessDenied")
        );
        Assert.That(
            (await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = (uint)AttributeId.AccessLevel })).Value.Bits,
            Is.EqualTo(1)
        );
        Assert.That(
            (await ReadAsync(new ReadValueId { NodeId = Toy, AttributeId = (uint)AttributeId.UserAccessLevel })).Value.Bits,
            Is.Zero
        );
    }

    [
        TestCase("1:2", "Good"),
        TestCase("9", "BadIndexRangeNoData"),
        TestCase("2:1", "BadIndexRangeInvalid"),
        TestCase("x", "BadIndexRangeInvalid")
    ]
    [ConformanceUnit("Attribute Read")]
    public async Task Parts_of_arrays_are_read(string range, string status)
    {
        await StartAsync();
        Server.Set(0, Variant.FromArray(BuiltInType.Int16, (short[])[10, 11, 12, 13]));
        var value = await ReadAsync(
            new ReadValueId
            {
                NodeId = Toy,
                AttributeId = 13,
                IndexRange = range,
            }
        );
        Assert.That(StatusCodes.NameOf(value.Status), Is.EqualTo(status));
        if (value.Status.IsGood)
            Assert.That(value.Value.Reference, Is.EqualTo((short[])[11, 12]));
    }

    [TestCase("Default Binary", 13u, "BadDataEncodingInvalid"), TestCase("Default XML", 3u, "BadDataEncodingInvalid")]
    [ConformanceUnit("Attribute Read")]
    public async Task Encodings_are_for_values_of_structures_only(string encoding, uint attribute, string status)
    {
        await StartAsync();
        Server.Set(0, Variant.From(7));
        var operation = new ReadValueId
        {
            NodeId = Toy,
            AttributeId = attribute,
            DataEncoding = new QualifiedName(0, encoding),
        };
        Assert.That(StatusCodes.NameOf((await ReadAsync(operation)).Status), Is.EqualTo(status));
    }

    [
        TestCase("Default Binary", "Good"),
        TestCase("Default XML", "BadDataEncodingUnsupported"),
        TestCase("Default JSON", "BadDataEncodingUnsupported"),
        TestCase("Something", "BadDataEncodingInvalid")
    ]
    public async Task The_encoding_of_a_structure_is_binary(string encoding, string status)
    {
        await StartAsync();
        var operation = new ReadValueId
        {
            NodeId = Ids.Server_ServerStatus,
            AttributeId = 13,
            DataEncoding = new QualifiedName(0, encoding),
        };
        Assert.That(StatusCodes.NameOf((await ReadAsync(operation)).Status), Is.EqualTo(status));
    }

    [
        TestCase(-1.0, 0, "BadMaxAgeInvalid"),
        TestCase(double.NaN, 0, "BadMaxAgeInvalid"),
        TestCase(0.0, 4, "BadTimestampsToReturnInvalid"),
        TestCase(0.0, -1, "BadTimestampsToReturnInvalid")
    ]
    [ConformanceUnit("Attribute Read")]
    public async Task Requests_that_make_no_sense_are_faults(double maxAge, int timestamps, string status)
    {
        await StartAsync();
        var client = await SessionAsync();
        var request = new ReadRequest
        {
            MaxAge = maxAge,
            TimestampsToReturn = (TimestampsToReturn)timestamps,
            NodesToRead = [new ReadValueId { NodeId = Toy, AttributeId = 13 }],
        };
        Assert.That(await StatusOf(client.CallAsync<ReadResponse>(request, Stop)), Is.EqualTo(status));
    }

    [TestCase(0, "BadNothingToDo"), TestCase(5, "Good"), TestCase(6, "BadTooManyOperations")]
    public async Task The_advertised_number_of_operations_is_the_enforced_one(int count, string status)
    {
        await StartAsync(o => o with { Limits = o.Limits with { MaxOperationsPerCall = 5 } });
        var client = await SessionAsync();
        Assert.That(await StatusOf(client.ReadAsync(Stop, [.. Enumerable.Repeat(Toy, count)])), Is.EqualTo(status));
        var advertised = await client.ReadAsync(Stop, Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRead);
        Assert.That(advertised[0].Value.Bits, Is.EqualTo(5));
    }

    [Test]
    [ConformanceUnit("Attribute Read")]
    public async Task A_read_with_a_maxAge_waits_until_old_values_are_confirmed_and_young_ones_are_taken_at_once()
    {
        var asked = new List<int>();
        var confirm = new TaskCompletionSource();
        await StartAsync(
            o =>
                o with
                {
                    Time = Clock,
                    ReadFresh = async (variables, _) =>
                    {
                        asked.AddRange(variables);
                        await confirm.Task;
                    },
                },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32) { SamplingInterval = 1000 },
            2
        );
        Server.Set(0, Variant.From(1));
        var client = await SessionAsync();
        var request = new ReadRequest
        {
            NodesToRead = [new ReadValueId { NodeId = Toy, AttributeId = 13 }],
            TimestampsToReturn = TimestampsToReturn.Both,
        };

        Clock.Advance(TimeSpan.FromMilliseconds(900));
        Assert.That(
            (await client.CallAsync<ReadResponse>(request, Stop)).Results[0].Value.Bits,
            Is.EqualTo(1),
            "within the sampling interval"
        );
        Clock.Advance(TimeSpan.FromMilliseconds(900));
        request.MaxAge = 5000;
        Assert.That((await client.CallAsync<ReadResponse>(request, Stop)).Results[0].Value.Bits, Is.EqualTo(1), "within the maxAge");
        Assert.That(asked, Is.Empty);

        request.MaxAge = 0;
        var fresh = client.CallAsync<ReadResponse>(request, Stop);
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State); // others are served meanwhile
        Server.Set(0, Variant.From(2));
        confirm.SetResult();
        Assert.That((await fresh).Results[0].Value.Bits, Is.EqualTo(2));
        Assert.That(asked, Is.EqualTo((int[])[0]));
    }

    [Test]
    public async Task A_node_that_is_denied_while_a_read_waits_for_it_is_denied_in_the_answer()
    {
        var (waits, confirm, permissions) = (
            new TaskCompletionSource(),
            new TaskCompletionSource(),
            PermissionSet.ForEverybody(NodePermissions.All)
        );
        await StartAsync(
            o =>
                o with
                {
                    Time = Clock,
                    Permissions = permissions,
                    ReadFresh = async (_, _) =>
                    {
                        waits.SetResult();
                        await confirm.Task;
                    },
                },
            new UaTestNodes(BuiltInType.Int32) { Permissions = _ => permissions },
            1
        );
        Server.Set(0, Variant.From(1));
        Clock.Advance(TimeSpan.FromSeconds(1));
        var client = await SessionAsync();
        var request = new ReadRequest
        {
            NodesToRead = [new ReadValueId { NodeId = Toy, AttributeId = 13 }],
            TimestampsToReturn = TimestampsToReturn.Both,
        };
        var fresh = client.CallAsync<ReadResponse>(request, Stop);
        await waits.Task.WaitAsync(Stop);
        permissions = PermissionSet.ForEverybody(NodePermissions.Browse);
        confirm.SetResult();
        var answer = (await fresh).Results[0];
        Assert.That((StatusCodes.NameOf(answer.Status), answer.Value.IsNull), Is.EqualTo(("BadUserAccessDenied", true)));
    }

    [Test]
    public async Task What_clients_read_right_after_they_connect_is_there()
    {
        await StartAsync();
        var client = await SessionAsync();
        var values = await client.ReadAsync(Stop, 2254u, 2255u, 2256u, 2258u, 2259u, 2261u, 2267u, 11705u, 11714u, 2735u, 24095u, 2294u);
        Assert.That(values.Select(v => StatusCodes.NameOf(v.Status)), Is.All.EqualTo("Good"));
        Assert.That(values[0].Value.Reference, Is.EqualTo((string[])["urn:test:server"]));
        Assert.That(values[1].Value.Reference, Is.EqualTo((string[])["http://opcfoundation.org/UA/", "urn:test:server", "urn:test:toys"]));
    }

    private async Task<DataValue> ReadAsync(ReadValueId operation, TimestampsToReturn timestamps = TimestampsToReturn.Both)
    {
        var client = await SessionAsync();
        var request = new ReadRequest { TimestampsToReturn = timestamps, NodesToRead = [operation] };
        return (await client.CallAsync<ReadResponse>(request, Stop)).Results[0];
    }
}
