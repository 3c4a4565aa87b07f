using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.History;
using S7OpcBridge.OpcUa.Server.Lanes;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Sessions;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;
using S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>
/// Each field that may keep what a client has sent is declared here, with the account that it is charged to. Who adds such a field decides that first: charge
/// it before it is kept and give it back, or limit it to a size that does not matter beside what the object is counted with.
/// </summary>
internal sealed class KeptFieldsTests
{
    private static readonly Type[] BeginsAt =
    [
        typeof(UaConnection),
        typeof(Session),
        typeof(SessionSubscriptions),
        typeof(Subscription),
        typeof(ConnectionPublishRequest),
        typeof(HistoryCursor),
    ];

    // One for all clients. What a client leaves in them is counted where it is added.
    private static readonly Type[] Shared =
    [
        typeof(AddressSpace),
        typeof(AddressSpaceView),
        typeof(ChannelContext),
        typeof(ChannelOpening),
        typeof(ClientMemoryBudget),
        typeof(ConditionSet),
        typeof(EventLane),
        typeof(EventListeners),
        typeof(EventTypes),
        typeof(HistorySource),
        typeof(MonitoringContext),
        typeof(NodeAccess),
        typeof(OwnCertificate),
        typeof(PermissionSet),
        typeof(RaisedEvent),
        typeof(RoleDirectory),
        typeof(SecurityPolicy),
        typeof(ServerClock),
        typeof(SocketLoop),
        typeof(SubscriptionHost),
        typeof(TimerLoop),
        typeof(UaServerEvent),
        typeof(VariableStorage),
        typeof(VariableTable),
        typeof(WorkLane),
    ];

    private static readonly (string Account, string[] Fields)[] Declared =
    [
        ("Requests: UaFrameReader, MessageAssembler", ["UaFrameReader._buffer", "MessageAssembler._pieces", "MessageAssembler._whole"]),
        ("Requests: WaitingRequest, at most MaxPendingCalls", ["PendingCalls._calls"]),
        ("Requests: ConnectionPublishRequest", ["QueuedPublishRequest._acknowledgements", "QueuedPublishRequest._results"]),
        (
            "Answers: ChannelWriter",
            [
                "ChannelWriter._behind",
                "ChannelWriter._sending",
                "ChannelWriter._waiting",
                "OutgoingMessage.Body",
                "OutgoingMessage.Frame",
                "SendBuffer._buffer",
                "SendBuffer._parts",
            ]
        ),
        ("Limited: one chunk of a connection", ["SecureChannel.ClientNonce", "UaConnection._refused"]),
        ("Limited: HelloMessage", ["UaConnection.EndpointUrl"]),
        ("Limited: keys of a channel, by its policy", ["AeadChunkCipher._iv", "FiniteFieldKey.PublicKey", "KeyMaterial._secret"]),
        ("Limited: a signature by a certificate's key", ["SecureChannel._requestSignature", "SecureChannel._thumbprint"]),
        ("Limited: ServerNonce.MaxClientLength, 1 KB", ["Session.ClientNonce"]),
        ("Server: its own certificate", ["Session.ServerCertificate"]),
        (
            "Limited: PeerCertificate, 16 KB",
            [
                "PeerCertificate.Chain",
                "PeerCertificate.Leaf",
                "PeerCertificate.Raw",
                "PeerCertificate.Thumbprint",
                "ClientIdentity.Certificate",
                "Session.ClientCertificate",
            ]
        ),
        ("Server: its own sentence", ["ChannelWriter._failure", "UaConnection._abortReason", "UaConnection._ownError"]),
        ("Sessions: SessionTexts, SessionTable", ["Session.Client", "Session.EndpointUrl", "Session.Name", "Session.ServerUri"]),
        (
            "Sessions: the same texts; MonitoredItems: a part of each subscription once the session has ended",
            [
                "OwnerIdentity.ApplicationUri",
                "RoleCircumstances.ApplicationUri",
                "RoleCircumstances.EndpointUrl",
                "RoleCircumstances.PolicyUri",
                "UaCaller.ApplicationUri",
                "UaCaller.SessionId",
                "UaCaller.SessionName",
            ]
        ),
        ("Limited: SessionTexts.Usable", ["EventViewer.Locales", "Session.LocaleIds", "SessionViewer.Locales"]),
        ("Limited: ten users", ["Session.UserHistory"]),
        (
            "Server: users that were admitted",
            ["ClientIdentity.User", "OwnerIdentity.User", "UaCaller.Roles", "UaCaller.User", "UaUser.Name", "UaUser.Roles"]
        ),
        (
            "Sessions: a fixed part of each",
            [
                "ContinuationPoints._points",
                "EphemeralKey.PublicKey",
                "ServerNonce.Bytes",
                "Session.Id",
                "SessionCounters._errors",
                "SessionCounters._totals",
                "SessionSubscriptions.SessionId",
                "SessionToken._bytes",
            ]
        ),
        (
            "Limited: MaxSubscriptionsPerSession",
            ["EventTurns.Waiting", "SessionSubscriptions._notices", "SubscriptionsByTurn._all", "SubscriptionsSnapshot.Subscriptions"]
        ),
        (
            "Sessions: HistoryPoints",
            [
                "AtTimeCursor.times",
                "EventCursor.filter",
                "Found.Value",
                "HistoryPoints._details",
                "HistoryPoints._points",
                "HistoryTarget.Node",
                "ProcessedCursor._group",
                "ProcessedCursor._ready",
                "ProcessedRequest.Function",
                "RawSeries.LastGood",
                "RawSeries.LastNotBad",
                "RawSeries.Previous",
                "RawSeries.SecondLastGood",
                "RawSeries._items",
            ]
        ),
        ("Server: configuration of a variable", ["HistoryConfiguration.Name"]),
        (
            "MonitoredItems: DecodedSize of the item's filter",
            [
                "Element.Operands",
                "EventField.Path",
                "EventPlan._select",
                "LikePattern._classes",
                "LikePattern._fits",
                "LikePattern._stays",
                "LiveAggregateSettings.Function",
                "Operand.Literal",
                "WhereClause._elements",
            ]
        ),
        (
            "MonitoredItems: a fixed part of each item",
            [
                "AttributeSampler._groups",
                "EventItems._slots",
                "Group._items",
                "Group._known",
                "IndexRange._bounds",
                "ItemColumns._deadbands",
                "ItemColumns._periods",
                "ItemColumns._rings",
                "ItemColumns._shared",
                "ItemDetails.Gone",
                "ItemSettingsTable._places",
                "ItemSettingsTable._settings",
                "LiveAggregates._due",
                "LiveAggregates._now",
                "MonitoredItemStore._columns",
                "MonitoredItemStore._details",
                "MonitoredItemStore._items",
                "MonitoredItems._due",
                "NotificationQueue._deferred",
                "NotificationQueue._lookAgain",
                "NotificationQueue._triggered",
                "PendingItems._groups",
                "PendingItems._slots",
                "RingPool._free",
                "RingPool._rings",
            ]
        ),
        ("MonitoredItems: TriggerLinks", ["ItemDetails.Triggered", "ItemDetails.TriggeredBy"]),
        ("QueuedValues: NotificationQueue", ["LiveAggregate._waiting", "SampleRing._entries"]),
        ("QueuedEvents: EventQueue", ["EventQueue._events", "EventQueue._overflow", "EventQueue._required", "Queued.Fields"]),
        ("Limited: EventInbox.MaxEvents, which all subscriptions share", ["EventInbox._events"]),
        ("Limited: a few items of one turn", ["EventDelivery._made", "EventDelivery._targets"]),
        ("Retransmission: RetransmissionQueue", ["Message.Bytes", "RetransmissionQueue._messages"]),
        (
            "Server: values of variables, not of clients",
            [
                "EdgeAggregate._value",
                "InterpolativeAggregate._value",
                "LiveAggregate._last",
                "LiveAggregate._lastGood",
                "LiveAggregate._lastNotBad",
                "RegionAggregate._point",
                "SharedValue._encoded",
                "SharedValue._value",
                "TransitionsAggregate._last",
            ]
        ),
    ];

    [Test]
    public void Each_field_that_may_keep_what_a_client_has_sent_has_an_account()
    {
        var found = KeptFields.Of(BeginsAt, Shared).Names;
        var declared = Declared.SelectMany(each => each.Fields).ToArray();
        Assert.That(
            found.Except(declared),
            Is.Empty,
            "charge or limit what these fields keep of a client, and declare them in KeptFieldsTests"
        );
        Assert.That(declared.Except(found), Is.Empty, "these fields are declared and do not exist any more");
        Assert.That(declared, Is.Unique);
    }

    [Test]
    public void The_accounts_are_those_that_there_are()
    {
        string[] known = [.. Enum.GetNames<ClientMemoryKind>(), "Limited", "Server"];
        Assert.That(Declared.Select(each => each.Account.Split(':')[0]).Distinct(), Is.SubsetOf(known));
    }

    [Test]
    public void A_new_field_is_found_whatever_its_type_leads_through()
    {
        var found = KeptFields.Of([typeof(Example)], []).Names;
        Assert.That(found, Is.EqualTo(new[] { "Example.Lines", "Example.name", "Leaf.Value", "Part.Bytes" }));
    }

    private sealed class Example(string name)
    {
        public List<Leaf> Lines { get; } = [];

        public Part? Next { get; set; }

        public int Count => name.Length;
    }

    private abstract class Part
    {
        public byte[] Bytes { get; set; } = [];
    }

    private sealed class Leaf : Part
    {
        public Variant Value { get; set; }
    }
}
