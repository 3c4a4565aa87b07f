using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>The turns at private keys (<see cref="FairTurns"/>), of which a machine with two cores has one.</summary>
[CancelAfter(60_000)]
internal sealed class HandshakeTurnTests : UaServerFixture
{
    [Test]
    public async Task Clients_that_renew_their_channels_and_do_not_read_the_answers_keep_nobody_waiting()
    {
        await StartAsync(options => options);
        var renewed = 0;
        var greedy = new List<Task>();
        for (var i = 0; i < Environment.ProcessorCount; i++)
        {
            var client = Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));
            client.ReceiveBufferSize = 2048;
            await client.HelloAsync(Stop);
            await client.OpenAsync(Stop);
            greedy.Add(RenewAsync(client));
        }

        // A newcomer opens a channel again and again, until the server has stopped to receive from the clients that do not read.
        int before;
        do
        {
            before = Volatile.Read(ref renewed);
            Keep(await UaTestChannel.OpenAsync(Server.Port, Stop));
        } while (Volatile.Read(ref renewed) != before);
        for (var i = 0; i < 3; i++)
            Keep(await UaTestChannel.OpenAsync(Server.Port, Stop));

        Assert.That(greedy.Select(task => task.IsCompleted), Is.All.False, "they are still connected, and wait to be read from");
        Assert.That(renewed, Is.GreaterThan(100));

        async Task RenewAsync(UaTestChannel client)
        {
            for (; ; Interlocked.Increment(ref renewed))
                await client.RequestRenewalAsync(Stop);
        }
    }
}
