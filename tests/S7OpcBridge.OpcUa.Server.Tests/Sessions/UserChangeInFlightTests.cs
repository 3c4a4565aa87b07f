using System.Collections.Concurrent;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Tests.History;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>
/// The user of a session changes while a request of it waits: the request ends under the user with which it began (OPC 10000-2, 6.20; GCVE-105-2026-001), in
/// both directions. mes is an Operator, who may do everything here; config may see, and call M0.
/// </summary>
[CancelAfter(30_000)]
[TestFixture("mes", "config")]
[TestFixture("config", "mes")]
internal sealed class UserChangeInFlightTests(string before, string after) : AdminFixture
{
    private static readonly PermissionSet Everybody = PermissionSet.ForEverybody(NodePermissions.All | NodePermissions.ReceiveEvents);
    private static readonly PermissionSet Operators = PermissionSet
        .ForEverybody(NodePermissions.Browse)
        .With(WellKnownRoles.Operator, NodePermissions.All);
    private readonly ConcurrentQueue<string?> _callers = new();
    private TaskCompletionSource _waits = new(),
        _goes = new();

    [SetUp]
    public void Reset()
    {
        _callers.Clear();
        (_waits, _goes) = (
            new(TaskCreationOptions.RunContinuationsAsynchronously),
            new(TaskCreationOptions.RunContinuationsAsynchronously)
        );
    }

    private string Allowed => before == "mes" ? "Good" : "BadUserAccessDenied";

    [Test]
    public async Task All_methods_of_a_Call_are_called_by_the_user_of_before()
    {
        await StartSecureAsync(o => o with { Call = async (caller, _, _, _, _) => await WaitAsync(caller) }, Nodes());
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, "EventType", "MethodId", "ClientUserId");
        var client = await UserAsync(before);
        var request = new CallRequest { MethodsToCall = [Method(0), Method(0), Method(1), Method(0)] };
        var results = (await ChangedAsync(client, client.CallAsync<CallResponse>(request, Stop))).Results;
        Assert.That(results.Select(r => StatusCodes.NameOf(r.StatusCode)), Is.EqualTo((string[])["Good", "Good", Allowed, "Good"]));
        Assert.That(_callers, Is.All.EqualTo(before).And.Exactly(Allowed == "Good" ? 4 : 3).Items);
        for (var i = 0; i < results.Length; i++)
        {
            var called = await audit.NextAsync(Stop, e => e["MethodId"].Reference is NodeId { Namespace: 2 });
            Assert.That(called["ClientUserId"].Reference, Is.EqualTo(before), $"call {i}");
        }

        if (Allowed != "Good")
            Assert.That((await Server.HappensAsync<AccessDenied>(Stop)).Caller.User, Is.EqualTo(before));
    }

    [Test]
    public async Task Handler_observer_and_audit_of_a_Write_see_the_user_of_before()
    {
        var observed = new ConcurrentQueue<string?>();
        await StartSecureAsync(
            o =>
                o with
                {
                    Write = async (caller, writes, results, _) =>
                    {
                        await WaitAsync(caller);
                        foreach (var write in writes)
                            results[write] = StatusCodes.Good;
                    },
                    ObserveWrites = new WriteObserver(() => true, (caller, _) => observed.Enqueue(caller.User)),
                },
            Nodes()
        );
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, "EventType", "ClientUserId");
        var client = await UserAsync(before);
        var request = new WriteRequest { NodesToWrite = [Value(0), Value(1)] };
        var results = (await ChangedAsync(client, client.CallAsync<WriteResponse>(request, Stop))).Results;
        Assert.That(results.Select(r => StatusCodes.NameOf(r)), Is.EqualTo((string[])["Good", Allowed]));
        Assert.That(_callers.Concat(observed), Is.All.EqualTo(before).And.Exactly(3).Items);
        for (var i = 0; i < 2; i++)
        {
            var wrote = await audit.NextAsync(Stop, e => e["EventType"].Reference is NodeId type && type == AuditTypes.WriteUpdate);
            Assert.That(wrote["ClientUserId"].Reference, Is.EqualTo(before));
        }
    }

    [Test]
    public async Task A_Read_that_waits_for_new_values_is_answered_to_the_user_of_before()
    {
        await StartSecureAsync(o => OnClock(o) with { ReadFresh = async (_, _) => await WaitAsync(null) }, Nodes());
        Server.Set(0, Variant.From(1));
        Server.Set(1, Variant.From(2));
        var client = await UserAsync(before);
        Clock.Advance(TimeSpan.FromSeconds(1));
        var request = new ReadRequest { TimestampsToReturn = TimestampsToReturn.Both, NodesToRead = [Node(0), Node(1)] };
        var results = (await ChangedAsync(client, client.CallAsync<ReadResponse>(request, Stop))).Results;
        Assert.That(results.Select(r => StatusCodes.NameOf(r.Status)), Is.EqualTo((string[])["Good", Allowed]));

        static ReadValueId Node(int variable) =>
            new() { NodeId = UaTestNodes.IdOfVariable(variable), AttributeId = (uint)AttributeId.Value };
    }

    [Test]
    public async Task History_is_read_by_the_user_of_before()
    {
        var history = new MemoryHistory();
        for (var variable = 0; variable < 2; variable++)
            history.Add(variable, new DataValue(Variant.From(1), StatusCodes.Good, 1_000, 1_000));
        var source = history.Source();
        await StartSecureAsync(
            o =>
                o with
                {
                    History = source with
                    {
                        ReadRaw = async (range, values, cancellation) =>
                        {
                            await WaitAsync(null);
                            return await source.ReadRaw(range, values, cancellation);
                        },
                    },
                },
            Nodes()
        );
        var client = await UserAsync(before);
        var request = new HistoryReadRequest
        {
            HistoryReadDetails = ExtensionObject.From(new ReadRawModifiedDetails { StartTime = 1, EndTime = 2_000 }),
            TimestampsToReturn = TimestampsToReturn.Source,
            NodesToRead = [Node(0), Node(1)],
        };
        var results = (await ChangedAsync(client, client.CallAsync<HistoryReadResponse>(request, Stop))).Results;
        Assert.That(results.Select(r => StatusCodes.NameOf(r.StatusCode)), Is.EqualTo((string[])["Good", Allowed]));

        static HistoryReadValueId Node(int variable) => new() { NodeId = UaTestNodes.IdOfVariable(variable) };
    }

    [Test]
    public async Task Conditions_are_acknowledged_and_commented_by_the_user_of_before()
    {
        NodeId[] alarms = [new(2, "Toys/V0/_Alarm"), new(2, "Toys/V1/_Alarm")];
        using var conditions = new ConditionSet(TimeProvider.System, "urn:test:server")
        {
            Handler = async (request, _) =>
            {
                await WaitAsync(request.Caller);
                return StatusCodes.Good;
            },
        };
        var permissions = Everybody.With(WellKnownRoles.SecurityAdmin, NodePermissions.All);
        await StartSecureAsync(o => o with { Extensions = [new ConditionExtension(conditions)], Permissions = permissions }, Nodes());
        conditions.Replace([Define(alarms[0], 0), Define(alarms[1], 0)]);
        var audit = await UaTestEvents.ListenAsync(
            await UserAsync("admin"),
            Ids.Server,
            Stop,
            "EventType",
            "SourceNode",
            "ClientUserId",
            "EventId",
            "StatusCodeId"
        );
        var client = await UserAsync(before);
        var ids = new List<Variant>();
        for (var i = 0; i < alarms.Length; i++)
        {
            conditions.Update(i, new ConditionUpdate(ConditionStates.Active, 800, null, 0));
            ids.Add((await audit.NextAsync(Stop, e => e["SourceNode"].Reference is NodeId { Namespace: 2 }))["EventId"]);
        }

        var request = new CallRequest { MethodsToCall = [Acknowledge(0), Acknowledge(1)] };
        var results = (await ChangedAsync(client, client.CallAsync<CallResponse>(request, Stop))).Results;
        Assert.That(results.Select(r => StatusCodes.NameOf(r.StatusCode)), Is.All.EqualTo("Good"));
        Assert.That(_callers, Is.All.EqualTo(before).And.Exactly(2).Items);
        for (var i = 0; i < 2; i++)
        {
            var acked = await audit.NextAsync(
                Stop,
                e => e["EventType"].Reference is NodeId type && type == AuditTypes.ConditionAcknowledge
            );
            Assert.That(acked["ClientUserId"].Reference, Is.EqualTo(before));
        }

        CallMethodRequest Acknowledge(int alarm) =>
            new()
            {
                ObjectId = alarms[alarm],
                MethodId = new NodeId(2, $"{alarms[alarm].Identifier}/Acknowledge"),
                InputArguments = [ids[alarm], Variant.From(new LocalizedText("seen", "en"))],
            };
    }

    [Test]
    public async Task What_was_sent_to_the_user_of_before_is_not_sent_again_to_the_one_of_now()
    {
        await StartSecureAsync(nodes: Nodes());
        Server.Set(0, Variant.From(1));
        var client = await UserAsync(before);
        var subscription = (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = 10,
                    RequestedMaxKeepAliveCount = 10_000,
                    PublishingEnabled = true,
                },
                Stop
            )
        ).SubscriptionId;
        await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 },
                        MonitoringMode = MonitoringMode.Reporting,
                    },
                ],
            },
            Stop
        );
        var sent = (await client.CallAsync<PublishResponse>(new PublishRequest(), Stop)).NotificationMessage.SequenceNumber;
        Assert.That(await RepublishAsync(), Is.EqualTo("Good"));
        await BecomeAsync(client, before);
        Assert.That(await RepublishAsync(), Is.EqualTo("Good"), "the same user again");
        await BecomeAsync(client, after);
        Assert.That(await RepublishAsync(), Is.EqualTo("BadMessageNotAvailable"));

        Task<string> RepublishAsync() =>
            StatusOf(
                client.CallAsync<RepublishResponse>(
                    new RepublishRequest { SubscriptionId = subscription, RetransmitSequenceNumber = sent },
                    Stop
                )
            );
    }

    /// <summary>V0 and M0 are for all, V1 and M1 for operators.</summary>
    private static UaTestNodes Nodes() =>
        new(BuiltInType.Int32, BuiltInType.Int32)
        {
            Methods = 2,
            IsWritable = _ => true,
            Permissions = variable => variable == 0 ? Everybody : Operators,
            PermissionsOfMethod = method => method == 0 ? Everybody : Operators,
        };

    private static CallMethodRequest Method(int method) =>
        new() { ObjectId = UaTestNodes.IdOfFolder, MethodId = UaTestNodes.IdOfMethod(method) };

    private static WriteValue Value(int variable) =>
        new()
        {
            NodeId = UaTestNodes.IdOfVariable(variable),
            AttributeId = (uint)AttributeId.Value,
            Value = new DataValue(Variant.From(5), default, 0, 0),
        };

    private static ConditionDefinition Define(NodeId id, int variable) =>
        new(id, UaTestNodes.IdOfVariable(variable), ConditionKind.OffNormal, $"{id}", new ConditionRules { AckRequired = true })
        {
            Message = new ConditionText(new LocalizedText("too hot", "en"), default),
        };

    /// <summary>Waits until the request waits, changes the user, and lets the request go on.</summary>
    private async Task<T> ChangedAsync<T>(UaTestClient client, Task<T> request)
    {
        await _waits.Task.WaitAsync(Stop);
        await BecomeAsync(client, after);
        _goes.SetResult();
        return await request;
    }

    private static Task BecomeAsync(UaTestClient client, string user) =>
        client.ActivateAsync(Stop, Password(user, user, client.ServerNonce), Certificates);

    private async Task<Variant[]> WaitAsync(UaCaller? caller)
    {
        _callers.Enqueue(caller?.User);
        _waits.TrySetResult();
        await _goes.Task;
        return [];
    }
}
