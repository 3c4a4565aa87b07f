using System.Diagnostics;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// A server with 10,000 conditions and one client over loopback, which has a queue of 1,000 events and sends one Publish request after the other.
/// </summary>
internal sealed class ConditionLoad : IAsyncDisposable
{
    private const int Conditions = 10_000,
        QueueSize = 1000;
    private const uint ConditionType = 2782,
        ConditionRefresh = 3875;

    private static readonly string[] Fields =
    [
        "EventId",
        "EventType",
        "SourceNode",
        "SourceName",
        "Time",
        "ReceiveTime",
        "Message",
        "Severity",
        "ConditionClassId",
        "ConditionName",
        "BranchId",
        "Retain",
        "EnabledState/Id",
        "Quality",
        "Comment",
        "ClientUserId",
        "ActiveState",
        "ActiveState/Id",
        "AckedState",
        "AckedState/Id",
    ];

    private readonly UaTestServer _server;
    private readonly ConditionSet _conditions;
    private readonly HashSet<string> _seen = [];
    private UaTestClient _client = null!;
    private uint _subscription;
    private int _refreshed,
        _overflows;

    private ConditionLoad(UaTestServer server, ConditionSet conditions) => (_server, _conditions) = (server, conditions);

    /// <summary>Heap bytes of each of 10,000 quiet conditions, with their nodes and references.</summary>
    public static async Task<double?> BytesPerConditionAsync()
    {
        var conditions = new ConditionSet(TimeProvider.System, "urn:load");
        await using var server = await StartAsync(conditions);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        Define(conditions);
        var after = GC.GetTotalMemory(forceFullCollection: true);
        GC.KeepAlive(conditions);
        return (after - before) / (double)Conditions;
    }

    /// <summary>Seconds from the call of ConditionRefresh until the RefreshEndEvent of 10,000 active conditions; the median of at most five.</summary>
    public static async Task<double?> RefreshSecondsAsync()
    {
        await using var load = await OpenAsync();
        for (var i = 0; i < Conditions; i++)
            load._conditions.Update(i, new ConditionUpdate(ConditionStates.Active, 500, null, 0));
        await load.ListenAsync();
        const int Rounds = 5;
        List<double> seconds = [];
        while (seconds.Count < Rounds && !Budget.All["conditionRefresh"].IsSettled(seconds, Rounds))
        {
            load._seen.Clear();
            var start = Stopwatch.GetTimestamp();
            await load.RefreshAsync();
            for (var before = load._refreshed; load._refreshed == before; )
                await load.PublishAsync();
            seconds.Add(Stopwatch.GetElapsedTime(start).TotalSeconds);
            if (load._seen.Count != Conditions)
                throw new InvalidOperationException($"The refresh sent {load._seen.Count} conditions.");
        }

        return Quartiles.Of(seconds).Median;
    }

    /// <summary>Events that the client did not get, of 5,000 changes a second for ten seconds, while it refreshes every two seconds.</summary>
    public static async Task<double?> LostAsync()
    {
        const int Rate = 5000,
            Seconds = 10,
            Tick = 10;
        await using var load = await OpenAsync();
        await load.ListenAsync();
        var changing = Task.Run(async () =>
        {
            var start = Stopwatch.GetTimestamp();
            var sent = 0;
            using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(Tick));
            while (sent < Rate * Seconds && await timer.WaitForNextTickAsync())
            {
                for (var due = Math.Min(Rate * Seconds, (int)(Stopwatch.GetElapsedTime(start).TotalSeconds * Rate)); sent < due; sent++)
                    load.Change(sent);
            }
        });
        var last = Stopwatch.GetTimestamp();
        var asked = 0;
        while (!changing.IsCompleted || load._seen.Count < Rate * Seconds && Stopwatch.GetElapsedTime(last) < TimeSpan.FromSeconds(3))
        {
            if (!changing.IsCompleted && Stopwatch.GetElapsedTime(last) > TimeSpan.FromSeconds(2) && load._refreshed == asked)
            {
                await load.RefreshAsync();
                (asked, last) = (asked + 1, Stopwatch.GetTimestamp());
            }

            await load.PublishAsync();
        }

        return Rate * Seconds - load._seen.Count + load._overflows;
    }

    public async ValueTask DisposeAsync()
    {
        if (_client is not null)
            await _client.DisposeAsync();
        await _server.DisposeAsync();
        _conditions.Dispose();
    }

    // Each change is of another condition than the last thousands: active, then inactive.
    private void Change(int number) =>
        _conditions.Update(
            number % Conditions,
            new ConditionUpdate(number / Conditions % 2 == 0 ? ConditionStates.Active : ConditionStates.Inactive, 500, null, 0)
        );

    private static Task<UaTestServer> StartAsync(ConditionSet conditions) =>
        UaTestServer.StartAsync(
            CancellationToken.None,
            options => options with { Extensions = [new ConditionExtension(conditions)] },
            UaTestNodes.Many(Conditions, BuiltInType.Boolean),
            Conditions
        );

    private static void Define(ConditionSet conditions)
    {
        var rules = new ConditionRules();
        var message = new ConditionText(new LocalizedText("is not normal", "en"), new LocalizedText("ist nicht normal", "de"));
        conditions.Replace([
            .. Enumerable
                .Range(0, Conditions)
                .Select(i => new ConditionDefinition(
                    new NodeId(2, $"{UaTestNodes.Folder}/V{i}/_Alarm"),
                    UaTestNodes.IdOfVariable(i),
                    ConditionKind.OffNormal,
                    $"Overload of V{i}",
                    rules
                )
                {
                    Notifier = new NodeId(2, UaTestNodes.Folder),
                    Message = message,
                }),
        ]);
    }

    private static async Task<ConditionLoad> OpenAsync()
    {
        var conditions = new ConditionSet(TimeProvider.System, "urn:load");
        var server = await StartAsync(conditions);
        Define(conditions);
        return new ConditionLoad(server, conditions) { _client = await UaTestClient.ConnectAsync(server.Port, CancellationToken.None) };
    }

    private async Task ListenAsync()
    {
        var created = await _client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 100,
                RequestedLifetimeCount = 10_000,
                RequestedMaxKeepAliveCount = 5,
                PublishingEnabled = true,
            },
            CancellationToken.None
        );
        _subscription = created.SubscriptionId;
        var filter = new EventFilter
        {
            SelectClauses =
            [
                new SimpleAttributeOperand { TypeDefinitionId = ConditionType, AttributeId = (uint)AttributeId.NodeId },
                .. Fields.Select(static field => new SimpleAttributeOperand
                {
                    TypeDefinitionId = Ids.BaseEventType,
                    BrowsePath = [.. field.Split('/').Select(static name => new QualifiedName(0, name))],
                    AttributeId = (uint)AttributeId.Value,
                }),
            ],
        };
        var items = await _client.CallAsync<CreateMonitoredItemsResponse>(
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
                        RequestedParameters = new MonitoringParameters
                        {
                            QueueSize = QueueSize,
                            DiscardOldest = true,
                            Filter = ExtensionObject.From(filter),
                        },
                    },
                ],
            },
            CancellationToken.None
        );
        if (items.Results[0].StatusCode.IsBad)
            throw new UaException(items.Results[0].StatusCode, "The item was refused.");
    }

    private async Task RefreshAsync()
    {
        var called = await _client.CallAsync<CallResponse>(
            new CallRequest
            {
                MethodsToCall =
                [
                    new CallMethodRequest
                    {
                        ObjectId = ConditionType,
                        MethodId = ConditionRefresh,
                        InputArguments = [Variant.From(_subscription)],
                    },
                ],
            },
            CancellationToken.None
        );
        if (called.Results[0].StatusCode.IsBad)
            throw new UaException(called.Results[0].StatusCode, "The refresh was refused.");
    }

    private async Task PublishAsync()
    {
        var response = await _client.CallAsync<PublishResponse>(
            new PublishRequest { SubscriptionAcknowledgements = _acknowledge },
            CancellationToken.None
        );
        _acknowledge =
            response.NotificationMessage.NotificationData.Length == 0
                ? []
                :
                [
                    new SubscriptionAcknowledgement
                    {
                        SubscriptionId = _subscription,
                        SequenceNumber = response.NotificationMessage.SequenceNumber,
                    },
                ];
        foreach (
            var list in response.NotificationMessage.NotificationData.Select(static data => data?.Body).OfType<EventNotificationList>()
        )
        {
            foreach (var happened in list.Events)
                Take(happened.EventFields);
        }
    }

    private SubscriptionAcknowledgement[] _acknowledge = [];

    private void Take(Variant[] fields)
    {
        var type = ((NodeId)fields[2].Reference!).Numeric;
        if (type == Ids.RefreshEndEventType)
            _refreshed++;
        else if (type == Ids.EventQueueOverflowEventType)
            _overflows++;
        else if (type != Ids.RefreshStartEventType)
            _seen.Add(Convert.ToHexString((byte[])fields[1].Reference!));
    }
}
