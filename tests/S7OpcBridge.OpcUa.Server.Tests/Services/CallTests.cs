using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Services;

[CancelAfter(20_000)]
internal sealed class CallTests : UaServerFixture
{
    [Test]
    [ConformanceUnit("Base Info GetMonitoredItems Method")]
    [ConformanceUnit("Method Call")]
    public async Task GetMonitoredItems_lists_the_handles_of_a_subscription()
    {
        await StartAsync();
        var client = await SessionAsync();
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest { RequestedPublishingInterval = 1000 },
            Stop
        );
        var created = await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription.SubscriptionId,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters { ClientHandle = 4711 },
                    },
                ],
            },
            Stop
        );
        var result = await CallAsync(client, Ids.Server, Ids.Server_GetMonitoredItems, Variant.From(subscription.SubscriptionId));
        Assert.That(
            result.OutputArguments.Select(a => a.Reference),
            Is.EqualTo(
                (uint[][])
                    [
                        [created.Results[0].MonitoredItemId],
                        [4711],
                    ]
            )
        );
        var other = await SessionAsync();
        Assert.That(
            await StatusAsync(other, Ids.Server, Ids.Server_GetMonitoredItems, Variant.From(subscription.SubscriptionId)),
            Is.EqualTo("BadUserAccessDenied")
        );
        Assert.That(
            await StatusAsync(client, Ids.Server, Ids.Server_ResendData, Variant.From(subscription.SubscriptionId)),
            Is.EqualTo("Good")
        );
    }

    [Test]
    [ConformanceUnit("Method Call")]
    public async Task Calls_that_make_no_sense_say_what_was_wrong()
    {
        await StartAsync();
        var client = await SessionAsync();
        Assert.That(await StatusAsync(client, new NodeId(2, "nobody"), Ids.Server_ResendData), Is.EqualTo("BadNodeIdUnknown"));
        Assert.That(await StatusAsync(client, Ids.Server, new NodeId(2, "nobody")), Is.EqualTo("BadMethodInvalid"));
        Assert.That(
            await StatusAsync(client, Ids.ObjectsFolder, Ids.Server_ResendData),
            Is.EqualTo("BadMethodInvalid"),
            "the object has no such method"
        );
        Assert.That(await StatusAsync(client, Ids.Server, Ids.Server_ResendData), Is.EqualTo("BadArgumentsMissing"));
        Assert.That(
            await StatusAsync(client, Ids.Server, Ids.Server_ResendData, Variant.From(1u), Variant.From(2u)),
            Is.EqualTo("BadTooManyArguments")
        );
        Assert.That(
            await StatusAsync(client, Ids.Server, Ids.Server_ResendData, Variant.From(99u)),
            Is.EqualTo("BadSubscriptionIdInvalid")
        );
        var wrong = await CallAsync(client, Ids.Server, Ids.Server_ResendData, Variant.From("x"));
        Assert.That(
            (StatusCodes.NameOf(wrong.StatusCode), StatusCodes.NameOf(wrong.InputArgumentResults.Single())),
            Is.EqualTo(("BadInvalidArgument", "BadTypeMismatch"))
        );
    }

    [Test]
    [ConformanceUnit("Method Call")]
    public async Task Other_methods_go_to_the_options_handler()
    {
        var calls = new List<(string Caller, NodeId Target, NodeId Method)>();
        await StartAsync(
            o =>
                o with
                {
                    Call = async (caller, target, method, arguments, _) =>
                    {
                        calls.Add((caller.SessionName, target, method));
                        await Task.Yield();
                        return arguments.Count == 0 ? throw new UaException(StatusCodes.BadArgumentsMissing, "none") : [arguments[0]];
                    },
                },
            new UaTestNodes(BuiltInType.Int32) { Methods = 1 }
        );
        var client = await SessionAsync();
        var (folder, method) = (UaTestNodes.IdOfFolder, UaTestNodes.IdOfMethod(0));
        Assert.That(await StatusAsync(client, folder, method), Is.EqualTo("BadArgumentsMissing"));
        var answered = await CallAsync(client, folder, method, Variant.From(7), Variant.From(8));
        Assert.That((StatusCodes.NameOf(answered.StatusCode), answered.OutputArguments.Single()), Is.EqualTo(("Good", Variant.From(7))));
        Assert.That(calls, Is.EqualTo(Enumerable.Repeat(("test", folder, method), 2)));
        Assert.That(await StatusOf(client.CallAsync<CallResponse>(new CallRequest(), Stop)), Is.EqualTo("BadNothingToDo"));
    }

    [Test]
    public async Task Of_a_batch_only_what_is_allowed_reaches_the_handler()
    {
        var calls = new List<NodeId>();
        await StartAsync(
            o =>
                o with
                {
                    Permissions = PermissionSet.ForEverybody(NodePermissions.All),
                    Call = (_, _, method, _, _) =>
                    {
                        calls.Add(method);
                        return ValueTask.FromResult<Variant[]?>([]);
                    },
                },
            new UaTestNodes(BuiltInType.Int32)
            {
                Methods = 4,
                PermissionsOfMethod = method => method % 2 == 0 ? null : PermissionSet.ForEverybody(NodePermissions.Browse),
            }
        );
        var client = await SessionAsync();
        var batch = Enumerable
            .Range(0, 4)
            .Select(method => new CallMethodRequest { ObjectId = UaTestNodes.IdOfFolder, MethodId = UaTestNodes.IdOfMethod(method) });
        var results = (await client.CallAsync<CallResponse>(new CallRequest { MethodsToCall = [.. batch] }, Stop)).Results;
        Assert.That(
            results.Select(result => StatusCodes.NameOf(result.StatusCode)),
            Is.EqualTo((string[])["Good", "BadUserAccessDenied", "Good", "BadUserAccessDenied"])
        );
        Assert.That(calls, Is.EqualTo((NodeId[])[UaTestNodes.IdOfMethod(0), UaTestNodes.IdOfMethod(2)]));
    }

    private static async Task<string> StatusAsync(UaTestClient client, NodeId target, NodeId method, params Variant[] arguments) =>
        StatusCodes.NameOf((await CallAsync(client, target, method, arguments)).StatusCode);

    private static async Task<CallMethodResult> CallAsync(UaTestClient client, NodeId target, NodeId method, params Variant[] arguments)
    {
        var request = new CallRequest
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
        };
        return (await client.CallAsync<CallResponse>(request, Stop)).Results[0];
    }
}
