using NUnit.Framework;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.Testing;

/// <summary>The subscription services over namespace 0 and a plant of two devices that tell of events; a clock that stands still.</summary>
internal sealed class EventRig : IDisposable
{
    public const uint Simple = Ids.SystemEventType;

    private readonly EventListeners _listeners;
    private uint _handles;

    public EventRig(SubscriptionLimits? limits = null, Func<Namespace0, EventRig, ExtensionPart>? extension = null)
    {
        _listeners = new EventListeners(Clock);
        Events = new UaEvents(_listeners);
        Plant = new PlantNodes();
        Table = new VariableTable(1, 1);
        var namespace0 = Namespace0.Load(Clock);
        var part = extension?.Invoke(namespace0, this);
        INodeSource[] sources = part is null ? [namespace0, Plant] : [namespace0, Plant, part.Nodes!];
        Space = new S7OpcBridge.OpcUa.Server.AddressSpace(Table, Clock, sources);
        part?.JoinTo(Space, source: 2, _listeners);
        Services = new SubscriptionServices(Space, Table, limits ?? new SubscriptionLimits(), Clock, _listeners);
        Services.Timers.Failed += (_, e) => Failure = e;
        Owner = NewOwner();
    }

    public ManualClock Clock { get; } = new();

    public PlantNodes Plant { get; }

    public VariableTable Table { get; }

    public S7OpcBridge.OpcUa.Server.AddressSpace Space { get; }

    public SubscriptionServices Services { get; }

    public UaEvents Events { get; }

    public EventListeners Listeners => _listeners;

    public SessionSubscriptions Owner { get; set; }

    public Exception? Failure { get; private set; }

    public void Dispose()
    {
        Services.Dispose();
        Assert.That(Failure, Is.Null);
    }

    public SessionSubscriptions NewOwner() => Services.CreateOwner(new OwnerIdentity("mes", "urn:client", true));

    public uint Subscribe(uint maxNotifications = 0) =>
        Services
            .CreateSubscription(
                Owner,
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = 1000,
                    RequestedMaxKeepAliveCount = 1000,
                    RequestedLifetimeCount = 10_000,
                    MaxNotificationsPerPublish = maxNotifications,
                    PublishingEnabled = true,
                }
            )
            .SubscriptionId;

    public MonitoredItemCreateResult Monitor(
        uint subscription,
        EventFilter filter,
        NodeId? node = null,
        uint queueSize = 0,
        bool discardOldest = true,
        uint handle = 7,
        MonitoringMode mode = MonitoringMode.Reporting
    ) =>
        Services
            .CreateMonitoredItems(
                Owner,
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = subscription,
                    TimestampsToReturn = TimestampsToReturn.Both,
                    ItemsToCreate =
                    [
                        new MonitoredItemCreateRequest
                        {
                            ItemToMonitor = new ReadValueId { NodeId = node ?? Ids.Server, AttributeId = (uint)AttributeId.EventNotifier },
                            MonitoringMode = mode,
                            RequestedParameters = Parameters(filter, queueSize, discardOldest, handle),
                        },
                    ],
                }
            )
            .Results[0];

    public MonitoredItemModifyResult Modify(
        uint subscription,
        uint item,
        EventFilter filter,
        uint queueSize = 0,
        bool discardOldest = true
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
                            RequestedParameters = Parameters(filter, queueSize, discardOldest, 7),
                        },
                    ],
                }
            )
            .Results[0];

    /// <summary>Raises an event, and lets the lane deliver it.</summary>
    public void Raise(string message = "", ushort severity = 100, uint type = Simple, NodeId? source = null, bool isAudit = false)
    {
        Events.Raise(new UaEvent(type, source ?? Ids.Server, "Source", severity, message) { IsAudit = isAudit });
        Clock.Advance(TimeSpan.Zero);
    }

    /// <summary>Lets a publishing cycle go by and returns the events that came, each with its fields.</summary>
    public Variant[][] Next() =>
        [.. NextMessage().Objects<EventNotificationList>().SelectMany(list => list.Events).Select(e => e.EventFields)];

    /// <summary>The messages of these events, where the first selected field is the message.</summary>
    public string?[] NextMessages() => [.. Next().Select(fields => TextOf(fields[0]))];

    public SentPublish NextMessage(params (uint, uint)[] acknowledgements)
    {
        var request = new SentPublish(++_handles, acknowledgements: acknowledgements);
        Owner.Publish(request);
        if (!request.IsAnswered)
            Clock.Advance(TimeSpan.FromSeconds(1));
        return request;
    }

    public static string? TextOf(in Variant text) => text.Reference is LocalizedText words ? words.Text : null;

    public static SimpleAttributeOperand Field(
        string path,
        uint type = Ids.BaseEventType,
        AttributeId attribute = AttributeId.Value,
        string? range = null
    ) =>
        new()
        {
            TypeDefinitionId = type,
            BrowsePath = path.Length == 0 ? [] : [.. path.Split('/').Select(name => new QualifiedName(0, name))],
            AttributeId = (uint)attribute,
            IndexRange = range,
        };

    public static EventFilter Select(params string[] fields) => new() { SelectClauses = [.. fields.Select(field => Field(field))] };

    public static EventFilter Where(EventFilter filter, params ContentFilterElement[] elements)
    {
        filter.WhereClause = new ContentFilter { Elements = elements };
        return filter;
    }

    /// <summary>An element: variants are literals, operands of fields are fields, an Index is another element.</summary>
    public static ContentFilterElement Element(FilterOperator filterOperator, params object?[] operands) =>
        new()
        {
            FilterOperator = filterOperator,
            FilterOperands = Array.ConvertAll(
                operands,
                operand =>
                    operand switch
                    {
                        Variant literal => ExtensionObject.From(new LiteralOperand { Value = literal }),
                        SimpleAttributeOperand field => ExtensionObject.From(field),
                        Index element => ExtensionObject.From(new ElementOperand { Index = (uint)element.Value }),
                        IUaStructure other => ExtensionObject.From(other),
                        _ => null,
                    }
            ),
        };

    private static MonitoringParameters Parameters(EventFilter filter, uint queueSize, bool discardOldest, uint handle) =>
        new()
        {
            ClientHandle = handle,
            QueueSize = queueSize,
            DiscardOldest = discardOldest,
            Filter = ExtensionObject.From(filter),
        };
}
