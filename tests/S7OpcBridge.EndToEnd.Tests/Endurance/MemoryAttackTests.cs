using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The built program with a heap of 256 MiB, and clients who make it hold as much as they can.</summary>
[TestFixture, CancelAfter(180_000)]
public sealed class MemoryAttackTests
{
    private const int Attackers = 200,
        Rounds = 3;
    private static readonly (string, string)[] SmallHeap = [("DOTNET_GCHeapHardLimit", "0x10000000")];

    [Test]
    public async Task Unfinished_requests_of_two_hundred_clients_take_nothing_from_a_subscriber_and_leave_nothing_behind(
        CancellationToken cancellationToken
    )
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(100));
        await using var bridge = await Bridge.StartAsync(FieldPlc.Map(plc), cancellationToken, SmallHeap);
        await using var subscriber = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");
        await subscriber.FlowAsync(0, cancellationToken);
        await ConnectAllAsync(bridge, static _ => Task.CompletedTask, cancellationToken);
        var atRest = bridge.Program.ResidentBytes;

        for (var round = 0; round < Rounds; round++)
            await ConnectAllAsync(bridge, channel => HoardAsync(channel, cancellationToken), cancellationToken);

        await subscriber.FlowAsync(0, cancellationToken);
        Assert.That((bridge.Program.HasExited, subscriber.Gaps, subscriber.Ended), Is.EqualTo((false, 0, (Exception?)null)));
        var numbers = subscriber.NumbersOf(0);
        Assert.That(numbers.Zip(numbers.Skip(1), (a, b) => b - a), Is.All.EqualTo(1), "no number was left out");
        await LeavesAsync(bridge, atRest * 13 / 10, cancellationToken);
    }

    // Until it is so: what came back late fails by the test's own timeout.
    private static async Task LeavesAsync(Bridge bridge, long most, CancellationToken cancellationToken)
    {
        using var minute = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        minute.CancelAfter(TimeSpan.FromMinutes(1));
        while (bridge.Program.ResidentBytes > most && !minute.IsCancellationRequested)
            await Poll.AgainAsync(CancellationToken.None);
        Assert.That(bridge.Program.ResidentBytes, Is.LessThanOrEqualTo(most), "1.3 times what it was before, within a minute");
    }

    private static async Task ConnectAllAsync(Bridge bridge, Func<UaTestChannel, Task> doAsync, CancellationToken cancellationToken)
    {
        var clients = new List<UaTestClient>();
        try
        {
            for (var i = 0; i < Attackers; i++)
                clients.Add(await UaTestClient.ConnectAsync(new Uri(bridge.Endpoint).Port, cancellationToken));
            await Task.WhenAll(clients.Select(client => doAsync(client.Channel)));
        }
        finally
        {
            foreach (var client in clients)
                await client.DisposeAsync();
        }
    }

    /// <summary>Chunk after chunk of a request that has no last one, up to what the server takes of one.</summary>
    private static async Task HoardAsync(UaTestChannel channel, CancellationToken cancellationToken)
    {
        try
        {
            var body = new byte[60_000];
            for (var sent = 0; sent + body.Length < 4 << 20; sent += body.Length)
                await channel.SendRawAsync(channel.MessageChunk('C', 77, body), cancellationToken);
        }
        catch (Exception e) when (e is System.Net.Sockets.SocketException or ObjectDisposedException)
        {
            // It had to give way.
        }
    }
}
