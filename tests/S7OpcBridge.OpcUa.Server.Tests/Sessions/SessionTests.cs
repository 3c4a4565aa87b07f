using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

[CancelAfter(20_000)]
internal sealed class SessionTests : UaServerFixture
{
    [Test]
    [ConformanceUnit("Session Base")]
    public async Task CreateSession_shows_the_same_endpoints_as_GetEndpoints()
    {
        await StartAsync();
        var client = await ClientAsync();
        var endpoints = await client.CallAsync<GetEndpointsResponse>(
            new GetEndpointsRequest { EndpointUrl = "opc.tcp://some.name:1234" },
            Stop
        );
        var session = await client.CreateSessionAsync(Stop, change: r => r.EndpointUrl = "opc.tcp://some.name:1234");
        Assert.That(session.ServerEndpoints.Select(UaTestChannel.Encode), Is.EqualTo(endpoints.Endpoints.Select(UaTestChannel.Encode)));
        Assert.That(session.ServerEndpoints[0].EndpointUrl, Is.EqualTo("opc.tcp://some.name:1234"));
    }

    [Test]
    [ConformanceUnit("Session Base")]
    public async Task Nonces_have_32_bytes_and_never_repeat_and_the_token_is_not_the_id()
    {
        await StartAsync();
        var client = await ClientAsync();
        var created = await client.CreateSessionAsync(Stop);
        var first = await client.ActivateAsync(Stop);
        var second = await client.ActivateAsync(Stop);
        Assert.That((byte[][])[created.ServerNonce!, first.ServerNonce!, second.ServerNonce!], Is.Unique);
        Assert.That(second.ServerNonce, Has.Length.EqualTo(32));
        Assert.That(created.AuthenticationToken.Identifier, Is.InstanceOf<byte[]>().With.Length.EqualTo(32));
        Assert.That(created.AuthenticationToken, Is.Not.EqualTo(created.SessionId));
    }

    [
        TestCase(0, 60_000),
        TestCase(double.NaN, 60_000),
        TestCase(-5, 60_000),
        TestCase(1, 10_000),
        TestCase(double.PositiveInfinity, 3_600_000),
        TestCase(120_000, 120_000)
    ]
    [ConformanceUnit("Session Base")]
    public async Task The_timeout_is_revised_and_never_zero(double asked, double revised)
    {
        await StartAsync();
        var client = await ClientAsync();
        var session = await client.CreateSessionAsync(Stop, change: r => r.RequestedSessionTimeout = asked);
        Assert.That(session.RevisedSessionTimeout, Is.EqualTo(revised));
    }

    [Test]
    public async Task A_client_that_looks_for_another_server_is_told_so()
    {
        await StartAsync();
        var client = await ClientAsync();
        Assert.That(
            await StatusOf(client.CreateSessionAsync(Stop, change: r => r.ServerUri = "urn:other")),
            Is.EqualTo(nameof(StatusCodes.BadServerUriInvalid))
        );
    }

    [Test]
    [ConformanceUnit("Session Base")]
    public async Task A_session_that_is_used_before_it_is_activated_is_closed()
    {
        await StartAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        Assert.That(
            await StatusOf(client.ReadAsync(Stop, Ids.Server_ServerStatus_State)),
            Is.EqualTo(nameof(StatusCodes.BadSessionNotActivated))
        );
        Assert.That(await StatusOf(client.ActivateAsync(Stop)), Is.EqualTo(nameof(StatusCodes.BadSessionIdInvalid)));
        Assert.That(Server.Server.Sessions, Is.Zero);
    }

    [Test]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task Forged_tokens_open_nothing()
    {
        await StartAsync();
        var client = await SessionAsync();
        var token = (byte[])client.AuthenticationToken.Identifier!;
        byte[] halfRight = [.. token[..16], .. new byte[16]];
        foreach (
            var forged in (NodeId[])
                [new(0, halfRight), new(0, token[..31]), new(1, token), new(0, 1u), new(0, "x"), client.Session!.SessionId]
        )
        {
            client.AuthenticationToken = forged;
            Assert.That(
                await StatusOf(client.ReadAsync(Stop, Ids.Server_ServerStatus_State)),
                Is.EqualTo(nameof(StatusCodes.BadSessionIdInvalid)),
                forged.ToString()
            );
        }
    }

    [Test]
    [ConformanceUnit("Session Base")]
    public async Task A_session_moves_to_the_channel_that_activates_it_and_leaves_the_old_one()
    {
        await StartAsync();
        var first = await SessionAsync();
        var second = await ClientAsync();
        second.TakeSessionFrom(first);
        Assert.That(
            await StatusOf(second.ReadAsync(Stop, Ids.Server_ServerStatus_State)),
            Is.EqualTo(nameof(StatusCodes.BadSecureChannelIdInvalid))
        );
        await second.ActivateAsync(Stop);
        Assert.That(await StatusOf(second.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo(nameof(StatusCodes.Good)));
        Assert.That(
            await StatusOf(first.ReadAsync(Stop, Ids.Server_ServerStatus_State)),
            Is.EqualTo(nameof(StatusCodes.BadSecureChannelIdInvalid))
        );
    }

    [Test]
    public async Task The_first_activation_must_come_on_the_channel_that_created_the_session()
    {
        await StartAsync();
        var first = await ClientAsync();
        await first.CreateSessionAsync(Stop);
        var second = await ClientAsync();
        second.TakeSessionFrom(first);
        Assert.That(await StatusOf(second.ActivateAsync(Stop)), Is.EqualTo(nameof(StatusCodes.BadSecureChannelIdInvalid)));
        Assert.That(await StatusOf(first.ActivateAsync(Stop)), Is.EqualTo(nameof(StatusCodes.Good)), "the attempt did no harm");
    }

    [Test]
    [ConformanceUnit("Session Base")]
    public async Task A_silent_session_times_out_and_one_that_reads_does_not()
    {
        await StartAsync(OnClock);
        var silent = await SessionAsync();
        var reading = await SessionAsync();
        Clock.Advance(TimeSpan.FromSeconds(55));
        await reading.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        Clock.Advance(TimeSpan.FromSeconds(10));
        await Server.HappensAsync<SessionClosed>(Stop, e => e.SessionId == silent.Session!.SessionId);
        Assert.That(
            await StatusOf(silent.ReadAsync(Stop, Ids.Server_ServerStatus_State)),
            Is.EqualTo(nameof(StatusCodes.BadSessionIdInvalid))
        );
        Assert.That(await StatusOf(reading.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo(nameof(StatusCodes.Good)));
    }

    [Test]
    public async Task A_full_server_gives_up_the_oldest_session_that_was_never_activated_and_no_other()
    {
        await StartAsync(o => o with { Limits = o.Limits with { MaxSessions = 2 } });
        var working = await SessionAsync();
        var halfOpen = await ClientAsync();
        await halfOpen.CreateSessionAsync(Stop);
        var late = await SessionAsync();
        Assert.That(await StatusOf(halfOpen.ActivateAsync(Stop)), Is.EqualTo(nameof(StatusCodes.BadSessionIdInvalid)));
        Assert.That(await StatusOf(late.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo(nameof(StatusCodes.Good)));
        Assert.That(await StatusOf(working.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo(nameof(StatusCodes.Good)));
        Assert.That(await StatusOf(halfOpen.CreateSessionAsync(Stop)), Is.EqualTo(nameof(StatusCodes.BadTooManySessions)));
    }

    [Test]
    [ConformanceUnit("Session Base")]
    public async Task Requests_after_CloseSession_are_answered_and_parked_Publishes_too()
    {
        await StartAsync();
        var client = await SessionAsync();
        await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest { RequestedPublishingInterval = 100_000, PublishingEnabled = false },
            Stop
        );
        var first = client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        var second = client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, Stop);
        Assert.That(
            await StatusOf(second),
            Is.EqualTo(nameof(StatusCodes.BadSessionClosed)).Or.EqualTo(nameof(StatusCodes.BadNoSubscription))
        );
        Assert.That(
            await StatusOf(client.CallAsync<PublishResponse>(new PublishRequest(), Stop)),
            Is.EqualTo(nameof(StatusCodes.BadSessionIdInvalid))
        );
        await StatusOf(first);
        Assert.That(Server.Server.Subscriptions, Is.Zero);
    }

    [Test]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task Services_that_do_not_exist_here_are_a_fault([Values(664u, 488u, 615u, 700u, 761u, 999_999u)] uint type)
    {
        await StartAsync();
        var client = await SessionAsync();
        var header = new RequestHeader
        {
            AuthenticationToken = client.AuthenticationToken,
            Timestamp = 1,
            RequestHandle = 77,
        };
        var body = UaTestChannel.Encode(header)[4..];
        byte[] typeId = [2, 0, 0, .. BitConverter.GetBytes(type)];
        var answer = await client.CallBodyAsync([.. typeId, .. body], Stop);
        Assert.That(
            await StatusOf(Task.Run(() => UaTestClient.Decode<ReadResponse>(answer))),
            Is.EqualTo(nameof(StatusCodes.BadServiceUnsupported))
        );
    }

    [Test]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task The_handle_is_echoed_and_a_null_timestamp_refused()
    {
        await StartAsync();
        var client = await SessionAsync();
        var request = new ReadRequest { NodesToRead = [new ReadValueId { NodeId = Ids.Server_ServerStatus_State, AttributeId = 13 }] };
        request.RequestHeader = new RequestHeader
        {
            AuthenticationToken = client.AuthenticationToken,
            Timestamp = 1,
            RequestHandle = 4711,
        };
        var response = UaTestClient.Decode<ReadResponse>(await client.CallBodyAsync(UaTestChannel.Encode(request), Stop));
        Assert.That(response.ResponseHeader.RequestHandle, Is.EqualTo(4711));
        request.RequestHeader.Timestamp = 0;
        var answer = await client.CallBodyAsync(UaTestChannel.Encode(request), Stop);
        Assert.That(
            await StatusOf(Task.Run(() => UaTestClient.Decode<ReadResponse>(answer))),
            Is.EqualTo(nameof(StatusCodes.BadInvalidTimestamp))
        );
    }

    [Test]
    public async Task Stopping_tells_subscribers_and_then_hangs_up()
    {
        await StartAsync();
        var client = await SessionAsync();
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 100_000,
                RequestedMaxKeepAliveCount = 10,
                PublishingEnabled = true,
            },
            Stop
        );
        var publish = client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State); // the Publish has been taken
        await Server.Server.StopAsync(Stop);
        var message = (await publish).NotificationMessage;
        var change = (StatusChangeNotification)message.NotificationData.Single()!.Body!;
        Assert.That(StatusCodes.NameOf(change.Status), Is.EqualTo(nameof(StatusCodes.BadShutdown)));
        Assert.That((await publish).SubscriptionId, Is.EqualTo(subscription.SubscriptionId));
        Assert.That(await StatusOf(client.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo("ERR BadShutdown"));
    }
}
