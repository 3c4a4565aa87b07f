using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>
/// Every service against messages that are cut short, lie about their lengths, nest too deep, come at the wrong time or ask for nothing: each gets the status
/// that OPC 10000-4 names (7.38), the channel goes on, and a bystander notices nothing.
/// </summary>
[CancelAfter(20_000)]
internal sealed class BadMessageTests : UaServerFixture
{
    private static readonly long Now = UaTime.Now(TimeProvider.System); // the same in all, so that two requests differ in their lists only

    private UaTestClient _bystander = null!,
        _client = null!;
    private uint _subscription;

    private static IEnumerable<ServiceCase> OfSession => ServiceCase.OfSession;

    private static IEnumerable<ServiceCase> OnSession => [.. ServiceCase.OfSession, .. ServiceCase.OfSessionsLife];

    private static IEnumerable<ServiceCase> All => [.. ServiceCase.WithoutSession, .. OnSession];

    private static IEnumerable<ServiceCase> Lists => ServiceCase.OfSession.Where(service => service.TakesList);

    private static IEnumerable<ServiceCase> OfDiscoveryServers => ServiceCase.OfDiscoveryServers;

    private static IEnumerable<ServiceCase> Unsupported => ServiceCase.Unsupported;

    [SetUp]
    public async Task StartWithBystander()
    {
        await StartAsync(options =>
            options with
            {
                Write = (_, writes, results, _) =>
                {
                    foreach (var write in writes)
                        results[write] = StatusCodes.Good;
                    return ValueTask.CompletedTask;
                },
            }
        );
        _bystander = await SessionAsync();
        _client = await SessionAsync();
        _subscription = (
            await _client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 60_000 },
                Stop
            )
        ).SubscriptionId;
    }

    [TearDown]
    public async Task The_bystander_is_still_served()
    {
        Assert.That((await _bystander.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Value.Bits, Is.Zero);
        Assert.That(Server.Events.OfType<RequestFailed>().Select(e => e.Exception), Is.Empty);
    }

    [TestCaseSource(nameof(All))]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task A_message_cut_short_anywhere_is_a_decoding_error_and_has_no_effect(ServiceCase service)
    {
        var whole = Encode(service.Create(1, _subscription));
        for (var length = 1; length < whole.Length; length++)
            Assert.That(
                await StatusOf(whole[..length]),
                Is.EqualTo("BadDecodingError"),
                $"{service} cut to {length} of {whole.Length} bytes"
            );
        Assert.That(
            await StatusOf(
                Encode(new ReadRequest { NodesToRead = [new ReadValueId { NodeId = Ids.Server_ServerStatus_State, AttributeId = 13 }] })
            ),
            Is.EqualTo("Good"),
            "the session is as it was"
        );
    }

    [TestCaseSource(nameof(Lists))]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task A_list_that_is_longer_than_its_message_is_refused_before_anything_is_done(ServiceCase service)
    {
        var (none, one) = (Encode(service.Create(0, _subscription)), Encode(service.Create(1, _subscription)));
        var count = none.AsSpan().CommonPrefixLength(one);
        Assert.That(BinaryPrimitives.ReadInt32LittleEndian(one.AsSpan(count)), Is.EqualTo(1), "the list begins here");
        foreach (
            var (lie, expected) in ((int, string[])[])
                [
                    (2, ["BadDecodingError"]),
                    (1000, ["BadDecodingError"]),
                    (999_999, ["BadDecodingError"]),
                    (int.MaxValue, ["BadDecodingError", "BadEncodingLimitsExceeded"]),
                    (1_000_001, ["BadDecodingError", "BadEncodingLimitsExceeded"]),
                ]
        )
        {
            var lying = one.ToArray();
            BinaryPrimitives.WriteInt32LittleEndian(lying.AsSpan(count), lie);
            Assert.That(expected, Does.Contain(await StatusOf(lying)), $"{service} says {lie} operations");
        }
    }

    [TestCaseSource(nameof(Lists))]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task Nothing_to_do_is_said_of_an_empty_list_and_of_a_null_one(ServiceCase service)
    {
        var (none, one) = (Encode(service.Create(0, _subscription)), Encode(service.Create(1, _subscription)));
        var count = none.AsSpan().CommonPrefixLength(one);
        foreach (var empty in (int[])[0, -1, int.MinValue])
        {
            BinaryPrimitives.WriteInt32LittleEndian(none.AsSpan(count), empty);
            Assert.That(await StatusOf(none), Is.EqualTo("BadNothingToDo"), $"{service} with a list of {empty}");
        }
    }

    [TestCaseSource(nameof(OnSession))]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task Without_a_session_or_with_a_forged_one_there_is_no_service(ServiceCase service)
    {
        var stranger = await ClientAsync();
        foreach (var token in (NodeId[])[default, new NodeId(0, 4711u), new NodeId(1, "guess"), new NodeId(0, new byte[32])])
        {
            var request = UaTestChannel.Encode(WithHeader(service.Create(1, _subscription), token));
            Assert.That(await StatusOf(stranger, request), Is.EqualTo("BadSessionIdInvalid"), $"{service} with token {token}");
        }
    }

    [TestCaseSource(nameof(OfSession))]
    [ConformanceUnit("Session Base")]
    public async Task On_a_session_that_is_not_activated_there_is_no_service_and_the_session_ends(ServiceCase service)
    {
        var early = await ClientAsync();
        await early.CreateSessionAsync(Stop);
        Assert.That(
            await StatusOf(early, UaTestChannel.Encode(WithHeader(service.Create(1, _subscription), early.AuthenticationToken))),
            Is.EqualTo("BadSessionNotActivated")
        );
        Assert.That(await StatusOf(early.ActivateAsync(Stop)), Is.EqualTo("BadSessionIdInvalid"));
    }

    [TestCaseSource(nameof(OfSession))]
    [ConformanceUnit("Session Base")]
    public async Task On_another_channel_than_the_sessions_there_is_no_service(ServiceCase service)
    {
        var thief = await SessionAsync();
        Assert.That(await StatusOf(thief, Encode(service.Create(1, _subscription))), Is.EqualTo("BadSecureChannelIdInvalid"));
    }

    [Test]
    [ConformanceUnit("Session Base")]
    public async Task A_session_cannot_be_closed_on_another_channel_than_its_own()
    {
        // OPC 10000-4, 5.7.4 names BadSessionIdInvalid and lets any common status be; this one says what is wrong, as it does for each other service.
        var thief = await SessionAsync();
        Assert.That(
            await StatusOf(thief, Encode(new CloseSessionRequest { DeleteSubscriptions = true })),
            Is.EqualTo("BadSecureChannelIdInvalid")
        );
        Assert.That((await _client.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status.IsGood, "it lives on");
    }

    [TestCaseSource(nameof(OfSession))]
    [ConformanceUnit("Session Base")]
    public async Task On_a_closed_session_there_is_no_service(ServiceCase service)
    {
        var request = Encode(service.Create(1, _subscription));
        await _client.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, Stop);
        Assert.That(await StatusOf(request), Is.EqualTo("BadSessionIdInvalid"));
    }

    [TestCaseSource(nameof(Unsupported))]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task A_service_that_is_not_there_is_told_so_as_a_whole(ServiceCase service) =>
        Assert.That(await StatusOf(Encode(service.Create(1, _subscription))), Is.EqualTo("BadServiceUnsupported"));

    [TestCaseSource(nameof(OfDiscoveryServers))]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task A_service_of_discovery_servers_is_told_so_without_a_session(ServiceCase service)
    {
        var stranger = await ClientAsync();
        Assert.That(
            await StatusOf(stranger, UaTestChannel.Encode(WithHeader(service.Create(1, 0), default))),
            Is.EqualTo("BadServiceUnsupported")
        );
    }

    [TestCase("Write"), TestCase("Call"), TestCase("CreateMonitoredItems"), TestCase("ActivateSession")]
    [ConformanceUnit("UA Binary Encoding")]
    public async Task Values_nested_too_deep_exceed_the_limits_of_the_encoding(string service)
    {
        // A value in a value in a value …: 150 levels where 100 are allowed.
        var nested = Variant.From(1);
        for (var i = 0; i < 150; i++)
            nested = Variant.FromArray(BuiltInType.Variant, (Variant[])[nested]);
        IUaStructure request = service switch
        {
            "Write" => new WriteRequest
            {
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = UaTestNodes.IdOfVariable(0),
                        AttributeId = 13,
                        Value = new DataValue(nested, 0, 0, 0),
                    },
                ],
            },
            "Call" => new CallRequest
            {
                MethodsToCall =
                [
                    new CallMethodRequest
                    {
                        ObjectId = Ids.Server,
                        MethodId = Ids.Server_ResendData,
                        InputArguments = [nested],
                    },
                ],
            },
            "ActivateSession" => new ActivateSessionRequest { UserIdentityToken = ExtensionObject.From(Filter(nested)) },
            _ => new CreateMonitoredItemsRequest
            {
                SubscriptionId = _subscription,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = { NodeId = Ids.Server, AttributeId = 12 },
                        RequestedParameters = { Filter = ExtensionObject.From(Filter(nested)) },
                    },
                ],
            },
        };
        Assert.That(await StatusOf(Encode(request)), Is.EqualTo("BadEncodingLimitsExceeded"));
    }

    private static EventFilter Filter(Variant literal) =>
        new()
        {
            SelectClauses = [new SimpleAttributeOperand { BrowsePath = [new QualifiedName(0, "Message")], AttributeId = 13 }],
            WhereClause = new ContentFilter
            {
                Elements =
                [
                    new ContentFilterElement
                    {
                        FilterOperator = FilterOperator.IsNull,
                        FilterOperands = [ExtensionObject.From(new LiteralOperand { Value = literal })],
                    },
                ],
            },
        };

    private static IUaStructure WithHeader(IUaStructure request, NodeId token)
    {
        var header = (RequestHeader)request.GetType().GetProperty(nameof(RequestHeader))!.GetValue(request)!;
        (header.AuthenticationToken, header.Timestamp, header.RequestHandle) = (token, Now, 1);
        return request;
    }

    private byte[] Encode(IUaStructure request) => UaTestChannel.Encode(WithHeader(request, _client.AuthenticationToken));

    private Task<string> StatusOf(byte[] request) => StatusOf(_client, request);

    private static async Task<string> StatusOf(UaTestClient client, byte[] request)
    {
        var answer = await client.CallBodyAsync(request, Stop);
        var reader = new UaReader(answer, EncodingLimits.Default);
        reader.ReadNodeId();
        return StatusCodes.NameOf(ResponseHeader.Decode(ref reader).ServiceResult);
    }
}
