using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>All clients share one loop: what one of them asks for keeps no other waiting.</summary>
[CancelAfter(30_000)]
internal sealed class FairnessTests : UaServerFixture
{
    private const int Enough = 50;

    [Test]
    public async Task A_flood_of_requests_leaves_others_their_turn()
    {
        await StartAsync();
        var (flooder, quiet) = (await SessionAsync(), await SessionAsync());
        using var done = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        var flood = Task.Run(() => FloodAsync(flooder, done.Token), Stop);
        for (var i = 0; i < Enough; i++)
        {
            var answers = flooder.Channel.ReceivedSequence.Count;
            await quiet.ReadAsync(Stop, UaTestNodes.IdOfVariable(0));
            while (flooder.Channel.ReceivedSequence.Count == answers && !flood.IsCompleted)
                await Task.Yield();
        }

        Assert.That(flood.IsCompleted, Is.False, "it goes on all the time");
        await done.CancelAsync();
        Assert.That(async () => await flood, Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public async Task A_write_that_blocks_keeps_nobody_waiting()
    {
        using var gate = new ManualResetEventSlim();
        var nodes = new UaTestNodes(BuiltInType.Int32) { IsWritable = _ => true };
        await StartAsync(options => options with { Write = WriteAsync }, nodes);
        var (writer, quiet) = (await SessionAsync(), await SessionAsync());
        var write = writer.CallAsync<WriteResponse>(
            new WriteRequest
            {
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = UaTestNodes.IdOfVariable(0),
                        AttributeId = 13,
                        Value = new DataValue(Variant.From(1), 0, 0, 0),
                    },
                ],
            },
            Stop
        );
        for (var i = 0; i < Enough; i++)
            await quiet.ReadAsync(Stop, UaTestNodes.IdOfVariable(0));
        Assert.That(write.IsCompleted, Is.False);
        gate.Set();
        Assert.That((await write).Results[0], Is.EqualTo((StatusCode)StatusCodes.Good));

        ValueTask WriteAsync(UaCaller caller, IReadOnlyList<NodeWrite> writes, WriteResults results, CancellationToken cancellationToken)
        {
            gate.Wait(Stop);
            foreach (var write in writes)
                results[write] = StatusCodes.Good;
            return default;
        }
    }

    [Test]
    public async Task Reads_that_take_long_move_to_the_pool()
    {
        if (SocketLoop.Shared is null)
            Assert.Ignore("This system has no loop.");
        using var never = new ManualResetEventSlim();
        var (onLoop, takesLong) = (new List<bool>(), false);
        await StartAsync(nodes: new UaTestNodes(BuiltInType.Int32) { IsReadable = Look });
        var client = await SessionAsync();
        while (!onLoop.Contains(true))
            await client.ReadAsync(Stop, UaTestNodes.IdOfVariable(0));
        onLoop.Clear();
        takesLong = true;
        for (var i = 0; i < 8; i++)
            await client.ReadAsync(Stop, UaTestNodes.IdOfVariable(0));
        // The first tells how long it takes; the next may have been waited for before that was known.
        Assert.That(onLoop, Has.Count.GreaterThanOrEqualTo(8));
        Assert.That(onLoop.TakeLast(4), Is.All.False);

        bool Look(int variable)
        {
            onLoop.Add(SocketLoop.IsHere);
            if (takesLong)
                never.Wait(TimeSpan.FromMilliseconds(50));
            return true;
        }
    }

    /// <summary>Sends Reads as fast as it can, many at a time, so that the server finds more whenever it looks.</summary>
    private static async Task FloodAsync(UaTestClient client, CancellationToken cancellationToken)
    {
        const int AtATime = 400;
        var channel = client.Channel;
        byte[] body = UaTestChannel.Encode(
            new ReadRequest
            {
                RequestHeader = { AuthenticationToken = client.AuthenticationToken, Timestamp = 1 },
                NodesToRead = [new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 }],
            }
        );
        var number = channel.NextSequence;
        var frame = channel.MessageChunk('F', number, body);
        byte[] all = [.. Enumerable.Repeat(frame, AtATime).SelectMany(bytes => bytes)];
        while (true)
        {
            for (var at = 0; at < all.Length; at += frame.Length, number++)
            {
                BinaryPrimitives.WriteUInt32LittleEndian(all.AsSpan(at + 16), number);
                BinaryPrimitives.WriteUInt32LittleEndian(all.AsSpan(at + 20), number);
            }

            await channel.SendRawAsync(all, cancellationToken);
        }
    }
}
