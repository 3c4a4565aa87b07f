using System.Net;
using Orleans.Runtime;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Cluster.Members;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Members;

/// <summary>How long a node waits before it acts upon the death of another one whose process may live on.</summary>
[CancelAfter(60_000)]
internal sealed class DeadNodeWaitTests
{
    // A free port: its machine says that nobody listens there.
    private readonly SiloAddress _silo = SiloAddress.New(new IPEndPoint(IPAddress.Loopback, FreePort.Next()), 1);
    private readonly ManualClock _clock = new();

    [Test]
    public async Task Nobody_waits_for_a_process_that_is_gone(CancellationToken token)
    {
        var wait = new DeadNodeWait(_clock);
        wait.Join();
        await wait.WaitAsync([_silo], gone: 1, token);
        Assert.That(wait.TryCallActive(_silo), Is.False, "It is dead for good.");
    }

    [Test]
    public void One_that_nobody_has_heard_is_over_when_the_word_of_the_store_is() =>
        Assert.That(Time(new DeadNodeWait(_clock)), Is.EqualTo(LeaseTimes.Takeover));

    [Test]
    public void One_that_was_called_active_may_work_that_long_whoever_declared_it_dead()
    {
        var wait = new DeadNodeWait(_clock);
        Assert.That(wait.TryCallActive(_silo));
        _clock.Advance(TimeSpan.FromMilliseconds(100));
        Assert.That(Time(wait), Is.EqualTo(LeaseTimes.Peers - TimeSpan.FromMilliseconds(100)));
    }

    [Test]
    public void A_third_node_that_goes_with_it_may_have_called_it_active() =>
        Assert.That(Time(new DeadNodeWait(_clock), gone: 2), Is.EqualTo(LeaseTimes.Peers));

    [Test]
    public async Task A_third_node_that_went_shortly_before_may_have_called_it_active(CancellationToken token)
    {
        var wait = new DeadNodeWait(_clock);
        await wait.WaitAsync([], gone: 1, token);
        _clock.Advance(TimeSpan.FromMilliseconds(300));
        Assert.That(Time(wait), Is.EqualTo(LeaseTimes.Peers - TimeSpan.FromMilliseconds(300)));
    }

    [Test]
    public void One_that_was_alone_until_this_node_came_may_not_know_of_it()
    {
        var wait = new DeadNodeWait(_clock);
        wait.Join();
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(Time(wait), Is.EqualTo(LeaseTimes.Alone - TimeSpan.FromSeconds(1)));
    }

    private TimeSpan Time(DeadNodeWait wait, int gone = 1) => wait.TimeFor([_silo], gone, _clock.GetTimestamp());
}
