using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

/// <summary>The subscription services with a clock that stands still, over a table of variables; what a client does is a call.</summary>
internal sealed class Rig : IDisposable
{
    public const double Interval = 1000;

    private uint _handles;
    private long _sourceTime = 1_000;

    public Rig(SubscriptionLimits? limits = null, int plain = 10, ClientMemoryBudget? memory = null)
    {
        Nodes = new TestNodes(plain);
        Table = new VariableTable(TestNodes.FirstPlain + plain, 1);
        Space = new S7OpcBridge.OpcUa.Server.AddressSpace(Table, Clock, Nodes);
        Services = new SubscriptionServices(Space, Table, limits ?? new SubscriptionLimits { MinLifetime = 0 }, Clock, memory: memory);
        Services.Timers.Failed += (_, e) => Failure = e;
        Owner = Services.CreateOwner(new OwnerIdentity("mes", "urn:client", true));
        Set(TestNodes.Text, Variant.From("text"));
        Set(TestNodes.Array, Variant.FromArray(BuiltInType.Double, new double[] { 1, 2, 3 }));
        Set(TestNodes.Flag, Variant.From(true));
        Set(TestNodes.Big, new Variant(BuiltInType.UInt64, 0));
        Set(TestNodes.Double, Variant.From(0.0));
        Set(TestNodes.Analog, Variant.From(0.0));
    }

    public ManualClock Clock { get; } = new();

    public TestNodes Nodes { get; }

    public VariableTable Table { get; }

    public S7OpcBridge.OpcUa.Server.AddressSpace Space { get; }

    public SubscriptionServices Services { get; }

    public SessionSubscriptions Owner { get; set; }

    public Exception? Failure { get; private set; }

    /// <summary>What the owner's user may read from now on; items hear of it by <see cref="SessionSubscriptions.RecheckAccess"/>.</summary>
    public void MayRead(Predicate<int> which)
    {
        Nodes.MayRead = which;
        var caller = new UaCaller(default, "test", "mes", [], null, null, false);
        Owner.Viewer.Access = new SessionAccess(new NodeAccess(PermissionSet.ForEverybody(NodePermissions.All)), () => caller);
    }

    public void Dispose()
    {
        Services.Dispose();
        Assert.That(Failure, Is.Null);
    }

    public uint Subscribe(
        double interval = Interval,
        uint keepAlive = 3,
        uint lifetime = 9,
        uint maxNotifications = 0,
        byte priority = 0,
        bool enabled = true
    ) =>
        Services
            .CreateSubscription(
                Owner,
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = interval,
                    RequestedMaxKeepAliveCount = keepAlive,
                    RequestedLifetimeCount = lifetime,
                    MaxNotificationsPerPublish = maxNotifications,
                    Priority = priority,
                    PublishingEnabled = enabled,
                }
            )
            .SubscriptionId;

    public MonitoredItemCreateResult Monitor(
        uint subscription,
        int node,
        uint clientHandle = 1,
        uint queueSize = 1,
        bool discardOldest = true,
        double sampling = 0,
        MonitoringMode mode = MonitoringMode.Reporting,
        IUaStructure? filter = null,
        string? range = null,
        AttributeId attribute = AttributeId.Value,
        QualifiedName encoding = default,
        TimestampsToReturn timestamps = TimestampsToReturn.Both,
        NodeId? id = null
    )
    {
        var request = new CreateMonitoredItemsRequest
        {
            SubscriptionId = subscription,
            TimestampsToReturn = timestamps,
            ItemsToCreate =
            [
                new MonitoredItemCreateRequest
                {
                    ItemToMonitor = new ReadValueId
                    {
                        NodeId = id ?? TestNodes.Id(node),
                        AttributeId = (uint)attribute,
                        IndexRange = range,
                        DataEncoding = encoding,
                    },
                    MonitoringMode = mode,
                    RequestedParameters = Parameters(clientHandle, queueSize, discardOldest, sampling, filter),
                },
            ],
        };
        return Services.CreateMonitoredItems(Owner, request).Results[0];
    }

    public MonitoredItemModifyResult Modify(
        uint subscription,
        uint item,
        uint clientHandle = 1,
        uint queueSize = 1,
        bool discardOldest = true,
        double sampling = 0,
        IUaStructure? filter = null
    ) =>
        Services
            .ModifyMonitoredItems(
                Owner,
                new ModifyMonitoredItemsRequest
                {
                    SubscriptionId = subscription,
                    TimestampsToReturn = TimestampsToReturn.Both,
                    ItemsToModify =
                    [
                        new MonitoredItemModifyRequest
                        {
                            MonitoredItemId = item,
                            RequestedParameters = Parameters(clientHandle, queueSize, discardOldest, sampling, filter),
                        },
                    ],
                }
            )
            .Results[0];

    public StatusCode SetMode(uint subscription, uint item, MonitoringMode mode) =>
        Services
            .SetMonitoringMode(
                Owner,
                new SetMonitoringModeRequest
                {
                    SubscriptionId = subscription,
                    MonitoringMode = mode,
                    MonitoredItemIds = [item],
                }
            )
            .Results[0];

    public StatusCode Delete(uint subscription, uint item) =>
        Services
            .DeleteMonitoredItems(Owner, new DeleteMonitoredItemsRequest { SubscriptionId = subscription, MonitoredItemIds = [item] })
            .Results[0];

    public SentPublish Publish(params (uint Subscription, uint Number)[] acknowledgements) =>
        Send(new SentPublish(++_handles, acknowledgements: acknowledgements));

    public SentPublish Send(SentPublish request)
    {
        Owner.Publish(request);
        return request;
    }

    /// <summary>Writes a variable.</summary>
    public void Set(int variable, Variant value, uint status = StatusCodes.Good, long sourceTime = 0)
    {
        using var update = Table.BeginUpdate();
        update.Set(variable, value, status, sourceTime == 0 ? ++_sourceTime : sourceTime);
    }

    public void Set(int variable, double value) => Set(variable, Variant.From(value));

    public void SetStatus(int variable, uint status)
    {
        using var update = Table.BeginUpdate();
        update.SetStatus(variable, status, ++_sourceTime);
    }

    /// <summary>Lets some publishing intervals go by.</summary>
    public void Cycles(int count = 1, double interval = Interval) => Clock.Advance(TimeSpan.FromMilliseconds(interval * count));

    public void Pass(double milliseconds) => Clock.Advance(TimeSpan.FromMilliseconds(milliseconds));

    /// <summary>Sends a request, lets a cycle go by, and returns what the request was answered with.</summary>
    public SentPublish Next()
    {
        var request = Publish();
        if (!request.IsAnswered)
            Cycles();
        return request;
    }

    private static MonitoringParameters Parameters(
        uint clientHandle,
        uint queueSize,
        bool discardOldest,
        double sampling,
        IUaStructure? filter
    ) =>
        new()
        {
            ClientHandle = clientHandle,
            QueueSize = queueSize,
            DiscardOldest = discardOldest,
            SamplingInterval = sampling,
            Filter = filter is null ? null : new ExtensionObject(filter.BinaryEncodingId, filter),
        };
}
