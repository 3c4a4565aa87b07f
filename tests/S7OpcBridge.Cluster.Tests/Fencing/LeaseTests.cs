using System.Net;
using System.Net.Sockets;
using Orleans.Runtime;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Fencing;

/// <summary>How long a node may work.</summary>
internal sealed class LeaseTests
{
    [Test]
    public void A_lease_ends_by_the_clock_alone()
    {
        var clock = new ManualClock();
        var lease = new Lease(clock);
        Assert.That(lease.IsOver, "A new one lasts for no time.");
        lease.Extend(clock.GetTimestamp(), TimeSpan.FromSeconds(1));
        clock.Advance(TimeSpan.FromMilliseconds(999));
        Assert.That(lease.IsOver, Is.False);
        clock.Advance(TimeSpan.FromMilliseconds(1));
        Assert.That(lease.IsOver);
    }

    [Test]
    public void What_was_asked_earlier_shortens_no_lease()
    {
        var clock = new ManualClock();
        var lease = new Lease(clock);
        var before = clock.GetTimestamp();
        clock.Advance(TimeSpan.FromSeconds(1));
        lease.Extend(clock.GetTimestamp(), TimeSpan.FromSeconds(1));
        lease.Extend(before, TimeSpan.FromSeconds(1.5));
        Assert.That(lease.Left, Is.EqualTo(TimeSpan.FromSeconds(1)));
    }

    [Test]
    public void No_lease_outlives_the_time_before_another_node_may_take_over() =>
        Assert.Multiple(() =>
        {
            Assert.That(LeaseTimes.Peers, Is.LessThan(LeaseTimes.NoVoteWithin));
            Assert.That(LeaseTimes.Store, Is.LessThan(LeaseTimes.Takeover));
            Assert.That(LeaseTimes.Alone, Is.LessThan(LeaseTimes.NoVoteWithin + LeaseTimes.Takeover));
        });

    [Test]
    public void The_times_of_a_failover_leave_a_second_of_the_five_for_the_vote_and_the_PLC() =>
        Assert.That(LeaseTimes.Failover, Is.LessThanOrEqualTo(TimeSpan.FromSeconds(4)));

    // Orleans: as many votes as there are, up to two; of two nodes one is enough.
    [TestCase(1, 0)]
    [TestCase(2, 0)]
    [TestCase(3, 1)]
    [TestCase(4, 1)]
    [TestCase(50, 1)]
    public void So_many_may_be_silent_that_they_can_declare_nobody_dead(int active, int silent) =>
        Assert.That(LeaseTimes.SilentAllowed(active), Is.EqualTo(silent));

    [TestCase(new long[] { 5 }, 5)]
    [TestCase(new long[] { long.MinValue }, null)]
    [TestCase(new long[] { 5, long.MinValue }, 5)]
    [TestCase(new long[] { 5, 9 }, 9)]
    [TestCase(new long[] { 3, 5, 9 }, 5)]
    [TestCase(new long[] { long.MinValue, long.MinValue, 9 }, null)]
    [TestCase(new long[0], null)]
    public void A_node_counts_as_heard_when_all_but_the_silent_have_heard_it(long[] heard, long? moment)
    {
        var peers = new PeerContacts();
        peers.Set([.. heard.Select(static (_, i) => Silo(i))]);
        for (var i = 0; i < heard.Length; i++)
            peers.Current[Silo(i)].Heard = heard[i];
        Assert.That(peers.HeardByEnough(), Is.EqualTo(moment));
    }

    [Test]
    public void A_node_that_has_gone_does_not_count_any_more()
    {
        var peers = new PeerContacts();
        peers.Set([Silo(1), Silo(2)]);
        (peers.Current[Silo(1)].View, peers.Current[Silo(2)].View) = (7, 3);
        Assert.That(peers.AllSee(5), Is.False);
        peers.Set([Silo(1)]);
        Assert.That(peers.AllSee(5));
    }

    [Test]
    public void A_peer_that_stays_keeps_what_it_said()
    {
        var peers = new PeerContacts();
        peers.Set([Silo(1), Silo(2)]);
        peers.Current[Silo(1)].Heard = 5;
        peers.Set([Silo(1), Silo(3)]);
        Assert.That(peers.Current.Keys, Is.EquivalentTo(new[] { Silo(1), Silo(3) }));
        Assert.That((peers.Current[Silo(1)].Heard, peers.Current[Silo(3)].Heard), Is.EqualTo((5, long.MinValue)));
    }

    [TestCase(4, true)]
    [TestCase(5, true)]
    [TestCase(6, false)]
    public void All_see_a_view_when_the_last_one_does(long version, bool seen)
    {
        var peers = new PeerContacts();
        peers.Set([Silo(1), Silo(2)]);
        (peers.Current[Silo(1)].View, peers.Current[Silo(2)].View) = (7, 5);
        Assert.That(peers.AllSee(version), Is.EqualTo(seen));
    }

    [Test]
    public async Task Only_a_refusal_says_that_nobody_listens()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var endpoint = socket.LocalEndPoint!;
        Assert.That(await Listening.IsRefusedAsync(endpoint, new ManualClock(), CancellationToken.None), "a port on which nobody listens");
        socket.Listen();
        Assert.That(await Listening.IsRefusedAsync(endpoint, new ManualClock(), CancellationToken.None), Is.False);
        Assert.That(
            async () => await Listening.IsRefusedAsync(endpoint, new ManualClock(), new CancellationToken(canceled: true)),
            Throws.InstanceOf<OperationCanceledException>()
        );
    }

    private static SiloAddress Silo(int number) => SiloAddress.New(IPAddress.Loopback, 1000 + number, 1);
}
