using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests;

[NonParallelizable]
public sealed class MemoryTrimmerTests
{
    [Test]
    public void Garbage_that_nobody_holds_goes_back_to_the_system_when_the_server_is_idle()
    {
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        var clock = new ManualClock();
        var trimmer = new MemoryTrimmer(new ClientMemoryBudget(1L << 30), clock);
        trimmer.Check();
        var rest = Committed();
        MakeGarbage(megabytes: 256);
        var worst = Committed();
        Assert.That(worst - rest, Is.GreaterThan(100L << 20), "the heap has grown");

        for (var second = 0; second < 10; second++)
        {
            clock.Advance(TimeSpan.FromSeconds(1));
            trimmer.Check();
        }

        Assert.That(Committed() - rest, Is.LessThan((worst - rest) / 2));
    }

    // As large requests do: held while they are read, then nobody's.
    private static void MakeGarbage(int megabytes)
    {
        var held = new List<byte[]>();
        for (var i = 0; i < megabytes; i++)
            held.Add(new byte[1 << 20]);
        GC.Collect();
        GC.KeepAlive(held);
    }

    private static long Committed() => GC.GetGCMemoryInfo(GCKind.Any).TotalCommittedBytes;
}
