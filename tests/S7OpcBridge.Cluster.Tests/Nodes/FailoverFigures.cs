using System.Globalization;
using S7OpcBridge.Cluster.Tests.Programs;

namespace S7OpcBridge.Cluster.Tests.Nodes;

/// <summary>Measures what docs/internals/cluster.md tells: run by hand, with <c>--filter FullyQualifiedName~FailoverFigures</c>.</summary>
[Explicit("Takes some minutes, and prints figures.")]
internal sealed class FailoverFigures
{
    private const int Kills = 10;
    private const int Freezes = 4;

    private readonly List<double> _kills = [];
    private readonly List<double> _freezes = [];
    private readonly List<double> _stops = [];

    [Test]
    [CancelAfter(900_000)]
    public async Task Times_without_an_owner_after_kill_freeze_and_stop(CancellationToken cancellationToken)
    {
        await using var redis = await RedisServer.StartAsync(cancellationToken);
        await using var group = new NodeGroup($"redis:{redis.Connection}");
        var nodes = new[] { group.Start("a"), group.Start("b"), group.Start("c") };
        await group.UntilSharedAsync(cancellationToken, nodes);
        for (var i = 0; i < Kills; i++)
        {
            var from = await SettledAsync(cancellationToken);
            await nodes[i % 3].KillAsync(cancellationToken);
            await group.UntilSharedAsync(cancellationToken, Others(nodes, i));
            _kills.Add(group.LongestGap(from).TotalSeconds);
            TestContext.Out.WriteLine(
                $"{TimeProvider.System.GetUtcNow():HH:mm:ss.fff} killed {nodes[i % 3].Name} {nodes[i % 3].Owned}: {_kills[^1]}"
            );
            nodes[i % 3] = group.Start(nodes[i % 3].Name);
            await group.UntilSharedAsync(cancellationToken, nodes);
        }
        for (var i = 0; i < Freezes; i++)
        {
            var from = await SettledAsync(cancellationToken);
            nodes[i % 3].Freeze();
            await group.UntilSharedAsync(cancellationToken, Others(nodes, i));
            _freezes.Add(group.LongestGap(from).TotalSeconds);
            TestContext.Out.WriteLine(
                $"{TimeProvider.System.GetUtcNow():HH:mm:ss.fff} frozen {nodes[i % 3].Name} {nodes[i % 3].Owned}: {_freezes[^1]}"
            );
            nodes[i % 3].Thaw();
            await group.UntilSharedAsync(cancellationToken, nodes);
        }
        await SettledAsync(cancellationToken);
        var (before, at) = (nodes.Sum(static node => node.CpuSeconds), TimeProvider.System.GetTimestamp());
        await Task.Delay(TimeSpan.FromSeconds(20), TimeProvider.System, cancellationToken);
        var idle = (nodes.Sum(static node => node.CpuSeconds) - before) / 3 / TimeProvider.System.GetElapsedTime(at).TotalSeconds;
        var nothing = group.Start("nothing", "none");
        await SettledAsync(cancellationToken);
        var (memory, anonymous) = (
            nodes.Average(static node => node.Memory("VmRSS")),
            nodes.Average(static node => node.Memory("RssAnon"))
        );
        var (bare, bareAnonymous) = (nothing.Memory("VmRSS"), nothing.Memory("RssAnon"));
        for (var i = 0; i < 3; i++)
        {
            var from = await SettledAsync(cancellationToken);
            await nodes[i].StopAsync(cancellationToken);
            await group.UntilSharedAsync(cancellationToken, Others(nodes, i));
            _stops.Add(group.LongestGap(from).TotalSeconds);
            nodes[i] = group.Start(nodes[i].Name);
            await group.UntilSharedAsync(cancellationToken, nodes);
        }
        // Fenced and thrown out are to be those alone that were frozen.
        TestContext.Out.WriteLine(group.Log);
        Print("kill -9", _kills);
        Print("SIGSTOP", _freezes);
        Print("graceful", _stops);
        TestContext.Out.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"idle {idle:P1} of a core; memory {memory:0} MB ({anonymous:0} anonymous), without a cluster {bare:0} ({bareAnonymous:0})"
            )
        );
        TestContext.Out.WriteLine($"load {await File.ReadAllTextAsync("/proc/loadavg", cancellationToken)}");
        Assert.That(group.TwoOwners(), Is.Empty, group.Log);
    }

    private static NodeProcess[] Others(NodeProcess[] nodes, int i) => [.. nodes.Where(node => node != nodes[i % 3])];

    private static async Task<long> SettledAsync(CancellationToken cancellationToken)
    {
        await Task.Delay(TimeSpan.FromSeconds(3), TimeProvider.System, cancellationToken);
        return TimeProvider.System.GetTimestamp();
    }

    private static void Print(string what, List<double> seconds)
    {
        seconds.Sort();
        TestContext.Out.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{what}: n {seconds.Count}, p50 {seconds[seconds.Count / 2]:0.00} s, max {seconds[^1]:0.00} s"
            )
        );
        TestContext.Out.WriteLine(string.Join(' ', seconds.Select(static s => s.ToString("0.00", CultureInfo.InvariantCulture))));
    }
}
