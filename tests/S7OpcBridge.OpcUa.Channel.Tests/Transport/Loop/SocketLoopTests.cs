using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>Who goes on on the loop's thread, and who does not.</summary>
[CancelAfter(20_000)]
internal sealed class SocketLoopTests
{
    private Socket _peer = null!;
    private ClientSocket _socket = null!;

    private static CancellationToken Stop => TestContext.CurrentContext.CancellationToken;

    [SetUp]
    public async Task Connect()
    {
        if (SocketLoop.Shared is not { } loop)
        {
            Assert.Ignore("This system has no loop.");
            return;
        }

        (_peer, var socket) = await ClientSocketTests.PairAsync(Stop);
        _socket = new ClientSocket(socket, loop);
    }

    [TearDown]
    public void Close()
    {
        _peer?.Dispose();
        _socket?.Dispose();
    }

    [Test]
    public async Task What_is_brief_goes_on_on_the_loop()
    {
        // Not each time: on a busy machine a turn may seem to have taken long.
        while (!await GoesOnOnLoopAsync(onTheSpot: true)) { }

        Assert.That(SocketLoop.Shared!.Rounds, Is.Positive);
    }

    [Test]
    public async Task What_is_not_goes_on_on_the_pool()
    {
        for (var i = 0; i < 100; i++)
            Assert.That(await GoesOnOnLoopAsync(onTheSpot: false), Is.False);
    }

    [Test]
    public async Task Who_kept_the_loop_goes_on_on_the_pool_for_a_while()
    {
        _socket.Charge(LoopTimeLimit.Credit * 2);
        for (var i = 0; i < LoopTimeLimit.BackoffTurns; i++)
            Assert.That(await GoesOnOnLoopAsync(onTheSpot: true), Is.False, $"wait {i}");
        while (!await GoesOnOnLoopAsync(onTheSpot: true)) { }
    }

    [Test]
    public async Task A_hop_leads_from_the_loop_to_the_pool()
    {
        var (wasOnLoop, isOnLoop, isOnPool) = (false, true, false);
        while (!wasOnLoop)
        {
            var there = Task.Run(
                async () =>
                {
                    await _socket.WaitAsync(onTheSpot: true).ConfigureAwait(false);
                    wasOnLoop = SocketLoop.IsHere;
                    await new PoolYield();
                    (isOnLoop, isOnPool) = (SocketLoop.IsHere, Thread.CurrentThread.IsThreadPoolThread);
                },
                Stop
            );
            await KnockAsync();
            await there;
        }

        Assert.That((isOnLoop, isOnPool), Is.EqualTo((false, true)));
    }

    private async Task KnockAsync() => await _peer.SendAsync(new byte[1], Stop);

    private async Task<bool> GoesOnOnLoopAsync(bool onTheSpot)
    {
        var there = WaitAsync();
        await KnockAsync();
        return await there;

        async Task<bool> WaitAsync()
        {
            int received;
            bool isHere;
            do
            {
                await _socket.WaitAsync(onTheSpot).ConfigureAwait(false);
                isHere = SocketLoop.IsHere;
                received = _socket.Receive(new byte[1]);
            } while (received < 0);
            // What the test does next is its own business, not the loop's.
            await Task.Yield();
            return isHere;
        }
    }
}
