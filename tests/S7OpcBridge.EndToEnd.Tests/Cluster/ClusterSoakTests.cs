using System.Globalization;
using S7OpcBridge.Cluster.Tests.Programs;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// Three nodes and a client that follows their service levels, while nodes, the list of nodes and maps go through trouble at random: two minutes, or as long as
/// <c>S7OPCBRIDGE_SOAK=01:00:00 dotnet test tests/S7OpcBridge.EndToEnd.Tests --filter ClusterSoakTests</c> says. S7OPCBRIDGE_SOAK_SEED plays it again.
/// </summary>
[TestFixture, Explicit("takes minutes or hours; ClusterTests does each thing once"), Platform("Linux")]
public sealed class ClusterSoakTests
{
    private static readonly TimeSpan Duration = TimeSpan.Parse(
        Environment.GetEnvironmentVariable("S7OPCBRIDGE_SOAK") ?? "00:02:00",
        CultureInfo.InvariantCulture
    );

    private readonly SortedDictionary<string, int> _done = [];

    [Test]
    public async Task Hours_of_trouble_never_give_a_PLC_two_readers_and_lose_no_final_value()
    {
        using var patience = new CancellationTokenSource(Duration + TimeSpan.FromMinutes(5));
        var cancellationToken = patience.Token;
        var seed = Environment.GetEnvironmentVariable("S7OPCBRIDGE_SOAK_SEED") is { } wish
            ? int.Parse(wish, CultureInfo.InvariantCulture)
            : Random.Shared.Next();
        TestContext.Progress.WriteLine($"cluster soak of {Duration} with seed {seed}");
        await Interop.RequireAsync("node-opcua-client");
        await using var redis = await RedisServer.StartAsync(cancellationToken);
        await using var plant = new ClusterPlant(plcs: 6, nodes: 3, $"{{ redis: \"{redis.Connection}\" }}");
        await plant.HealAsync(cancellationToken);
        await using var follower = await Follower.StartAsync(plant.Nodes[0].Endpoint, cancellationToken, plant.Counters);
        var random = new Random(seed);
        var began = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(began) < Duration)
        {
            await StrikeAsync(random, plant, redis, cancellationToken);
            await plant.HealAsync(cancellationToken);
            var least = Enumerable.Range(0, plant.Gates.Length).Select(plc => plant.NumberOf(plc) + 1).ToArray();
            await follower.UntilAsync(
                client =>
                    plant
                        .Counters.Select(client.ChangesOf)
                        .Select((changes, plc) => changes is [.., (var value, "Good", _)] && value >= least[plc])
                        .All(sees => sees),
                $"The client gets all values after {string.Join(", ", _done)}",
                plant.Log,
                cancellationToken
            );
            Assert.That(plant.OfSecondOwners, Is.Zero, $"after {string.Join(", ", _done)}\n{plant.Log()}");
        }
        foreach (var counter in plant.Counters)
            AssertForward(follower, counter);
        foreach (var (what, times) in _done)
            TestContext.Progress.WriteLine($"| {what} | {times} |");
        TestContext.Progress.WriteLine($"| changes of server by the client | {follower.Of("LEAVE").Length} |");
    }

    // At one server numbers go forward only. A server that the client comes to may be behind one that died before it had told the others its last number.
    private static void AssertForward(Follower follower, string counter)
    {
        var (url, last) = ("", 0L);
        foreach (var (value, status, at) in follower.ChangesOf(counter))
        {
            if (at == url && status == "Good")
                Assert.That(value, Is.GreaterThanOrEqualTo(last), $"{counter} at {at}");
            (url, last) = (at, value ?? last);
        }
    }

    private Task StrikeAsync(Random random, ClusterPlant plant, RedisServer redis, CancellationToken cancellationToken)
    {
        var node = plant.Nodes[random.Next(plant.Nodes.Length)];
        return random.Next(7) switch
        {
            0 => DoAsync("killed", () => node.KillAsync(cancellationToken)),
            1 => DoAsync("stopped", () => node.StopAsync(cancellationToken)),
            2 => DoAsync("frozen for a moment", () => FreezeAsync(node, random.Next(100, 2000), cancellationToken)),
            3 => DoAsync("frozen", () => FreezeAsync(node, random.Next(2000, 8000), cancellationToken)),
            4 => DoAsync(
                "without the list of nodes",
                async () =>
                {
                    await redis.KillAsync(cancellationToken);
                    await Task.Delay(TimeSpan.FromMilliseconds(random.Next(1000, 10_000)), TimeProvider.System, cancellationToken);
                    await redis.StartAgainAsync(cancellationToken);
                }
            ),
            5 => DoAsync(
                "killed without the list of nodes",
                async () =>
                {
                    await redis.KillAsync(cancellationToken);
                    await node.KillAsync(cancellationToken);
                    await Task.Delay(TimeSpan.FromMilliseconds(random.Next(500, 3000)), TimeProvider.System, cancellationToken);
                    await redis.StartAgainAsync(cancellationToken);
                }
            ),
            _ => DoAsync(
                "two killed at a time",
                async () =>
                {
                    await node.KillAsync(cancellationToken);
                    await plant.Nodes.First(other => other != node).KillAsync(cancellationToken);
                }
            ),
        };
    }

    private static async Task FreezeAsync(ClusterPlantNode node, int milliseconds, CancellationToken cancellationToken)
    {
        await node.FreezeAsync();
        await Task.Delay(TimeSpan.FromMilliseconds(milliseconds), TimeProvider.System, cancellationToken);
        await node.WakeAsync();
    }

    private Task DoAsync(string what, Func<Task> work)
    {
        _done[what] = _done.GetValueOrDefault(what) + 1;
        return work();
    }
}
