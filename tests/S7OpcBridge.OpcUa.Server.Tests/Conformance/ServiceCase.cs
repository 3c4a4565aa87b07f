using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>A service as the tables of this folder ask it: a sound request with a number of operations, for services that take a list.</summary>
/// <param name="Name">Name of the service in OPC 10000-4.</param>
/// <param name="TakesList">The request is a list of operations, which must have one at least.</param>
/// <param name="Create">Makes a request with that many operations on a subscription.</param>
public sealed record ServiceCase(string Name, bool TakesList, Func<int, uint, IUaStructure> Create)
{
    /// <summary>The advertised number of operations of a call; 0: the services of subscriptions have no node for theirs.</summary>
    public uint LimitNode { get; init; }

    /// <summary>Every service that works on a session, but for those that make and end one.</summary>
    internal static IReadOnlyList<ServiceCase> OfSession { get; } =
    [
        List(
            "Read",
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRead,
            n => new ReadRequest
            {
                TimestampsToReturn = TimestampsToReturn.Both,
                NodesToRead = Many(n, () => new ReadValueId { NodeId = Variable, AttributeId = 13 }),
            }
        ),
        List(
            "Write",
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerWrite,
            n => new WriteRequest
            {
                NodesToWrite = Many(
                    n,
                    () =>
                        new WriteValue
                        {
                            NodeId = Variable,
                            AttributeId = 13,
                            Value = new DataValue(Variant.From(1), 0, 0, 0),
                        }
                ),
            }
        ),
        List(
            "Call",
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerMethodCall,
            n => new CallRequest
            {
                MethodsToCall = Many(
                    n,
                    () =>
                        new CallMethodRequest
                        {
                            ObjectId = Ids.Server,
                            MethodId = Ids.Server_GetMonitoredItems,
                            InputArguments = [Variant.From(1u)],
                        }
                ),
            }
        ),
        List(
            "Browse",
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerBrowse,
            n => new BrowseRequest { NodesToBrowse = Many(n, () => new BrowseDescription { NodeId = Ids.Server, ResultMask = 63 }) }
        ),
        List(
            "BrowseNext",
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerBrowse,
            n => new BrowseNextRequest { ContinuationPoints = Many(n, () => new byte[] { 1, 2, 3 }) }
        ),
        List(
            "TranslateBrowsePathsToNodeIds",
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerTranslateBrowsePathsToNodeIds,
            n => new TranslateBrowsePathsToNodeIdsRequest
            {
                BrowsePaths = Many(
                    n,
                    () =>
                        new BrowsePath
                        {
                            StartingNode = Ids.Server,
                            RelativePath = new RelativePath
                            {
                                Elements = [new RelativePathElement { TargetName = new QualifiedName(0, "ServerStatus") }],
                            },
                        }
                ),
            }
        ),
        List(
            "RegisterNodes",
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRegisterNodes,
            n => new RegisterNodesRequest { NodesToRegister = Many(n, () => Variable) }
        ),
        List(
            "UnregisterNodes",
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRegisterNodes,
            n => new UnregisterNodesRequest { NodesToUnregister = Many(n, () => Variable) }
        ),
        List(
            "CreateMonitoredItems",
            Ids.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
            (n, s) =>
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = s,
                    ItemsToCreate = Many(
                        n,
                        () =>
                            new MonitoredItemCreateRequest
                            {
                                ItemToMonitor = new ReadValueId { NodeId = Variable, AttributeId = 13 },
                                RequestedParameters =
                                {
                                    Filter = ExtensionObject.From(new DataChangeFilter { Trigger = DataChangeTrigger.StatusValue }),
                                },
                            }
                    ),
                }
        ),
        List(
            "ModifyMonitoredItems",
            Ids.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
            (n, s) =>
                new ModifyMonitoredItemsRequest
                {
                    SubscriptionId = s,
                    ItemsToModify = Many(n, () => new MonitoredItemModifyRequest { MonitoredItemId = 7 }),
                }
        ),
        List(
            "SetMonitoringMode",
            Ids.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
            (n, s) => new SetMonitoringModeRequest { SubscriptionId = s, MonitoredItemIds = Many(n, () => 7u) }
        ),
        List(
            "SetTriggering",
            Ids.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
            (n, s) =>
                new SetTriggeringRequest
                {
                    SubscriptionId = s,
                    TriggeringItemId = 7,
                    LinksToAdd = Many(n, () => 8u),
                }
        ),
        List(
            "DeleteMonitoredItems",
            Ids.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
            (n, s) => new DeleteMonitoredItemsRequest { SubscriptionId = s, MonitoredItemIds = Many(n, () => 7u) }
        ),
        Single("CreateSubscription", _ => new CreateSubscriptionRequest { RequestedPublishingInterval = 60_000, PublishingEnabled = true }),
        Single("ModifySubscription", s => new ModifySubscriptionRequest { SubscriptionId = s, RequestedPublishingInterval = 60_000 }),
        List("SetPublishingMode", 0, n => new SetPublishingModeRequest { SubscriptionIds = Many(n, () => 7u) }),
        Single(
            "Publish",
            s => new PublishRequest
            {
                SubscriptionAcknowledgements = [new SubscriptionAcknowledgement { SubscriptionId = s, SequenceNumber = 1 }],
            }
        ),
        Single("Republish", s => new RepublishRequest { SubscriptionId = s, RetransmitSequenceNumber = 77 }),
        List("TransferSubscriptions", 0, n => new TransferSubscriptionsRequest { SubscriptionIds = Many(n, () => 7u) }),
        List("DeleteSubscriptions", 0, n => new DeleteSubscriptionsRequest { SubscriptionIds = Many(n, () => 7u) }),
        Single("Cancel", _ => new CancelRequest { RequestHandle = 12345 }),
    ];

    /// <summary>Services that need no session.</summary>
    internal static IReadOnlyList<ServiceCase> WithoutSession { get; } =
    [
        Single("FindServers", _ => new FindServersRequest { EndpointUrl = "opc.tcp://localhost:4840", LocaleIds = ["en"] }),
        Single(
            "GetEndpoints",
            _ => new GetEndpointsRequest
            {
                EndpointUrl = "opc.tcp://localhost:4840",
                ProfileUris = ["http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary"],
            }
        ),
        Single(
            "CreateSession",
            _ => new CreateSessionRequest
            {
                EndpointUrl = "opc.tcp://localhost:4840",
                SessionName = "cut",
                ClientNonce = new byte[32],
                RequestedSessionTimeout = 60_000,
            }
        ),
    ];

    /// <summary>Services that make and end sessions.</summary>
    internal static IReadOnlyList<ServiceCase> OfSessionsLife { get; } =
    [
        Single(
            "ActivateSession",
            _ => new ActivateSessionRequest
            {
                UserIdentityToken = ExtensionObject.From(new AnonymousIdentityToken { PolicyId = "anonymous" }),
                LocaleIds = ["en"],
            }
        ),
        Single("CloseSession", _ => new CloseSessionRequest { DeleteSubscriptions = true }),
    ];

    /// <summary>Services that the standard has and this server has not.</summary>
    internal static IReadOnlyList<ServiceCase> Unsupported { get; } =
    [
        Bare("AddNodes", 488),
        Bare("AddReferences", 494),
        Bare("DeleteNodes", 500),
        Bare("DeleteReferences", 506),
        Bare("QueryFirst", 615),
        Bare("QueryNext", 621),
        Single("HistoryRead", _ => new HistoryReadRequest()),
        Single("HistoryUpdate", _ => new HistoryUpdateRequest()),
    ];

    /// <summary>Services that a discovery server has; they need no session.</summary>
    internal static IReadOnlyList<ServiceCase> OfDiscoveryServers { get; } =
    [
        Single("FindServersOnNetwork", _ => new FindServersOnNetworkRequest()),
        Single("RegisterServer", _ => new RegisterServerRequest()),
        Single("RegisterServer2", _ => new RegisterServer2Request()),
    ];

    private static NodeId Variable => UaTestNodes.IdOfVariable(0);

    /// <inheritdoc/>
    public override string ToString() => Name;

    // A request of which the program has not even the message: a type id and a header.
    private static ServiceCase Bare(string name, uint encodingId) => Single(name, _ => new BareRequest(encodingId));

    private static ServiceCase List(string name, uint limitNode, Func<int, IUaStructure> create) =>
        List(name, limitNode, (n, _) => create(n));

    private static ServiceCase List(string name, uint limitNode, Func<int, uint, IUaStructure> create) =>
        new(name, true, create) { LimitNode = limitNode };

    private static ServiceCase Single(string name, Func<uint, IUaStructure> create) =>
        new(name, false, (_, subscription) => create(subscription));

    private static T[] Many<T>(int count, Func<T> one) => [.. Enumerable.Range(0, count).Select(_ => one())];
}

/// <summary>A request that is nothing but its header.</summary>
internal sealed class BareRequest(uint encodingId) : IUaStructure
{
    public RequestHeader RequestHeader { get; set; } = new();

    public uint BinaryEncodingId => encodingId;

    public void Encode(ref UaWriter writer) => RequestHeader.Encode(ref writer);
}
