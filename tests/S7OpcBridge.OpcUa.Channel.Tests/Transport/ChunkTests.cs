using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

[CancelAfter(20_000)]
internal sealed class ChunkTests : UaServerFixture
{
    [Test]
    [ConformanceUnit("UA Secure Conversation")]
    public async Task A_request_in_many_chunks_is_put_together_and_so_is_its_response()
    {
        await StartAsync(variables: 2000);
        for (var i = 0; i < 2000; i++)
            Server.Set(i, Variant.From(i));
        var channel = Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));
        await channel.HelloAsync(Stop, receiveBuffer: 8192, sendBuffer: 8192);
        await channel.OpenAsync(Stop);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop);
        var values = await client.ReadAsync(Stop, [.. Enumerable.Range(0, 2000).Select(UaTestNodes.IdOfVariable)]);
        Assert.That(channel.MostChunks, Is.GreaterThan(3));
        Assert.That(values.Select(v => v.Value.Bits), Is.EqualTo(Enumerable.Range(0, 2000)));
        Assert.That(channel.ReceivedSequence, Is.EqualTo(Enumerable.Range(1, channel.ReceivedSequence.Count)));
    }

    [Test]
    [ConformanceUnit("UA Secure Conversation")]
    public async Task An_aborted_request_is_forgotten_and_the_next_one_answered()
    {
        await StartAsync();
        var channel = await OpenAsync();
        var body = UaTestChannel.Encode(new GetEndpointsRequest());
        await channel.SendRawAsync(channel.MessageChunk('C', 50, body[..10]), Stop);
        await channel.SendRawAsync(channel.MessageChunk('A', 50, new byte[8]), Stop);
        await channel.SendRawAsync(channel.MessageChunk('F', 51, body), Stop);
        Assert.That((await channel.ReceiveAsync(Stop)).RequestId, Is.EqualTo(51));
    }

    [Test]
    public async Task Another_request_between_the_chunks_of_one_ends_the_channel()
    {
        await StartAsync();
        var channel = await OpenAsync();
        var body = UaTestChannel.Encode(new GetEndpointsRequest());
        await channel.SendRawAsync(channel.MessageChunk('C', 50, body[..10]), Stop);
        await channel.SendRawAsync(channel.MessageChunk('F', 51, body), Stop);
        Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadDecodingError"));
    }

    [Test]
    public async Task A_flood_of_chunks_without_an_end_is_bounded_more_tightly_before_there_is_a_session()
    {
        await StartAsync(o => o with { Limits = o.Limits with { MaxUnauthenticatedMessageSize = 20_000 } });
        var channel = await OpenAsync();
        for (var i = 0; i < 3; i++)
            await channel.SendRawAsync(channel.MessageChunk('C', 50, new byte[8000]), Stop);
        Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadTcpMessageTooLarge"));
    }

    [Test]
    public async Task A_flood_of_chunks_with_a_session_is_bounded_by_their_number_too()
    {
        await StartAsync(o => o with { Limits = o.Limits with { MaxChunkCount = 3 } });
        var channel = await OpenAsync();
        await using (var client = new UaTestClient(channel))
        {
            await client.CreateSessionAsync(Stop);
            await client.ActivateAsync(Stop);
            for (var i = 0; i < 3; i++)
                await channel.SendRawAsync(channel.MessageChunk('C', 7, [1]), Stop);
            Assert.That(
                await StatusOf(client.CallBodyAsync([1], Stop)),
                Is.EqualTo("ERR BadTcpMessageTooLarge").Or.EqualTo("ERR BadDecodingError")
            );
        }
    }

    [Test]
    public async Task A_response_larger_than_the_client_takes_becomes_a_fault()
    {
        await StartAsync(variables: 2000);
        var channel = Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));
        await channel.HelloAsync(Stop, receiveBuffer: 8192, maxMessage: 9_000);
        await channel.OpenAsync(Stop);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop);
        NodeId[] all = [.. Enumerable.Range(0, 2000).Select(UaTestNodes.IdOfVariable)];
        Assert.That(await StatusOf(client.ReadAsync(Stop, all)), Is.EqualTo(nameof(StatusCodes.BadResponseTooLarge)));
        Assert.That(await StatusOf(client.ReadAsync(Stop, all[..10])), Is.EqualTo(nameof(StatusCodes.Good)));
    }

    [Test]
    public async Task Many_requests_in_one_send_are_answered_in_their_order()
    {
        await StartAsync();
        var channel = await OpenAsync();
        var body = UaTestChannel.Encode(new GetEndpointsRequest());
        var burst = new List<byte>();
        for (uint id = 100; id < 300; id++)
            burst.AddRange(channel.MessageChunk('F', id, body));
        await channel.SendRawAsync(burst.ToArray(), Stop);
        for (uint id = 100; id < 300; id++)
            Assert.That((await channel.ReceiveAsync(Stop)).RequestId, Is.EqualTo(id));
    }

    [Test]
    public Task A_large_answer_has_left_before_the_next_request_of_the_same_send_is_taken_up() =>
        LeavesBeforeAWriteAsync(values: 50_000, reads: 1);

    [Test]
    public Task Two_answers_have_left_before_the_next_request_of_the_same_send_is_taken_up() =>
        LeavesBeforeAWriteAsync(values: 1, reads: 2);

    // The write's turn begins when it is taken up, and ends when all that the reads ask for has come.
    private async Task LeavesBeforeAWriteAsync(int values, int reads)
    {
        UaTestClient? client = null;
        var arrived = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        var received = 0;
        await StartAsync(
            o =>
                o with
                {
                    Write = (_, writes, results, _) =>
                    {
                        arrived.SetResult(
                            SpinWait.SpinUntil(
                                () => client!.Channel.ReceivedSequence.Count >= Volatile.Read(ref received) + reads,
                                TimeSpan.FromSeconds(10)
                            )
                        );
                        foreach (var write in writes)
                            results[write] = StatusCodes.Good;
                        return default;
                    },
                },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32) { IsArray = v => v == 0, IsWritable = v => v == 1 },
            variables: 2
        );
        Server.Set(0, Variant.FromArray(BuiltInType.Int32, new int[values]));
        client = await SessionAsync();
        Volatile.Write(ref received, client.Channel.ReceivedSequence.Count);
        var header = new RequestHeader { AuthenticationToken = client.AuthenticationToken, Timestamp = 1 };
        var read = new ReadRequest
        {
            RequestHeader = header,
            NodesToRead = [new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 }],
        };
        var value = new DataValue(Variant.From(1), 0, 0, 0);
        var write = new WriteRequest
        {
            RequestHeader = header,
            NodesToWrite =
            [
                new WriteValue
                {
                    NodeId = UaTestNodes.IdOfVariable(1),
                    AttributeId = 13,
                    Value = value,
                },
            ],
        };
        var burst = new List<byte>();
        for (var i = 0; i < reads; i++)
            burst.AddRange(client.Channel.MessageChunk('F', (uint)(100 + i), UaTestChannel.Encode(read)));
        burst.AddRange(client.Channel.MessageChunk('F', 200, UaTestChannel.Encode(write)));
        await client.Channel.SendRawAsync(burst.ToArray(), Stop);
        Assert.That(await arrived.Task.WaitAsync(Stop), Is.True);
    }

    [Test]
    public async Task A_client_that_does_not_read_is_not_read_from_either_and_dropped_in_the_end()
    {
        await StartAsync(o => o with { Time = Clock, Limits = o.Limits with { MaxQueuedBytes = 100_000 } });
        var channel = await OpenAsync();
        var body = UaTestChannel.Encode(new GetEndpointsRequest());
        var sending = FloodAsync();
        while (Server.Server.Connections > 0)
        {
            Clock.Advance(TimeSpan.FromSeconds(31));
            await Task.WhenAny(sending, Poll.AgainAsync(Stop));
        }

        await sending;
        Assert.That((await Server.HappensAsync<ChannelClosed>(Stop)).Text, Does.Contain("not read its answers").Or.Contain("no session"));

        async Task FloodAsync()
        {
            try
            {
                for (uint id = 100; ; id++)
                    await channel.SendRawAsync(channel.MessageChunk('F', id, body), Stop);
            }
            catch (System.Net.Sockets.SocketException)
            {
                // Dropped, as it should be.
            }
        }
    }

    [Test]
    public async Task A_broken_request_is_a_fault_and_the_channel_goes_on()
    {
        await StartAsync();
        var client = await SessionAsync();
        var body = UaTestChannel.Encode(
            new ReadRequest { RequestHeader = { AuthenticationToken = client.AuthenticationToken, Timestamp = 1 } }
        );
        var cut = await client.CallBodyAsync(body[..^3], Stop);
        Assert.That(
            () => UaTestClient.Decode<ReadResponse>(cut),
            Throws.InstanceOf<UaException>().With.Property("Status").EqualTo((StatusCode)StatusCodes.BadDecodingError)
        );
        Assert.That((await client.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status, Is.EqualTo((StatusCode)StatusCodes.Good));
    }

    [Test]
    public async Task Random_bytes_after_a_valid_head_never_harm_another_client()
    {
        await StartAsync();
        var bystander = await SessionAsync();
        var random = new Random(20261121);
        for (var i = 0; i < 60; i++)
        {
            var channel = await OpenAsync();
            var noise = new byte[random.Next(1, 300)];
            random.NextBytes(noise);
            await channel.SendRawAsync(channel.MessageChunk('F', 9, noise), Stop);
            var (id, answer) = await channel.ReceiveAsync(Stop);
            Assert.That(() => UaTestClient.Decode<ReadResponse>(answer), Throws.InstanceOf<UaException>());
            Assert.That(id, Is.EqualTo(9));
        }

        Assert.That(Server.Events.OfType<RequestFailed>(), Is.Empty);
        Assert.That((await bystander.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status, Is.EqualTo((StatusCode)StatusCodes.Good));
    }
}
