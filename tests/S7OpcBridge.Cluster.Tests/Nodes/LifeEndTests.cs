using System.Collections.Concurrent;
using System.Net;
using Microsoft.Extensions.Logging.Abstractions;
using Orleans.Runtime;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Cluster.Tables;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Nodes;

/// <summary>What a node tells when it was thrown out of the cluster and joins again.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class LifeEndTests
{
    [Test]
    public async Task Nothing_of_a_life_is_left_when_the_next_one_begins_even_if_the_watch_is_late(CancellationToken token)
    {
        var (store, told) = (new MemoryStore(), new ConcurrentQueue<bool>());
        await using var node = await ClusterNode.StartAsync(
            new ClusterOptions
            {
                Name = "plant",
                Node = "a",
                Listen = new IPEndPoint(IPAddress.Loopback, FreePort.Next()),
                Secret = "a secret of tests",
                Members = store,
            },
            static (_, _, _, _) => ValueTask.FromResult(Array.Empty<byte>()),
            new ClockWithoutWatch(),
            NullLoggerFactory.Instance,
            token
        );
        node.FenceChanged += told.Enqueue;
        await Poll.UntilAsync(() => !node.IsFenced, token);
        await DeclareDeadAsync(store);
        await Poll.UntilAsync(() => node.Standing.Evictions == 1 && !node.IsFenced, token);
        Assert.That(told, Is.EqualTo((bool[])[true]));
    }

    private static async Task DeclareDeadAsync(MemoryStore store)
    {
        var table = new StoredMembershipTable(store.Open("plant"), TimeProvider.System);
        for (var isDead = false; !isDead; )
        {
            var rows = await table.ReadAll();
            var (row, etag) = rows.Members.Single(static row => row.Item1.Status == SiloStatus.Active);
            row.Status = SiloStatus.Dead;
            isDead = await table.UpdateRow(row, etag, rows.Version.Next());
        }
    }

    // The timer of the watch never fires, as on a machine whose thread pool is busy.
    private sealed class ClockWithoutWatch : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            period == LeaseTimes.Beat / 2
                ? base.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan)
                : base.CreateTimer(callback, state, dueTime, period);
    }
}
