using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>
/// Dimensions of arrays whose product has another value in 32 bits, wherever a client may send a value (SA-0003): a fault of decoding, and an empty array where
/// one of them is 0.
/// </summary>
[CancelAfter(30_000)]
internal sealed class ArrayDimensionTests : UaServerFixture
{
    private static readonly int[][] Wrong =
    [
        [65_536, 65_536],
        [-1, 1],
        [int.MinValue, 2],
    ];
    private static readonly int[] Empty = [65_536, 65_536, 0];

    private UaTestClient _client = null!;

    [SetUp]
    public async Task StartServer()
    {
        await StartAsync(
            options =>
                options with
                {
                    Write = (_, writes, results, _) =>
                    {
                        foreach (var write in writes)
                            results[write] = StatusCodes.Good;
                        return ValueTask.CompletedTask;
                    },
                },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32) { IsWritable = _ => true, IsArray = _ => true }
        );
        _client = await SessionAsync();
    }

    [TearDown]
    public async Task No_error_of_ours()
    {
        Assert.That((await _client.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status.IsGood, "the session is as it was");
        Assert.That(Server.Events.OfType<RequestFailed>().Select(e => e.Exception), Is.Empty);
    }

    [Test]
    public Task In_a_Write() =>
        CheckAsync(
            value =>
                SendAsync<WriteResponse>(
                    new WriteRequest
                    {
                        NodesToWrite =
                        [
                            new WriteValue
                            {
                                NodeId = UaTestNodes.IdOfVariable(0),
                                AttributeId = 13,
                                Value = new DataValue(Placeholder, default, 0, 0),
                            },
                        ],
                    },
                    value,
                    response => response.Results[0]
                ),
            "Good"
        );

    [Test]
    public Task In_a_Call() =>
        CheckAsync(
            value =>
                SendAsync<CallResponse>(
                    new CallRequest
                    {
                        MethodsToCall =
                        [
                            new CallMethodRequest
                            {
                                ObjectId = Ids.Server,
                                MethodId = Ids.Server_ResendData,
                                InputArguments = [Placeholder],
                            },
                        ],
                    },
                    value,
                    response => response.Results[0].StatusCode
                ),
            "BadInvalidArgument"
        );

    [Test]
    public Task In_a_user_token() =>
        CheckAsync(
            value =>
                SendAsync<ActivateSessionResponse>(new ActivateSessionRequest { UserIdentityToken = Literal(value) }, [], _ => default),
            "BadIdentityTokenInvalid"
        );

    [Test]
    public Task In_an_event_filter() =>
        CheckAsync(
            async value =>
            {
                var subscription = await _client.CallAsync<CreateSubscriptionResponse>(
                    new CreateSubscriptionRequest { RequestedPublishingInterval = 60_000 },
                    Stop
                );
                var element = new ContentFilterElement { FilterOperator = FilterOperator.IsNull, FilterOperands = [Literal(value)] };
                var request = new CreateMonitoredItemsRequest
                {
                    SubscriptionId = subscription.SubscriptionId,
                    ItemsToCreate =
                    [
                        new MonitoredItemCreateRequest
                        {
                            ItemToMonitor = new ReadValueId { NodeId = Ids.Server, AttributeId = (uint)AttributeId.EventNotifier },
                            MonitoringMode = MonitoringMode.Reporting,
                            RequestedParameters =
                            {
                                Filter = ExtensionObject.From(
                                    new EventFilter
                                    {
                                        SelectClauses =
                                        [
                                            new SimpleAttributeOperand
                                            {
                                                TypeDefinitionId = Ids.BaseEventType,
                                                BrowsePath = [new(0, "Message")],
                                                AttributeId = 13,
                                            },
                                        ],
                                        WhereClause = new ContentFilter { Elements = [element] },
                                    }
                                ),
                            },
                        },
                    ],
                };
                return await SendAsync<CreateMonitoredItemsResponse>(request, [], response => response.Results[0].StatusCode);
            },
            "Good"
        );

    [TestCase("0:1"), TestCase("0"), TestCase("0:1,0:1"), TestCase("0:1,0:1,0"), TestCase("65535,65535,0")]
    public async Task No_part_of_an_empty_array_can_be_read(string range)
    {
        Server.Set(0, new Variant(BuiltInType.Int32, 0, Array.Empty<int>(), isArray: true, dimensions: Empty));
        var read = new ReadRequest
        {
            NodesToRead =
            [
                new ReadValueId
                {
                    NodeId = UaTestNodes.IdOfVariable(0),
                    AttributeId = 13,
                    IndexRange = range,
                },
            ],
        };
        Assert.That(
            StatusCodes.NameOf((await _client.CallAsync<ReadResponse>(read, Stop)).Results[0].Status),
            Does.StartWith("BadIndexRange")
        );
    }

    private static Variant Placeholder { get; } = Variant.FromArray(BuiltInType.Int32, new[] { 0x11223344 });

    private static byte[] PlaceholderBytes { get; } = [0x86, 1, 0, 0, 0, 0x44, 0x33, 0x22, 0x11];

    private static async Task CheckAsync(Func<byte[], Task<string>> send, string answerToEmpty)
    {
        foreach (var dimensions in Wrong)
            Assert.That(await send(Value(dimensions)), Is.EqualTo("BadDecodingError"), string.Join(' ', dimensions));
        Assert.That(await send(Value(Empty)), Is.EqualTo(answerToEmpty));
    }

    /// <summary>An array of Int32 without elements, as it is sent.</summary>
    private static byte[] Value(int[] dimensions)
    {
        var bytes = new byte[9 + 4 * dimensions.Length];
        bytes[0] = 0xC6;
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(5), dimensions.Length);
        for (var i = 0; i < dimensions.Length; i++)
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(9 + 4 * i), dimensions[i]);
        return bytes;
    }

    private static ExtensionObject Literal(byte[] value) => new(LiteralOperand.EncodingId, value);

    /// <summary>Sends a request with these bytes where its placeholder is.</summary>
    private async Task<string> SendAsync<T>(IUaStructure request, byte[] value, Func<T, StatusCode> status)
        where T : IUaStructure<T>
    {
        var header = (RequestHeader)request.GetType().GetProperty(nameof(RequestHeader))!.GetValue(request)!;
        (header.AuthenticationToken, header.RequestHandle, header.Timestamp) = (
            _client.AuthenticationToken,
            1,
            UaTime.Now(TimeProvider.System)
        );
        var body = UaTestChannel.Encode(request);
        if (value.Length > 0)
        {
            var at = body.AsSpan().IndexOf(PlaceholderBytes);
            body = [.. body[..at], .. value, .. body[(at + PlaceholderBytes.Length)..]];
        }

        try
        {
            return StatusCodes.NameOf(status(UaTestClient.Decode<T>(await _client.CallBodyAsync(body, Stop))));
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
    }
}
