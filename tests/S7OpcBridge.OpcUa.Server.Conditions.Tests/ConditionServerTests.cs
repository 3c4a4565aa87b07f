using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>Conditions of a server, by clients with roles. Users are called as their only role, mes is an operator.</summary>
[CancelAfter(30_000)]
internal sealed class ConditionServerTests : AdminFixture
{
    private const NodePermissions See = NodePermissions.Browse | NodePermissions.Read;

    private static readonly PermissionSet Usual = PermissionSet
        .ForEverybody(NodePermissions.Browse)
        .With(WellKnownRoles.ConfigureAdmin, See | NodePermissions.Call)
        .With(WellKnownRoles.SecurityAdmin, See)
        .With(WellKnownRoles.Operator, See | NodePermissions.Write);

    private static readonly NodeId Alarm = new(2, "Toys/V0/_Alarm");

    private ConditionSet _conditions = new(TimeProvider.System, "");

    [SetUp]
    public void MakeConditions() => _conditions = new ConditionSet(TimeProvider.System, "urn:test:server");

    [Test]
    public async Task Operators_acknowledge_and_only_who_may_call_methods_shelves_and_each_call_is_audited()
    {
        await StartWithAlarmAsync();
        var audit = await UaTestEvents.ListenAsync(
            await UserAsync("admin"),
            Ids.Server,
            Stop,
            "EventType",
            "SourceNode",
            "SourceName",
            "Status",
            "ClientUserId",
            "ConditionEventId",
            "Comment",
            "ShelvingTime",
            "StatusCodeId",
            "EventId"
        );
        var mes = await UserAsync("mes");
        _conditions.Update(0, new ConditionUpdate(ConditionStates.Active, 800, null, 0));
        var happened = await audit.NextAsync(Stop, e => e["SourceNode"].Reference is NodeId { Namespace: 2 });
        var eventId = happened["EventId"];
        var comment = Variant.From(new LocalizedText("seen", "en"));
        Assert.That(await CallAsync(mes, "ShelvingState/TimedShelve", Variant.From(1000.0)), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await CallAsync(mes, "Disable"), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await CallAsync(await UserAsync("admin"), "Acknowledge", eventId, comment), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await CallAsync(mes, "Acknowledge", eventId, comment), Is.EqualTo("Good"));
        Assert.That(await CallAsync(await UserAsync("config"), "ShelvingState/TimedShelve", Variant.From(1000.0)), Is.EqualTo("Good"));

        var denied = await audit.NextAsync(Stop, OfType(AuditTypes.ConditionShelving));
        var acked = await audit.NextAsync(Stop, e => OfType(AuditTypes.ConditionAcknowledge)(e) && e["Status"].Bits == 1);
        var shelved = await audit.NextAsync(Stop, OfType(AuditTypes.ConditionShelving));
        Assert.Multiple(() =>
        {
            Assert.That((denied["Status"].Bits, denied["ClientUserId"].Reference), Is.EqualTo((0L, "mes")));
            Assert.That(denied["StatusCodeId"].Bits, Is.EqualTo(StatusCodes.BadUserAccessDenied));
            Assert.That((acked["SourceNode"].Reference, acked["SourceName"].Reference), Is.EqualTo((Alarm, "Method/Acknowledge")));
            Assert.That(
                (acked["ConditionEventId"].Reference, acked["Comment"].Reference),
                Is.EqualTo((eventId.Reference, comment.Reference))
            );
            Assert.That((shelved["ShelvingTime"], shelved["ClientUserId"].Reference), Is.EqualTo((Variant.From(1000.0), "config")));
        });
    }

    [Test]
    public async Task UserExecutable_tells_each_user_the_truth()
    {
        await StartWithAlarmAsync();
        var (mes, config) = (await UserAsync("mes"), await UserAsync("config"));
        Assert.That(
            (await ExecutableAsync(mes, "Acknowledge"), await ExecutableAsync(mes, "ShelvingState/Unshelve")),
            Is.EqualTo((true, false))
        );
        Assert.That(
            (await ExecutableAsync(config, "Acknowledge"), await ExecutableAsync(config, "ShelvingState/Unshelve")),
            Is.EqualTo((true, true))
        );
    }

    [Test]
    public async Task Who_may_not_read_the_source_learns_nothing_of_its_alarms()
    {
        await StartWithAlarmAsync();
        var stranger = await UaTestEvents.ListenAsync(await SessionAsync(), Ids.Server, Stop, "Message", "EventType");
        var mes = await UaTestEvents.ListenAsync(await UserAsync("mes"), Ids.Server, Stop, "Message", "EventType");
        _conditions.Update(0, new ConditionUpdate(ConditionStates.Active, 800, null, 0));
        Assert.That((await mes.NextAsync(Stop, OfType(10637)))["Message"].Reference, Is.EqualTo(new LocalizedText("too hot", "en")));
        Server.Server.Events.Raise(new UaEvent(Ids.SystemEventType, Ids.Server, "Server", 1, "for all"));
        Assert.That(((LocalizedText)(await stranger.NextAsync(Stop))["Message"].Reference!).Text, Is.EqualTo("for all"));
        var read = await (await SessionAsync()).ReadAsync(Stop, new NodeId(2, "Toys/V0/_Alarm/ActiveState"));
        Assert.That(StatusCodes.NameOf(read[0].Status), Is.EqualTo("BadUserAccessDenied"));
    }

    [Test]
    public async Task Variables_of_a_condition_are_monitored_and_the_path_from_its_source_leads_to_them()
    {
        await StartWithAlarmAsync();
        var client = await UserAsync("mes");
        var paths = await client.CallAsync<TranslateBrowsePathsToNodeIdsResponse>(
            new TranslateBrowsePathsToNodeIdsRequest
            {
                BrowsePaths =
                [
                    new BrowsePath
                    {
                        StartingNode = UaTestNodes.IdOfVariable(0),
                        RelativePath = new RelativePath
                        {
                            Elements =
                            [
                                new RelativePathElement
                                {
                                    ReferenceTypeId = Ids.HasCondition,
                                    TargetName = new QualifiedName(2, "Too hot"),
                                },
                                new RelativePathElement
                                {
                                    ReferenceTypeId = Ids.HasComponent,
                                    TargetName = new QualifiedName(0, "ActiveState"),
                                },
                                new RelativePathElement { ReferenceTypeId = Ids.HasProperty, TargetName = new QualifiedName(0, "Id") },
                            ],
                        },
                    },
                ],
            },
            Stop
        );
        NodeId active = new(2, "Toys/V0/_Alarm/ActiveState/Id");
        Assert.That(paths.Results[0].Targets.Single().TargetId, Is.EqualTo((ExpandedNodeId)active));
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 20,
                RequestedLifetimeCount = 10_000,
                RequestedMaxKeepAliveCount = 1000,
                PublishingEnabled = true,
            },
            Stop
        );
        await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription.SubscriptionId,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = active, AttributeId = (uint)AttributeId.Value },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters
                        {
                            SamplingInterval = 20,
                            QueueSize = 10,
                            DiscardOldest = true,
                        },
                    },
                ],
            },
            Stop
        );
        Assert.That(await NextValueAsync(), Is.EqualTo(Variant.From(false)));
        _conditions.Update(0, new ConditionUpdate(ConditionStates.Active, 800, null, 0));
        Assert.That(await NextValueAsync(), Is.EqualTo(Variant.From(true)));

        async Task<Variant> NextValueAsync()
        {
            while (true)
            {
                var sent = (await client.CallAsync<PublishResponse>(new PublishRequest(), Stop)).NotificationMessage.NotificationData;
                if (
                    sent.Select(o => o?.Body).OfType<DataChangeNotification>().SelectMany(data => data.MonitoredItems).LastOrDefault() is
                    { } item
                )
                    return item.Value.Value;
            }
        }
    }

    [Test]
    public async Task The_server_says_that_it_has_alarms()
    {
        await StartWithAlarmAsync();
        var mes = await UserAsync("mes");
        var read = await mes.ReadAsync(Stop, Ids.Server_ServerCapabilities_ServerProfileArray, Ids.Server_ServerCapabilities_LocaleIdArray);
        Assert.That(read[0].Value.Reference, Does.Contain("http://opcfoundation.org/UA-Profile/Server/ACAckAlarm"));
        Assert.That(read[1].Value.Reference, Is.EqualTo(new[] { "en", "de" }));
        Assert.That(S7OpcBridge.OpcUa.Server.Discovery.AdvertisedCapabilities.From(Server.Server.Options), Does.Contain("AC"));
    }

    [TearDown]
    public void EndConditions() => _conditions.Dispose();

    private async Task StartWithAlarmAsync()
    {
        await StartSecureAsync(options => options with { Extensions = [new ConditionExtension(_conditions)], Permissions = Usual });
        _conditions.Replace([
            new ConditionDefinition(Alarm, UaTestNodes.IdOfVariable(0), ConditionKind.OffNormal, "Too hot", new ConditionRules())
            {
                Message = new ConditionText(new LocalizedText("too hot", "en"), new LocalizedText("zu heiß", "de")),
            },
        ]);
    }

    private static Func<Dictionary<string, Variant>, bool> OfType(uint type) => e => e["EventType"].Reference is NodeId id && id == type;

    private static async Task<string> CallAsync(UaTestClient client, string method, params Variant[] arguments)
    {
        var response = await client.CallAsync<CallResponse>(
            new CallRequest
            {
                MethodsToCall =
                [
                    new CallMethodRequest
                    {
                        ObjectId = Alarm,
                        MethodId = new NodeId(2, $"{Alarm.Identifier}/{method}"),
                        InputArguments = arguments,
                    },
                ],
            },
            Stop
        );
        return StatusCodes.NameOf(response.Results[0].StatusCode);
    }

    private static async Task<bool> ExecutableAsync(UaTestClient client, string method)
    {
        var response = await client.CallAsync<ReadResponse>(
            new ReadRequest
            {
                TimestampsToReturn = TimestampsToReturn.Neither,
                NodesToRead =
                [
                    new ReadValueId
                    {
                        NodeId = new NodeId(2, $"{Alarm.Identifier}/{method}"),
                        AttributeId = (uint)AttributeId.UserExecutable,
                    },
                ],
            },
            Stop
        );
        return response.Results[0].Value.Bits != 0;
    }
}
