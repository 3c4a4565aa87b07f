using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>What the common clients do once they are connected, with their numbers.</summary>
[CancelAfter(30_000)]
internal sealed class ClientHabitTests : ConnectFixture
{
    [Test]
    public async Task Kepware_and_the_S7_1500_register_nodes_and_use_the_handles_for_everything()
    {
        var written = new List<long>();
        await StartAsync(
            options =>
                options with
                {
                    Write = (_, writes, results, _) =>
                    {
                        written.AddRange(writes.Select(write => write.Value.Bits));
                        foreach (var write in writes)
                            results[write] = StatusCodes.Good;
                        return ValueTask.CompletedTask;
                    },
                },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32, BuiltInType.Int32) { IsWritable = _ => true }
        );
        Server.Set(1, Variant.From(11));
        var client = await SessionAsync();
        var path = new RelativePath
        {
            Elements =
            [
                new RelativePathElement { TargetName = new QualifiedName(2, UaTestNodes.Folder) },
                new RelativePathElement { TargetName = new QualifiedName(2, "V1") },
            ],
        };
        foreach (var element in path.Elements)
            (element.ReferenceTypeId, element.IncludeSubtypes) = (Ids.HierarchicalReferences, true);
        var found = (
            await client.CallAsync<TranslateBrowsePathsToNodeIdsResponse>(
                new TranslateBrowsePathsToNodeIdsRequest
                {
                    BrowsePaths = [new BrowsePath { StartingNode = Ids.ObjectsFolder, RelativePath = path }],
                },
                Stop
            )
        )
            .Results[0]
            .Targets[0]
            .TargetId
            .Id;
        var handle = (
            await client.CallAsync<RegisterNodesResponse>(new RegisterNodesRequest { NodesToRegister = [found] }, Stop)
        ).RegisteredNodeIds[0];
        Assert.That((await client.ReadAsync(Stop, handle))[0].Value.Bits, Is.EqualTo(11));
        foreach (var attribute in (AttributeId[])[AttributeId.DataType, AttributeId.AccessLevel, AttributeId.ValueRank])
            Assert.That((await ReadAsync(client, handle, attribute)).Status.IsGood, Is.True);
        var write = await client.CallAsync<WriteResponse>(
            new WriteRequest
            {
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = handle,
                        AttributeId = 13,
                        Value = new DataValue(Variant.From(5), 0, 0, 0),
                    },
                ],
            },
            Stop
        );
        Assert.That((write.Results[0].Value, written.Single()), Is.EqualTo((StatusCodes.Good, 5)));
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest { RequestedPublishingInterval = 50, PublishingEnabled = true },
            Stop
        );
        await AddAsync(client, subscription.SubscriptionId, handle);
        Assert.That(Values(await client.CallAsync<PublishResponse>(new PublishRequest(), Stop)).Single().Value, Is.EqualTo(11));
        await client.CallAsync<UnregisterNodesResponse>(new UnregisterNodesRequest { NodesToUnregister = [handle] }, Stop);
    }

    [
        TestCase("node-opcua", 655_360u, 0u, 0u, 5),
        TestCase("open62541", 65_536u, 536_870_912u, 16_384u, 10),
        TestCase("asyncua", 65_535u, 104_857_600u, 1601u, 1)
    ]
    public async Task A_client_publishes_before_it_has_an_item_and_goes_on_after_CloseSession(
        string who,
        uint buffer,
        uint maxMessage,
        uint maxChunks,
        int publishes
    )
    {
        await StartAsync();
        Server.Set(0, Variant.From(1));
        var channel = await ConnectAsync();
        var acknowledged = await channel.HelloAsync(Stop, buffer, buffer, maxMessage, maxChunks);
        Assert.That(
            (acknowledged[1], acknowledged[2]),
            Is.EqualTo((Math.Min(buffer, 65_536u), Math.Min(buffer, 65_536u))),
            $"our own buffers where those of {who} are larger"
        );
        await channel.OpenAsync(Stop, lifetime: 3_600_000);
        Assert.That(channel.Lifetime, Is.EqualTo(3_600_000));
        var client = Keep(new UaTestClient(channel));
        var created = await client.CreateSessionAsync(
            Stop,
            change: request =>
            {
                request.MaxResponseMessageSize = 0;
                request.RequestedSessionTimeout = 3_600_000;
                request.ClientCertificate = [1, 2, 3]; // over None it is not looked at
            }
        );
        Assert.That(
            created.ServerEndpoints.Count(endpoint =>
                endpoint.SecurityMode == MessageSecurityMode.None && endpoint.SecurityPolicyUri == SecurityPolicy.None.Uri
            ),
            Is.EqualTo(1)
        );
        await client.ActivateAsync(Stop);
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 50,
                RequestedMaxKeepAliveCount = 10_000,
                PublishingEnabled = true,
            },
            Stop
        );
        var waiting = Enumerable.Range(0, publishes).Select(_ => client.CallAsync<PublishResponse>(new PublishRequest(), Stop)).ToList();
        await AddAsync(client, subscription.SubscriptionId, 0);
        var answers = new List<PublishResponse>();
        while (!answers.SelectMany(Values).Any())
        {
            var answered = await Task.WhenAny(waiting);
            waiting.Remove(answered);
            answers.Add(await answered);
            waiting.Add(client.CallAsync<PublishResponse>(new PublishRequest(), Stop));
        }

        await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, Stop);
        foreach (var publish in waiting)
            Assert.That(await StatusOf(publish), Is.EqualTo("BadSessionClosed").Or.EqualTo("BadNoSubscription"));
        Assert.That(
            await StatusOf(client.CallAsync<PublishResponse>(new PublishRequest(), Stop)),
            Is.EqualTo("BadSessionIdInvalid"),
            "a fault, not silence"
        );
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public async Task EPICS_subscribes_to_large_arrays_and_no_message_is_larger_than_it_takes()
    {
        const int arrays = 40,
            elements = 7_500,
            largest = 1_000_000;
        await StartAsync(
            nodes: new UaTestNodes([.. Enumerable.Repeat(BuiltInType.Double, arrays)]) { IsArray = _ => true },
            variables: arrays
        );
        for (var i = 0; i < arrays; i++)
            Server.Set(i, Variant.FromArray(BuiltInType.Double, Enumerable.Repeat((double)i, elements).ToArray()));
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop, receiveBuffer: 8192, maxMessage: largest, maxChunks: 100);
        await channel.OpenAsync(Stop);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop);
        Assert.That(
            await StatusOf(client.ReadAsync(Stop, [.. Enumerable.Range(0, arrays).Select(UaTestNodes.IdOfVariable)])),
            Is.EqualTo("BadResponseTooLarge"),
            "2.4 MB in one answer"
        );
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 50,
                RequestedMaxKeepAliveCount = 1000,
                PublishingEnabled = true,
            },
            Stop
        );
        await AddAsync(client, subscription.SubscriptionId, [.. Enumerable.Range(0, arrays).Select(UaTestNodes.IdOfVariable)]);
        var seen = new HashSet<uint>();
        while (seen.Count < arrays)
        {
            var published = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
            Assert.That(UaTestChannel.Encode(published), Has.Length.LessThanOrEqualTo(Math.Min(largest, 100 * 8192)));
            seen.UnionWith(
                published
                    .NotificationMessage.NotificationData.Select(d => d!.Body)
                    .OfType<DataChangeNotification>()
                    .SelectMany(d => d.MonitoredItems)
                    .Select(item => item.ClientHandle)
            );
        }

        Assert.That(channel.MostChunks, Is.LessThanOrEqualTo(100));
    }
}
