using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>PLCs, reloads and a client with a short queue, all at once.</summary>
[CancelAfter(60_000)]
internal sealed class ConditionRaceTests : UaServerFixture
{
    private const int Many = 40,
        Changes = 4000;
    private const uint Start = 2787,
        End = 2788,
        Required = 2789;

    private readonly Dictionary<NodeId, (byte[] EventId, bool Active, bool Acked)> _known = [];
    private HashSet<NodeId>? _suspect;
    private UaTestClient _client = null!;
    private uint _subscription;

    [Test]
    public async Task In_the_end_the_client_knows_what_is_so()
    {
        using var conditions = new ConditionSet(TimeProvider.System, "urn:test:server");
        await StartAsync(options => options with { Extensions = [new ConditionExtension(conditions)] }, variables: Many);
        conditions.Replace(Definitions());
        _client = await SessionAsync();
        await ListenAsync();
        var work = Task.WhenAll(
            Task.Run(() => ChangeAsync(conditions, 1)),
            Task.Run(() => ChangeAsync(conditions, 2)),
            Task.Run(() => ReloadAsync(conditions))
        );
        for (var quiet = 0; quiet < 3; )
            quiet = await TakeAsync() || !work.IsCompleted ? 0 : quiet + 1;
        await work;
        var views = Enumerable.Range(0, Many).Select(conditions.Show).Where(view => view.Retain).ToArray();
        Assert.That(_known.Keys, Is.EquivalentTo(views.Select(view => view.Id)));
        foreach (var view in views)
        {
            var (_, active, acked) = _known[view.Id];
            Assert.That((active, acked), Is.EqualTo((view.Record.States != ConditionStates.Inactive, view.Record.IsAcked)), view.Name);
        }
    }

    private static ConditionDefinition[] Definitions() =>
        [
            .. Enumerable
                .Range(0, Many)
                .Select(i => new ConditionDefinition(
                    new NodeId(2, $"Toys/V{i}/_Alarm"),
                    UaTestNodes.IdOfVariable(i),
                    ConditionKind.OffNormal,
                    $"A{i}",
                    new ConditionRules()
                )),
        ];

    // Each condition has one who reports it, as a tag has one PLC.
    private static async Task ChangeAsync(ConditionSet conditions, int seed)
    {
        var random = new Random(seed);
        for (var i = 0; i < Changes; i++)
        {
            var condition = random.Next(Many / 2) * 2 + seed - 1;
            conditions.Update(
                condition,
                new ConditionUpdate(random.Next(2) == 0 ? ConditionStates.Active : ConditionStates.Inactive, 500, null, 0)
            );
            if (random.Next(20) == 0)
                conditions.SetQuality([condition], random.Next(2) == 0 ? StatusCodes.BadCommunicationError : StatusCodes.Good, 0);
            if (i % 50 == 0)
                await Task.Delay(1, Stop);
        }
    }

    private static async Task ReloadAsync(ConditionSet conditions)
    {
        for (var i = 0; i < 5; i++)
        {
            await Task.Delay(20, Stop);
            conditions.Replace(Definitions());
        }
    }

    private async Task ListenAsync()
    {
        var created = await _client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 20,
                RequestedLifetimeCount = 10_000,
                RequestedMaxKeepAliveCount = 2,
                PublishingEnabled = true,
            },
            Stop
        );
        _subscription = created.SubscriptionId;
        var filter = new EventFilter
        {
            SelectClauses =
            [
                EventRig.Field("", 2782, AttributeId.NodeId),
                .. new[] { "EventId", "EventType", "Retain", "ActiveState/Id", "AckedState/Id" }.Select(field => EventRig.Field(field)),
            ],
        };
        var parameters = new MonitoringParameters
        {
            QueueSize = 20,
            DiscardOldest = true,
            Filter = ExtensionObject.From(filter),
        };
        await _client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = _subscription,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = Ids.Server, AttributeId = (uint)AttributeId.EventNotifier },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = parameters,
                    },
                ],
            },
            Stop
        );
    }

    private async Task<bool> TakeAsync()
    {
        var sent = await _client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        var lists = sent.NotificationMessage.NotificationData.Select(data => data?.Body).OfType<EventNotificationList>();
        var events = lists.SelectMany(list => list.Events).ToArray();
        foreach (var happened in events)
            await TakeAsync(happened.EventFields);
        return events.Length > 0;
    }

    private async Task TakeAsync(Variant[] fields)
    {
        switch (((NodeId)fields[2].Reference!).Numeric)
        {
            case Required:
                await CallAsync(2782, 3875, Variant.From(_subscription));
                break;
            case Start:
                _suspect = [.. _known.Keys];
                break;
            case End:
                foreach (var gone in _suspect!)
                    _known.Remove(gone);
                break;
            case 10637:
                var (id, eventId) = ((NodeId)fields[0].Reference!, (byte[])fields[1].Reference!);
                _suspect?.Remove(id);
                if (fields[3].Bits == 0)
                    _known.Remove(id);
                else
                    _known[id] = (eventId, fields[4].Bits != 0, fields[5].Bits != 0);
                if (fields[5].Bits == 0 && eventId[^1] % 8 == 0)
                    await CallAsync(id, 9111, Variant.FromByteString(eventId), Variant.From(default(LocalizedText)));
                break;
        }
    }

    // The answer may be that somebody was faster.
    private Task CallAsync(NodeId target, NodeId method, params Variant[] arguments) =>
        _client.CallAsync<CallResponse>(
            new CallRequest
            {
                MethodsToCall =
                [
                    new CallMethodRequest
                    {
                        ObjectId = target,
                        MethodId = method,
                        InputArguments = arguments,
                    },
                ],
            },
            Stop
        );
}
