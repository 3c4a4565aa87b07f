using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>
/// Attacks that servers have fallen to (docs/internals/security-tests.md): each ends with its own channel at most, and a bystander notices nothing.
/// </summary>
[CancelAfter(30_000)]
internal sealed class HostileClientTests : UaServerFixture
{
    private UaTestClient _bystander = null!;

    [SetUp]
    public async Task StartWithBystander()
    {
        await StartAsync(variables: 500);
        _bystander = await SessionAsync();
    }

    [TearDown]
    public async Task The_bystander_is_still_served()
    {
        Assert.That((await _bystander.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Value.Bits, Is.Zero);
        Assert.That(Server.Events.OfType<RequestFailed>().Select(e => e.Exception), Is.Empty);
    }

    [Test]
    public async Task Browsing_while_the_address_space_is_replaced_finds_the_old_nodes_or_the_new_ones()
    {
        var client = await SessionAsync();
        using var done = new CancellationTokenSource();
        var reloading = Task.Run(
            () =>
            {
                for (var i = 0; !done.IsCancellationRequested; i++)
                    Server.Server.AddressSpace.Replace(1, UaTestNodes.Many(i % 2 == 0 ? 5 : 500, BuiltInType.Int32));
            },
            Stop
        );
        for (var i = 0; i < 200; i++)
        {
            var result = (
                await client.CallAsync<BrowseResponse>(
                    new BrowseRequest
                    {
                        RequestedMaxReferencesPerNode = 200,
                        NodesToBrowse =
                        [
                            new BrowseDescription
                            {
                                NodeId = new NodeId(2, UaTestNodes.Folder),
                                ReferenceTypeId = Ids.Organizes,
                                ResultMask = 63,
                            },
                        ],
                    },
                    Stop
                )
            ).Results[0];
            Assert.That(result.References.Length, Is.EqualTo(5).Or.EqualTo(200));
            if (result.ContinuationPoint is { } point)
            {
                var next = (
                    await client.CallAsync<BrowseNextResponse>(new BrowseNextRequest { ContinuationPoints = [point] }, Stop)
                ).Results[0];
                Assert.That(StatusCodes.NameOf(next.StatusCode), Is.EqualTo("BadContinuationPointInvalid").Or.EqualTo("Good"));
            }

            await client.ReadAsync(Stop, UaTestNodes.IdOfVariable(499), UaTestNodes.IdOfVariable(2));
        }

        await done.CancelAsync();
        await reloading;
    }

    [Test]
    public async Task Values_within_values_are_bounded()
    {
        var client = await SessionAsync();
        var nested = Variant.From(1);
        for (var i = 0; i < 90; i++)
            nested = Variant.FromArray(BuiltInType.Variant, (Variant[])[nested]);
        byte[] head = UaTestChannel.Encode(
            new WriteRequest
            {
                RequestHeader = { AuthenticationToken = client.AuthenticationToken, Timestamp = 1 },
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = UaTestNodes.IdOfVariable(0),
                        AttributeId = 13,
                        Value = new DataValue(nested, 0, 0, 0),
                    },
                ],
            }
        );
        var deeper = Enumerable.Repeat((byte[])[0x98, 1, 0, 0, 0], 5000).SelectMany(b => b);
        var answer = await client.CallBodyAsync([.. head[..^5], .. deeper], Stop);
        Assert.That(
            await StatusOf(Task.Run(() => UaTestClient.Decode<WriteResponse>(answer))),
            Is.EqualTo("BadEncodingLimitsExceeded").Or.EqualTo("BadDecodingError")
        );
    }

    [TestCase("C3 28"), TestCase("FF FE"), TestCase("ED A0 80"), TestCase("F8 88 80 80 80")]
    public async Task Text_that_is_no_utf8_is_a_fault_or_an_unknown_node(string hex)
    {
        var client = await SessionAsync();
        var bytes = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
        var placeholder = new NodeId(2, new string('~', bytes.Length));
        var body = UaTestChannel.Encode(
            new ReadRequest
            {
                RequestHeader = { AuthenticationToken = client.AuthenticationToken, Timestamp = 1 },
                NodesToRead = [new ReadValueId { NodeId = placeholder, AttributeId = 13 }],
            }
        );
        var at = body.AsSpan().LastIndexOf(System.Text.Encoding.UTF8.GetBytes(new string('~', bytes.Length)));
        bytes.CopyTo(body, at);
        var read = UaTestClient.Decode<ReadResponse>(await client.CallBodyAsync(body, Stop));
        Assert.That(StatusCodes.NameOf(read.Results[0].Status), Is.EqualTo("BadNodeIdUnknown"));
    }

    [Test]
    public async Task Subscriptions_without_end_are_refused_at_the_limit_and_only_for_the_one_who_wants_them()
    {
        var greedy = await SessionAsync();
        var limit = Server.Server.Options.Limits.Subscriptions.MaxSubscriptionsPerSession;
        for (var i = 0; i < limit; i++)
            await greedy.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 60_000 },
                Stop
            );
        Assert.That(
            await StatusOf(
                greedy.CallAsync<CreateSubscriptionResponse>(new CreateSubscriptionRequest { RequestedPublishingInterval = 60_000 }, Stop)
            ),
            Is.EqualTo("BadTooManySubscriptions")
        );
        Assert.That(
            await StatusOf(
                _bystander.CallAsync<CreateSubscriptionResponse>(
                    new CreateSubscriptionRequest { RequestedPublishingInterval = 60_000 },
                    Stop
                )
            ),
            Is.EqualTo("Good")
        );
    }

    [Test]
    public async Task An_event_filter_whose_operators_have_no_operands_is_answered([Values] FilterOperator filterOperator)
    {
        var client = await SessionAsync();
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest { RequestedPublishingInterval = 60_000 },
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
                        ItemToMonitor = new ReadValueId { NodeId = Ids.Server, AttributeId = (uint)AttributeId.EventNotifier },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters =
                        {
                            Filter = ExtensionObject.From(
                                new EventFilter
                                {
                                    WhereClause = new ContentFilter
                                    {
                                        Elements = [new ContentFilterElement { FilterOperator = filterOperator }],
                                    },
                                }
                            ),
                        },
                    },
                ],
            },
            Stop
        );
        Assert.That(created.Results[0].StatusCode.IsBad, StatusCodes.NameOf(created.Results[0].StatusCode));
    }

    [Test]
    public async Task Handshakes_that_fail_again_and_again_cost_nobody_else_anything()
    {
        for (var i = 0; i < 40; i++)
        {
            var channel = await ConnectAsync();
            await channel.HelloAsync(Stop);
            var frame = AsymmetricHeader
                .Write(0, SecurityPolicy.Basic256Sha256.Uri, UaTestCertificates.Shared.Client.Chain, new byte[20])
                .Concat(new byte[256])
                .ToArray();
            BitConverter.TryWriteBytes(frame.AsSpan(4), frame.Length);
            await channel.SendRawAsync(frame, Stop);
            Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Does.StartWith("ERR Bad"));
        }
    }

    [Test]
    public async Task Closing_a_session_with_a_timestamp_of_the_year_1601_tells_no_stack_trace()
    {
        var client = await SessionAsync();
        var answer = await client.CallRawAsync(new CloseSessionRequest { RequestHeader = { Timestamp = long.MinValue } }, Stop);
        Assert.That(System.Text.Encoding.Latin1.GetString(answer), Does.Not.Contain("   at ").And.Not.Contain("Exception"));
    }

    [Test]
    public async Task Held_requests_cost_no_thread()
    {
        var clients = new List<UaTestClient>();
        for (var i = 0; i < 20; i++)
        {
            var client = await SessionAsync();
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000, PublishingEnabled = true },
                Stop
            );
            clients.Add(client);
        }

        foreach (var client in clients)
        {
            for (var i = 0; i < 50; i++)
                _ = client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        }

        foreach (var client in clients)
            Assert.That((await client.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status.IsGood, Is.True);
    }

    [Test]
    public async Task Mutated_requests_of_every_kind_are_answered_or_end_their_channel()
    {
        var random = new Random(1);
        var victim = await SessionAsync();
        var header = new RequestHeader
        {
            AuthenticationToken = victim.AuthenticationToken,
            Timestamp = 1,
            RequestHandle = 1,
        };
        NodeId node = UaTestNodes.IdOfVariable(0);
        IUaStructure[] requests =
        [
            new ReadRequest
            {
                RequestHeader = header,
                NodesToRead =
                [
                    new ReadValueId
                    {
                        NodeId = node,
                        AttributeId = 13,
                        IndexRange = "1:2",
                    },
                ],
            },
            new WriteRequest
            {
                RequestHeader = header,
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = node,
                        AttributeId = 13,
                        Value = new DataValue(Variant.From("x"), 0, 1, 1),
                    },
                ],
            },
            new BrowseRequest
            {
                RequestHeader = header,
                NodesToBrowse = [new BrowseDescription { NodeId = node, ReferenceTypeId = Ids.Organizes }],
            },
            new BrowseNextRequest
            {
                RequestHeader = header,
                ContinuationPoints =
                [
                    [1, 2, 3, 4, 5, 6, 7, 8],
                    null,
                ],
            },
            new CallRequest
            {
                RequestHeader = header,
                MethodsToCall = [new CallMethodRequest { ObjectId = Ids.Server, MethodId = Ids.Server_ResendData }],
            },
            new TranslateBrowsePathsToNodeIdsRequest
            {
                RequestHeader = header,
                BrowsePaths =
                [
                    new BrowsePath
                    {
                        StartingNode = Ids.RootFolder,
                        RelativePath = new RelativePath { Elements = [new RelativePathElement()] },
                    },
                ],
            },
            new CreateSubscriptionRequest { RequestHeader = header, RequestedPublishingInterval = 1000 },
            new PublishRequest { RequestHeader = header, SubscriptionAcknowledgements = [new SubscriptionAcknowledgement()] },
            new CreateMonitoredItemsRequest
            {
                RequestHeader = header,
                ItemsToCreate = [new MonitoredItemCreateRequest { ItemToMonitor = new ReadValueId { NodeId = node } }],
            },
            new ActivateSessionRequest
            {
                RequestHeader = header,
                UserIdentityToken = ExtensionObject.From(new UserNameIdentityToken { UserName = "a", Password = [1] }),
            },
            new CreateSessionRequest
            {
                RequestHeader = header,
                SessionName = "x",
                ClientNonce = new byte[32],
            },
            new GetEndpointsRequest
            {
                RequestHeader = header,
                EndpointUrl = "opc.tcp://x",
                ProfileUris = ["a", null],
            },
        ];
        for (var i = 0; i < 1200; i++)
        {
            var body = UaTestChannel.Encode(requests[i % requests.Length]);
            for (var n = random.Next(1, 4); n > 0; n--)
                body[random.Next(4, body.Length)] = (byte)random.Next(256);
            var answering = victim.CallBodyAsync(body, Stop);
            if (i % 50 == 49)
                await victim.ReadAsync(Stop, Ids.Server_ServerStatus_State);
            _ = answering;
        }

        Assert.That((await victim.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status.IsGood, Is.True);
    }
}
