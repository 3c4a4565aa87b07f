using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

[CancelAfter(30_000)]
internal sealed class HistoryReadTests : HistoryFixture
{
    [Test]
    public async Task Without_a_history_the_service_is_not_offered()
    {
        await StartAsync(change: o => o with { History = null });
        var client = await SessionAsync();
        Assert.That(
            await StatusOf(client.CallAsync<HistoryReadResponse>(Request(Raw(At(0), At(1))), Stop)),
            Is.EqualTo("BadServiceUnsupported")
        );
        var values = await client.ReadAsync(Stop, Ids.HistoryServerCapabilities_AccessHistoryDataCapability);
        Assert.That(StatusCodes.NameOf(values[0].Status), Is.EqualTo("BadNodeIdUnknown"));
    }

    [Test]
    [ConformanceUnit("Attribute Historical Read")]
    public async Task A_client_pages_by_continuation_points_that_are_never_the_same()
    {
        Fill(100);
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 7 });
        var client = await SessionAsync();
        var (values, points, point) = (new List<long>(), new HashSet<string>(), (byte[]?)null);
        do
        {
            var result = await ReadAsync(client, Raw(At(0), At(10)), point);
            values.AddRange(ValuesOf(result).Select(v => v.SourceTime));
            point = result.ContinuationPoint;
            Assert.That(points.Add(Convert.ToHexString(point ?? [])), "the same point twice");
        } while (point is { Length: > 0 });
        Assert.That(values, Is.EqualTo(Enumerable.Range(0, 100).Select(i => At(0, i))));
    }

    [Test]
    public async Task An_answer_is_no_larger_than_the_client_accepts()
    {
        var text = new string('ä', 1000);
        for (var i = 0; i < 60; i++)
            Record(0, At(0, i), Variant.From(text + i));
        await StartAsync(
            nodes: UaTestNodes.Many(1, BuiltInType.String),
            variables: 1,
            change: o => o with { Limits = o.Limits with { MaxResponseSize = 20_000 } }
        );
        var (values, answers) = await ReadAllAsync(await SessionAsync(), Raw(At(0), At(10)));
        Assert.That(values.Select(v => v.Value.Reference), Is.EqualTo(Enumerable.Range(0, 60).Select(i => text + i)));
        Assert.That(answers, Is.GreaterThan(5));
    }

    [Test]
    public async Task A_value_that_fits_into_no_answer_is_an_error_of_its_node()
    {
        Record(0, At(0), Variant.From(new string('x', 50_000)));
        await StartAsync(
            nodes: UaTestNodes.Many(1, BuiltInType.String),
            variables: 1,
            change: o => o with { Limits = o.Limits with { MaxResponseSize = 20_000 } }
        );
        var result = await ReadAsync(await SessionAsync(), Raw(At(0), At(10)));
        Assert.That(StatusCodes.NameOf(result.StatusCode), Is.EqualTo("BadEncodingLimitsExceeded"));
    }

    [Test]
    public async Task A_follow_up_needs_no_details_as_OPC_Publisher_sends_it()
    {
        Fill(10);
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 6 });
        var client = await SessionAsync();
        var first = await ReadAsync(client, Raw(At(0), At(10)));
        var second = await ReadAsync(client, null, first.ContinuationPoint);
        Assert.That(ValuesOf(second).Select(v => v.SourceTime), Is.EqualTo(Enumerable.Range(6, 4).Select(i => At(0, i))));
        var third = await ReadAsync(client, Raw(At(0), At(10)));
        var request = Request(null, new HistoryReadValueId { NodeId = Toy, ContinuationPoint = third.ContinuationPoint });
        request.HistoryReadDetails = new ExtensionObject(ReadRawModifiedDetails.EncodingId, null); // the kind, without a body
        Assert.That(ValuesOf((await client.CallAsync<HistoryReadResponse>(request, Stop)).Results[0]), Has.Length.EqualTo(4));
        Assert.That(await StatusOf(client.CallAsync<HistoryReadResponse>(Request(null), Stop)), Is.EqualTo("BadHistoryOperationInvalid"));
    }

    [Test]
    public async Task A_continuation_point_is_used_once_or_released()
    {
        Fill(30);
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 5 });
        var client = await SessionAsync();
        var used = (await ReadAsync(client, Raw(At(0), At(10)))).ContinuationPoint;
        await ReadAsync(client, Raw(At(0), At(10)), used);
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(client, Raw(At(0), At(10)), used)).StatusCode),
            Is.EqualTo("BadContinuationPointInvalid")
        );
        var released = (await ReadAsync(client, Raw(At(0), At(10)))).ContinuationPoint;
        var request = Request(null, new HistoryReadValueId { NodeId = Toy, ContinuationPoint = released });
        request.ReleaseContinuationPoints = true;
        var answer = (await client.CallAsync<HistoryReadResponse>(request, Stop)).Results[0];
        Assert.That(
            (StatusCodes.NameOf(answer.StatusCode), answer.HistoryData is null, answer.ContinuationPoint is null),
            Is.EqualTo(("Good", true, true))
        );
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(client, Raw(At(0), At(10)), released)).StatusCode),
            Is.EqualTo("BadContinuationPointInvalid")
        );
        var other = await SessionAsync();
        var mine = (await ReadAsync(client, Raw(At(0), At(10)))).ContinuationPoint;
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(other, Raw(At(0), At(10)), mine)).StatusCode),
            Is.EqualTo("BadContinuationPointInvalid")
        );
    }

    [Test]
    public async Task A_continuation_point_that_is_cut_or_longer_or_of_another_node_is_none()
    {
        Fill(100);
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 5 });
        var client = await SessionAsync();
        var point = (await ReadAsync(client, Raw(At(0), At(10)))).ContinuationPoint!;
        for (var length = 1; length < point.Length; length++)
            Assert.That(await StatusOf(point[..length]), Is.EqualTo("BadContinuationPointInvalid"), $"{length} bytes");
        Assert.That(await StatusOf([.. point, 0]), Is.EqualTo("BadContinuationPointInvalid"));
        Assert.That(await StatusOf(point, UaTestNodes.IdOfVariable(1)), Is.EqualTo("BadContinuationPointInvalid"));
        Assert.That(Server.Events.OfType<RequestFailed>(), Is.Empty);

        async Task<string> StatusOf(byte[] continuation, NodeId? node = null) =>
            StatusCodes.NameOf((await ReadAsync(client, Raw(At(0), At(10)), continuation, node)).StatusCode);
    }

    [Test]
    public async Task One_continuation_point_too_many_resets_the_oldest_of_earlier_calls()
    {
        Fill(30);
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 5, MaxContinuationPoints = 2 });
        var client = await SessionAsync();
        var points = new List<byte[]?>();
        for (var i = 0; i < 3; i++)
            points.Add((await ReadAsync(client, Raw(At(0), At(10)))).ContinuationPoint);
        Assert.That(StatusCodes.NameOf((await ReadAsync(client, null, points[0])).StatusCode), Is.EqualTo("BadContinuationPointInvalid"));
        Assert.That(StatusCodes.NameOf((await ReadAsync(client, null, points[1])).StatusCode), Is.EqualTo("Good"));
        var node = new HistoryReadValueId { NodeId = Toy };
        var many = (await client.CallAsync<HistoryReadResponse>(Request(Raw(At(0), At(10)), node, node, node), Stop)).Results;
        Assert.That(many.Select(r => StatusCodes.NameOf(r.StatusCode)), Is.EqualTo((string[])["Good", "Good", "BadNoContinuationPoints"]));
    }

    [Test]
    public async Task When_the_clients_timeout_nears_an_answer_may_be_empty_but_has_a_new_continuation_point()
    {
        Fill(10);
        await StartAsync(change: OnClock);
        var client = await SessionAsync();
        History.PageSize = 2;
        History.Reading = () => Clock.Advance(TimeSpan.FromSeconds(4));
        var request = Request(Raw(At(0), At(10)), new HistoryReadValueId { NodeId = Toy }, new HistoryReadValueId { NodeId = Toy });
        request.RequestHeader.TimeoutHint = 10_000;
        var results = (await client.CallAsync<HistoryReadResponse>(request, Stop)).Results;
        Assert.That(
            results.Select(r => (ValuesOf(r).Length, r.ContinuationPoint!.Length > 0)),
            Is.EqualTo(((int, bool)[])[(4, true), (0, true)])
        );
        History.Reading = static () => { };
        Assert.That(ValuesOf(await ReadAsync(client, null, results[1].ContinuationPoint)), Has.Length.EqualTo(10));
        Assert.That(ValuesOf(await ReadAsync(client, null, results[0].ContinuationPoint)), Has.Length.EqualTo(6));
    }

    [
        TestCase(TimestampsToReturn.Source, "Good"),
        TestCase(TimestampsToReturn.Both, "Good"),
        TestCase(TimestampsToReturn.Server, "BadTimestampNotSupported")
    ]
    public async Task Server_times_are_given_only_if_they_are_stored(TimestampsToReturn timestamps, string status)
    {
        Fill(3);
        await StartAsync();
        var request = Request(Raw(At(0), At(10)));
        request.TimestampsToReturn = timestamps;
        var result = (await (await SessionAsync()).CallAsync<HistoryReadResponse>(request, Stop)).Results[0];
        Assert.That(StatusCodes.NameOf(result.StatusCode), Is.EqualTo(status));
        if (result.StatusCode.IsGood)
            Assert.That(
                ValuesOf(result).Select(v => (v.SourceTime, v.ServerTime)),
                Is.EqualTo(Enumerable.Range(0, 3).Select(i => (At(0, i), 0L)))
            );
    }

    [TestCase(TimestampsToReturn.Neither), TestCase((TimestampsToReturn)9), TestCase((TimestampsToReturn)(-1))]
    public async Task Timestamps_that_make_no_sense_are_refused(TimestampsToReturn timestamps)
    {
        await StartAsync();
        var request = Request(Raw(At(0), At(10)));
        request.TimestampsToReturn = timestamps;
        var client = await SessionAsync();
        Assert.That(await StatusOf(client.CallAsync<HistoryReadResponse>(request, Stop)), Is.EqualTo("BadTimestampsToReturnInvalid"));
    }

    [Test]
    public async Task Details_that_say_too_little_or_what_is_not_there_are_refused()
    {
        Fill(3);
        await StartAsync();
        var client = await SessionAsync();
        foreach (
            var (details, status) in ((ReadRawModifiedDetails, string)[])
                [
                    (Raw(0, 0, 5), "BadHistoryOperationInvalid"),
                    (Raw(At(0), 0), "BadHistoryOperationInvalid"),
                    (Raw(0, At(0)), "BadHistoryOperationInvalid"),
                    (
                        new ReadRawModifiedDetails
                        {
                            StartTime = At(0),
                            EndTime = At(1),
                            IsReadModified = true,
                        },
                        "BadHistoryOperationUnsupported"
                    ),
                    (
                        new ReadRawModifiedDetails
                        {
                            StartTime = At(0),
                            EndTime = At(1),
                            IsReadModified = true,
                            ReturnBounds = true,
                        },
                        "BadInvalidArgument"
                    ),
                ]
        )
            Assert.That(StatusCodes.NameOf((await ReadAsync(client, details)).StatusCode), Is.EqualTo(status));
    }

    [Test]
    public async Task A_wrong_node_does_not_harm_its_neighbours()
    {
        Fill(3);
        await StartAsync();
        NodeId[] ids = [Toy, new NodeId(2, "nobody"), UaTestNodes.IdOfVariable(1), Ids.Server, Toy];
        var nodes = ids.Select(id => new HistoryReadValueId { NodeId = id });
        var client = await SessionAsync();
        var results = (await client.CallAsync<HistoryReadResponse>(Request(Raw(At(0), At(10)), [.. nodes]), Stop)).Results;
        Assert.That(
            results.Select(r => StatusCodes.NameOf(r.StatusCode)),
            Is.EqualTo((string[])["Good", "BadNodeIdUnknown", "BadHistoryOperationUnsupported", "BadHistoryOperationUnsupported", "Good"])
        );
    }

    [Test]
    public async Task A_range_is_cut_out_of_each_value_and_is_missing_only_where_it_is_missing()
    {
        Record(0, At(0), Variant.FromArray(BuiltInType.Int32, new[] { 1, 2, 3, 4 }));
        Record(0, At(1), Variant.FromArray(BuiltInType.Int32, new[] { 5 }));
        Record(0, At(2), default, StatusCodes.BadDataLost);
        await StartAsync(nodes: new UaTestNodes(BuiltInType.Int32) { IsArray = _ => true }, variables: 1);
        var client = await SessionAsync();
        var values = ValuesOf(await CutAsync("1:2"));
        Assert.That(values[0].Value.Reference, Is.EqualTo(new[] { 2, 3 }));
        Assert.That(values.Select(v => StatusCodes.NameOf(v.Status)), Is.EqualTo((string[])["Good", "BadIndexRangeNoData", "BadDataLost"]));
        Assert.That(StatusCodes.NameOf((await CutAsync("1 : 2")).StatusCode), Is.EqualTo("BadIndexRangeInvalid"));

        async Task<HistoryReadResult> CutAsync(string range) =>
            (
                await client.CallAsync<HistoryReadResponse>(
                    Request(Raw(At(0), At(10)), new HistoryReadValueId { NodeId = Toy, IndexRange = range }),
                    Stop
                )
            ).Results[0];
    }

    [Test]
    public async Task History_has_a_permission_of_its_own()
    {
        Fill(3);
        await StartAsync(change: o =>
            o with
            {
                Permissions = PermissionSet.ForEverybody(NodePermissions.All & ~NodePermissions.ReadHistory),
            }
        );
        var client = await SessionAsync();
        Assert.That(StatusCodes.NameOf((await ReadAsync(client, Raw(At(0), At(10)))).StatusCode), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await AttributeAsync(client, Toy, AttributeId.AccessLevel), Is.EqualTo(5));
        Assert.That(await AttributeAsync(client, Toy, AttributeId.UserAccessLevel), Is.EqualTo(1));
    }

    [Test]
    public async Task Too_many_nodes_are_refused()
    {
        await StartAsync(new HistoryLimits { MaxNodesPerCall = 2 });
        var node = new HistoryReadValueId { NodeId = Toy };
        var client = await SessionAsync();
        var request = Request(Raw(At(0), At(1)), node, node, node);
        Assert.That(await StatusOf(client.CallAsync<HistoryReadResponse>(request, Stop)), Is.EqualTo("BadTooManyOperations"));
    }

    private static async Task<long> AttributeAsync(UaTestClient client, NodeId node, AttributeId attribute)
    {
        var read = await client.CallAsync<ReadResponse>(
            new ReadRequest { NodesToRead = [new ReadValueId { NodeId = node, AttributeId = (uint)attribute }] },
            Stop
        );
        return read.Results[0].Value.Bits;
    }

    private void Fill(int count)
    {
        for (var i = 0; i < count; i++)
            Record(0, At(0, i), Variant.From((double)i));
    }
}
