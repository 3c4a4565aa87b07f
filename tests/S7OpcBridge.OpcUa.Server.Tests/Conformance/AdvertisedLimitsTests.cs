using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>What ServerCapabilities and OperationLimits promise is what the services accept, and not one operation more.</summary>
[CancelAfter(60_000)]
internal sealed class AdvertisedLimitsTests : UaServerFixture
{
    private static IEnumerable<ServiceCase> Lists => ServiceCase.OfSession.Where(service => service.TakesList);

    [TestCaseSource(nameof(Lists))]
    [ConformanceUnit("Base Info Server Capabilities")]
    public async Task A_call_may_have_the_advertised_number_of_operations_and_not_one_more(ServiceCase service)
    {
        await StartAsync(options =>
            options with
            {
                Write = (_, _, _, _) => ValueTask.CompletedTask,
                Limits = options.Limits with
                {
                    MaxOperationsPerCall = 7,
                    MaxMethodsPerCall = 3,
                    Subscriptions = options.Limits.Subscriptions with { MaxOperationsPerCall = 5 },
                },
            }
        );
        var client = await SessionAsync();
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest { RequestedPublishingInterval = 60_000 },
            Stop
        );
        var limit = service.LimitNode == 0 ? 5 : (int)(await client.ReadAsync(Stop, service.LimitNode))[0].Value.Bits;
        Assert.That(limit, Is.Positive, "advertised");
        Assert.That(
            await StatusOf(client.CallRawAsync(service.Create(limit, subscription.SubscriptionId), Stop)),
            Is.Not.EqualTo("BadTooManyOperations")
        );
        Assert.That(
            await StatusOf(client.CallRawAsync(service.Create(limit + 1, subscription.SubscriptionId), Stop)),
            Is.EqualTo("BadTooManyOperations")
        );
    }

    [Test]
    [ConformanceUnit("Base Info Server Capabilities")]
    public async Task The_defaults_are_those_of_the_design()
    {
        await StartAsync();
        var client = await SessionAsync();
        var values = await client.ReadAsync(
            Stop,
            Ids.Server_ServerCapabilities_MaxSessions,
            Ids.Server_ServerCapabilities_MaxMonitoredItems,
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRead,
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerWrite,
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerBrowse,
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRegisterNodes,
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerTranslateBrowsePathsToNodeIds,
            Ids.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall
        );
        Assert.That(values.Select(v => v.Value.Bits), Is.EqualTo((long[])[500, 1_000_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000]));
    }

    [Test]
    [ConformanceUnit("Session Minimum 50 Parallel")]
    [ConformanceUnit("Session Minimum 2 Parallel")]
    [ConformanceUnit("Session Minimum 1")]
    public async Task Five_hundred_sessions_are_served_side_by_side_and_the_next_one_is_told()
    {
        await StartAsync();
        var clients = new List<UaTestClient>();
        for (var i = 0; i < 500; i++)
            clients.Add(await SessionAsync());
        var states = await Task.WhenAll(clients.Select(client => client.ReadAsync(Stop, Ids.Server_ServerStatus_State)));
        Assert.That(states.Select(read => read[0].Status.Value), Is.All.EqualTo(StatusCodes.Good));

        var late = await ClientAsync();
        Assert.That(await StatusOf(late.CreateSessionAsync(Stop)), Is.EqualTo("BadTooManySessions"));
        await clients[123].CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        Assert.That(await StatusOf(late.CreateSessionAsync(Stop)), Is.EqualTo("Good"));
    }

    [Test]
    [ConformanceUnit("Subscription Publish Min 02")]
    [ConformanceUnit("Subscription Publish Min 05")]
    [ConformanceUnit("Subscription Publish Min 10")]
    [ConformanceUnit("Subscription Publish Discard Policy")]
    public async Task A_hundred_Publishes_of_a_session_may_wait_and_one_more_costs_the_oldest()
    {
        await StartAsync();
        var client = await SessionAsync();
        await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000, PublishingEnabled = true },
            Stop
        );
        var waiting = new List<Task<PublishResponse>>();
        for (var i = 0; i < 100; i++)
            waiting.Add(client.CallAsync<PublishResponse>(new PublishRequest(), Stop));
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        Assert.That(waiting.Count(publish => publish.IsCompleted), Is.Zero, "all hundred wait");

        waiting.Add(client.CallAsync<PublishResponse>(new PublishRequest(), Stop));
        Assert.That(await StatusOf(waiting[0]), Is.EqualTo("BadTooManyPublishRequests"));
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        Assert.That(waiting.Skip(1).Count(publish => publish.IsCompleted), Is.Zero, "and the others go on waiting");
    }

    [
        TestCase("text", "BadEncodingLimitsExceeded"),
        TestCase("bytes", "BadEncodingLimitsExceeded"),
        TestCase("array", "BadEncodingLimitsExceeded"),
        TestCase("fits", "Good")
    ]
    [ConformanceUnit("Base Info Server Capabilities")]
    public async Task Texts_byte_strings_and_arrays_may_be_as_long_as_advertised(string what, string expected)
    {
        await StartAsync(
            options =>
                options with
                {
                    Write = (_, _, _, _) => ValueTask.CompletedTask,
                    Limits = options.Limits with
                    {
                        Encoding = new EncodingLimits
                        {
                            MaxArrayLength = 300,
                            MaxStringLength = 400,
                            MaxByteStringLength = 500,
                        },
                    },
                },
            UaTestNodes.Many(3, BuiltInType.Int32)
        );
        var client = await SessionAsync();
        var advertised = (
            await client.ReadAsync(
                Stop,
                Ids.Server_ServerCapabilities_MaxArrayLength,
                Ids.Server_ServerCapabilities_MaxStringLength,
                Ids.Server_ServerCapabilities_MaxByteStringLength
            )
        )
            .Select(value => (int)value.Value.Bits)
            .ToArray();
        Assert.That(advertised, Is.EqualTo((int[])[300, 400, 500]));
        Variant[] values = what switch
        {
            "text" => [Variant.From(new string('x', advertised[1] + 1))],
            "bytes" => [Variant.FromByteString(new byte[advertised[2] + 1])],
            "array" => [Variant.FromArray(BuiltInType.Int32, new int[advertised[0] + 1])],
            _ =>
            [
                Variant.From(new string('x', advertised[1])),
                Variant.FromByteString(new byte[advertised[2]]),
                Variant.FromArray(BuiltInType.Int32, new int[advertised[0]]),
            ],
        };
        var write = new WriteRequest
        {
            NodesToWrite =
            [
                .. values.Select(value => new WriteValue
                {
                    NodeId = UaTestNodes.IdOfVariable(0),
                    AttributeId = 13,
                    Value = new DataValue(value, 0, 0, 0),
                }),
            ],
        };
        Assert.That(await StatusOf(client.CallAsync<WriteResponse>(write, Stop)), Is.EqualTo(expected));
    }

    [Test]
    [ConformanceUnit("View Minimum Continuation Point 05")]
    public async Task As_many_browses_as_advertised_may_be_unfinished_at_once()
    {
        await StartAsync();
        var client = await SessionAsync();
        var advertised = (int)(await client.ReadAsync(Stop, Ids.Server_ServerCapabilities_MaxBrowseContinuationPoints))[0].Value.Bits;
        Assert.That(advertised, Is.GreaterThanOrEqualTo(5));
        var browses = await client.CallAsync<BrowseResponse>(
            new BrowseRequest
            {
                RequestedMaxReferencesPerNode = 1,
                NodesToBrowse =
                [
                    .. Enumerable.Range(0, advertised + 1).Select(_ => new BrowseDescription { NodeId = Ids.Server, ResultMask = 63 }),
                ],
            },
            Stop
        );
        Assert.That(browses.Results.Take(advertised).Select(result => result.ContinuationPoint), Is.All.Not.Null);
        Assert.That(StatusCodes.NameOf(browses.Results[advertised].StatusCode), Is.EqualTo("BadNoContinuationPoints"));
        var next = await client.CallAsync<BrowseNextResponse>(
            new BrowseNextRequest
            {
                ContinuationPoints = [.. browses.Results.Take(advertised).Select(result => result.ContinuationPoint!)],
            },
            Stop
        );
        Assert.That(next.Results.Select(result => result.References.Length), Is.All.EqualTo(1));
    }

    // StatusOf takes what throws; a raw answer does not.
    private static async Task<string> StatusOf(Task<byte[]> answer)
    {
        var reader = new UaReader(await answer, EncodingLimits.Default);
        reader.ReadNodeId();
        return StatusCodes.NameOf(ResponseHeader.Decode(ref reader).ServiceResult);
    }
}
