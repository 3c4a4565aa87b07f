using System.Buffers.Binary;
using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Tags of a snapshot group at the far end: a client's subscription, while the PLC changes its block between any two jobs.</summary>
public sealed class SnapshotTests
{
    [Test, CancelAfter(60_000)]
    public async Task Tags_of_a_snapshot_change_together_for_a_subscriber_whatever_the_PLC_does_meanwhile(CancellationToken token)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        await using var plant = await ServedPlant.StartAsync(
            tags => Scattered(tags, new TagDetails { Snapshot = 1 }),
            token,
            plc => plc with { MaxItems = 19, Connection = plc.Connection with { PduSize = 240 } }
        );
        var changing = ChangeWithEveryJobAsync(plant, stop.Token);
        var watcher = await Watcher.SubscribeAsync(plant.Client, 0, token, ServedPlant.Node("First"), ServedPlant.Node("Last"));
        // The first notification may be of a moment when one of them had not been read yet.
        await watcher.UntilAsync(() => watcher.Of(0).Count >= 3 && watcher.Of(1).Count >= 3, token);

        var (first, last) = (watcher.Of(0).Count, watcher.Of(1).Count);
        for (var publishes = 0; publishes < 10; publishes++)
        {
            var (seenFirst, seenLast) = (watcher.Of(0).Count, watcher.Of(1).Count);
            await watcher.TakeAsync(token);
            var news = watcher.Of(0).Skip(seenFirst).Select(value => (value.Value.ToString(), value.SourceTime)).ToArray();
            Assert.That(
                watcher.Of(1).Skip(seenLast).Select(value => (value.Value.ToString(), value.SourceTime)),
                Is.EqualTo(news),
                "one notification, the same values of the same moment"
            );
        }

        Assert.That(watcher.Of(0), Has.Count.GreaterThan(first));
        Assert.That(watcher.Of(1), Has.Count.GreaterThan(last));
        await stop.CancelAsync();
        await changing.ContinueWith(static _ => { }, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
    }

    [Test]
    public void Without_the_group_these_tags_come_from_two_requests()
    {
        Assert.That(RequestsOf(null), Has.Length.EqualTo(2));
        Assert.That(RequestsOf(new TagDetails { Snapshot = 1 }), Has.Length.EqualTo(1));

        static int[] RequestsOf(TagDetails? details)
        {
            var list = new TagList();
            Scattered(list, details);
            var map = list.Build(
                new PlcDefinition
                {
                    Index = 0,
                    Name = "Line1",
                    Connection = new S7ConnectionOptions { Host = "127.0.0.1", Port = 102 },
                }
            );
            var plan = PlcReadPlan.Plan(map.ScanGroups, [map.Tags.Select(TagRanges.RangeOf).ToArray()], new PlanOptions(240, 19))[0];
            return [.. new[] { plan.Slots[0].Slot.Request, plan.Slots[^1].Slot.Request }.Distinct()];
        }
    }

    /// <summary>More tags than one request takes; the first and the last are the ones looked at.</summary>
    private static void Scattered(TagList tags, TagDetails? details)
    {
        tags.Class("fast", 10).Tag("First", "DB1.DBD0", "DInt", details);
        for (var i = 1; i < 40; i++)
            tags.Tag($"T{i}", $"DB1.DBD{24 * i}", "DInt");
        tags.Tag("Last", "DB1.DBD960", "DInt", details);
    }

    private static async Task ChangeWithEveryJobAsync(ServedPlant plant, CancellationToken token)
    {
        var bytes = new byte[4];
        for (var value = 1; ; value++)
        {
            var jobs = plant.Plc.Counters.ReadJobs;
            await plant.Plc.Counters.WhenAsync(counters => counters.ReadJobs > jobs, token);
            BinaryPrimitives.WriteInt32BigEndian(bytes, value);
            using var memory = plant.Plc.Memory.Hold();
            bytes.CopyTo(memory.Block(1));
            bytes.CopyTo(memory.Block(1)[960..]);
        }
    }
}
