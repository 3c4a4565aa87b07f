using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>What subscribers see when the server is stopped (OPC 10000-5, 12.10).</summary>
[CancelAfter(30_000)]
internal sealed class ShutdownTests : UaServerFixture
{
    [Test]
    [ConformanceUnit("Base Info Core Structure")]
    public async Task Subscribers_see_the_state_the_reason_and_the_time_left_before_their_sessions_end()
    {
        await StartAsync(o => o with { ShutdownDelay = TimeSpan.FromMilliseconds(1100) });
        var client = await SessionAsync();
        var created = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 50,
                RequestedMaxKeepAliveCount = 1000,
                RequestedLifetimeCount = 10_000,
                PublishingEnabled = true,
            },
            Stop
        );
        await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = created.SubscriptionId,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    Item(Ids.Server_ServerStatus_State, 1),
                    Item(Ids.Server_ServerStatus_SecondsTillShutdown, 2),
                    Item(Ids.Server_ServerStatus_ShutdownReason, 3),
                ],
            },
            Stop
        );
        await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);

        var publishes = Enumerable.Range(0, 20).Select(_ => client.CallAsync<PublishResponse>(new PublishRequest(), Stop)).ToArray();
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State); // they have been taken
        var stopping = Server.Server.StopAsync(Stop);
        var seen = (await publishes[0])
            .NotificationMessage.NotificationData.Select(o => o?.Body)
            .OfType<DataChangeNotification>()
            .SelectMany(d => d.MonitoredItems)
            .ToDictionary(i => i.ClientHandle, i => i.Value.Value);
        Assert.That((ServerState)seen[1].Bits, Is.EqualTo(ServerState.Shutdown));
        Assert.That(seen[2].Bits, Is.InRange(1, 2));
        Assert.That(seen[3].Reference, Is.EqualTo(new LocalizedText("The server is being stopped.", "en")));
        Assert.That((await client.ReadAsync(Stop, Ids.Server_ServiceLevel))[0].Value.Bits, Is.Zero, "the session still lives");
        await stopping;
        var changes = new List<uint>();
        foreach (var publish in publishes)
        {
            if (await StatusOf(publish) == nameof(StatusCodes.Good))
                changes.AddRange(
                    (await publish)
                        .NotificationMessage.NotificationData.Select(o => o?.Body)
                        .OfType<StatusChangeNotification>()
                        .Select(c => c.Status.Value)
                );
        }

        Assert.That(changes, Is.EqualTo(new[] { StatusCodes.BadShutdown }));
    }

    [ConformanceUnit("Base Info System Status")]
    [Test]
    public async Task Who_listens_to_events_is_told_by_one()
    {
        await StartAsync();
        var client = await SessionAsync();
        var events = await UaTestEvents.ListenAsync(client, Ids.Server, Stop, "EventType", "SystemState", "Message", "Severity");
        await events.PublishAsync(Stop); // the keep-alive, so that the next Publish waits for the event
        var told = events.NextAsync(Stop);
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State); // the Publish has been taken
        await Server.Server.StopAsync(Stop);
        var fields = await told;
        Assert.That(fields["EventType"].Reference, Is.EqualTo((NodeId)Ids.SystemStatusChangeEventType));
        Assert.That(
            (fields["SystemState"].Bits, fields["Severity"].Bits),
            Is.EqualTo(((long)ServerState.Shutdown, (long)EventSeverity.Failure))
        );
    }

    private static MonitoredItemCreateRequest Item(uint node, uint handle) =>
        new()
        {
            ItemToMonitor = new ReadValueId { NodeId = node, AttributeId = (uint)AttributeId.Value },
            MonitoringMode = MonitoringMode.Reporting,
            RequestedParameters = new MonitoringParameters
            {
                ClientHandle = handle,
                QueueSize = 10,
                DiscardOldest = true,
                SamplingInterval = 100_000,
            },
        };
}
