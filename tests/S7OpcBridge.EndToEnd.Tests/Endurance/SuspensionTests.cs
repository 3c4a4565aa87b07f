using System.Diagnostics;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The whole process stands still for a while, as a suspended machine, a paused container or a migrated virtual machine does, and goes on.</summary>
[TestFixture, CancelAfter(180_000), Platform(Exclude = "Win"), Parallelizable]
public sealed class SuspensionTests
{
    private static readonly TimeSpan Suspended = TimeSpan.FromSeconds(15);

    [Test]
    public async Task A_bridge_that_was_suspended_goes_on_where_it_was_without_a_storm(CancellationToken cancellationToken)
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        await using var bridge = await Bridge.StartAsync(FieldPlc.Map(plc), cancellationToken);
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");
        await client.FlowAsync(0, cancellationToken);

        await bridge.Program.SignalAsync("STOP");
        await Task.Delay(Suspended, TimeProvider.System, cancellationToken); // what the supervisor of a machine does
        var (jobs, messages, watch) = (plc.Counters.ReadJobs, client.Messages, Stopwatch.StartNew());
        await bridge.Program.SignalAsync("CONT");
        for (var i = 0; i < 10; i++)
            await client.FlowAsync(0, cancellationToken);

        // 300 cycles and publishing cycles were missed; as many as fit into the time since, and a few to spare, are made.
        var fitting = watch.ElapsedMilliseconds / 50 + 40;
        Assert.That(plc.Counters.ReadJobs - jobs, Is.LessThan(fitting), "cycles");
        Assert.That(client.Messages - messages, Is.LessThan(fitting), "messages");
        Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)), "the session and its subscription went on");
        // The number that stood when the machine was suspended may come twice: with good quality again once the PLC has confirmed it.
        Assert.That(client.NumbersOf(0), Is.Ordered);
        Assert.That(plc.Counters.ConnectionsOpen, Is.EqualTo(1));
        Assert.That(bridge.Program.Output, Does.Not.Contain("stood still").And.Not.Contain("   at "));
    }
}
