using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

[CancelAfter(20_000)]
internal sealed class PendingCallTests : UaServerFixture
{
    private SemaphoreSlim _begun = new(0);

    [SetUp]
    public void Forget() => _begun = new SemaphoreSlim(0);

    [TearDown]
    public void Free() => _begun.Dispose();

    [Test]
    [ConformanceUnit("Session Cancel")]
    public async Task Cancel_gives_up_the_requests_of_this_session_with_that_handle()
    {
        await StartWaitingAsync();
        var (mine, others) = (await SessionAsync(), await SessionAsync());
        var first = mine.CallAsync<WriteResponse>(Write(5), Stop);
        var second = mine.CallAsync<WriteResponse>(Write(5), Stop);
        var kept = mine.CallAsync<WriteResponse>(Write(6), Stop);
        var foreign = others.CallAsync<WriteResponse>(Write(5), Stop);
        for (var i = 0; i < 4; i++)
            await _begun.WaitAsync(Stop);
        var cancelled = await mine.CallAsync<CancelResponse>(new CancelRequest { RequestHandle = 5 }, Stop);
        Assert.That(cancelled.CancelCount, Is.EqualTo(2));
        Assert.That(await StatusOf(first), Is.EqualTo(nameof(StatusCodes.BadRequestCancelledByClient)));
        Assert.That(await StatusOf(second), Is.EqualTo(nameof(StatusCodes.BadRequestCancelledByClient)));
        Assert.That((kept.IsCompleted, foreign.IsCompleted), Is.EqualTo((false, false)));
        Assert.That((await mine.CallAsync<CancelResponse>(new CancelRequest { RequestHandle = 99 }, Stop)).CancelCount, Is.Zero);
    }

    [Test]
    [ConformanceUnit("Session Cancel")]
    public async Task Cancel_reaches_waiting_Publish_requests()
    {
        await StartAsync();
        var client = await SessionAsync();
        await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest { RequestedPublishingInterval = 100_000, PublishingEnabled = true },
            Stop
        );
        var publish = client.CallAsync<PublishResponse>(new PublishRequest { RequestHeader = { RequestHandle = 5 } }, Stop);
        Assert.That((await client.CallAsync<CancelResponse>(new CancelRequest { RequestHandle = 5 }, Stop)).CancelCount, Is.EqualTo(1));
        Assert.That(await StatusOf(publish), Is.EqualTo(nameof(StatusCodes.BadRequestCancelledByClient)));
    }

    [Test]
    [ConformanceUnit("Session Cancel")]
    public async Task Cancel_leaves_alone_what_another_session_of_the_same_channel_calls_by_the_same_handle()
    {
        await StartAsync();
        var client = await SessionAsync();
        var mine = await WaitAsync();
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop);
        var others = await WaitAsync();

        Assert.That((await client.CallAsync<CancelResponse>(new CancelRequest { RequestHandle = 5 }, Stop)).CancelCount, Is.EqualTo(1));
        Assert.That(await StatusOf(others), Is.EqualTo(nameof(StatusCodes.BadRequestCancelledByClient)));
        Assert.That(mine.IsCompleted, Is.False);

        async Task<Task<PublishResponse>> WaitAsync()
        {
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 100_000, PublishingEnabled = true },
                Stop
            );
            return client.CallAsync<PublishResponse>(new PublishRequest { RequestHeader = { RequestHandle = 5 } }, Stop);
        }
    }

    [Test]
    [ConformanceUnit("Session General Service Behaviour")]
    public async Task A_timeoutHint_bounds_the_wait()
    {
        await StartWaitingAsync();
        var client = await SessionAsync();
        var request = Write(5);
        request.RequestHeader.TimeoutHint = 3000;
        var write = client.CallAsync<WriteResponse>(request, Stop);
        await _begun.WaitAsync(Stop);
        Clock.Advance(TimeSpan.FromSeconds(3));
        Assert.That(await StatusOf(write), Is.EqualTo(nameof(StatusCodes.BadTimeout)));
    }

    [Test]
    public async Task Closing_the_session_answers_what_waits()
    {
        await StartWaitingAsync();
        var client = await SessionAsync();
        var write = client.CallAsync<WriteResponse>(Write(5), Stop);
        await _begun.WaitAsync(Stop);
        await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        Assert.That(await StatusOf(write), Is.EqualTo(nameof(StatusCodes.BadSessionClosed)));
    }

    [Test]
    public async Task A_session_may_have_only_so_many_requests_under_way()
    {
        await StartWaitingAsync(o => o with { Limits = o.Limits with { MaxPendingCalls = 2 } });
        var client = await SessionAsync();
        _ = client.CallAsync<WriteResponse>(Write(5), Stop);
        _ = client.CallAsync<WriteResponse>(Write(5), Stop);
        Assert.That(await StatusOf(client.CallAsync<WriteResponse>(Write(5), Stop)), Is.EqualTo(nameof(StatusCodes.BadTooManyOperations)));
        Assert.That(
            await StatusOf(client.ReadAsync(Stop, Ids.Server_ServerStatus_State)),
            Is.EqualTo(nameof(StatusCodes.Good)),
            "reads go on meanwhile"
        );
    }

    private Task StartWaitingAsync(Func<UaServerOptions, UaServerOptions>? change = null) =>
        StartAsync(
            o => OnClock(change?.Invoke(o) ?? o) with { Write = WaitForeverAsync },
            new UaTestNodes(BuiltInType.Int32) { IsWritable = _ => true },
            1
        );

    private async ValueTask WaitForeverAsync(
        UaCaller caller,
        IReadOnlyList<NodeWrite> writes,
        WriteResults results,
        CancellationToken cancellationToken
    )
    {
        _begun.Release();
        await Poll.ForEverAsync(cancellationToken);
    }

    private static WriteRequest Write(uint handle) =>
        new()
        {
            RequestHeader = { RequestHandle = handle },
            NodesToWrite =
            [
                new WriteValue
                {
                    NodeId = UaTestNodes.IdOfVariable(0),
                    AttributeId = 13,
                    Value = new DataValue(Variant.From(1), 0, 0, 0),
                },
            ],
        };
}
