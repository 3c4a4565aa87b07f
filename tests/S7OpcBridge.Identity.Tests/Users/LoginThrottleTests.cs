using System.Net;
using S7OpcBridge.Identity.Users;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

public sealed class LoginThrottleTests
{
    private static readonly IPEndPoint Here = new(IPAddress.Parse("10.0.0.5"), 40_000);
    private static readonly IPEndPoint There = new(IPAddress.Parse("10.0.0.6"), 40_000);

    private ManualClock _clock = new();

    private LoginThrottle Throttle { get; set; } = null!;

    [SetUp]
    public void Begin() => Throttle = new LoginThrottle(_clock = new ManualClock());

    [Test]
    public void Three_failures_are_free_and_each_further_one_doubles_the_wait_up_to_a_limit()
    {
        var waits = Enumerable.Range(0, 15).Select(_ => Throttle.Fail("mes", Here).TotalSeconds).ToList();
        Assert.That(waits, Is.EqualTo(new double[] { 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900 }));
        Assert.That(Throttle.WaitOf("mes", Here), Is.EqualTo(LoginThrottle.LongestWait));
        _clock.Advance(LoginThrottle.LongestWait);
        Assert.That(Throttle.WaitOf("mes", Here), Is.EqualTo(TimeSpan.Zero));
    }

    [Test]
    public void Nobody_is_locked_out_by_another_address_or_another_user()
    {
        for (var i = 0; i < 20; i++)
            Throttle.Fail("mes", Here);
        Assert.That(Throttle.WaitOf("mes", There), Is.EqualTo(TimeSpan.Zero));
        Assert.That(Throttle.WaitOf("hmi", Here), Is.EqualTo(TimeSpan.Zero));
        Assert.That(Throttle.WaitOf("mes", new IPEndPoint(Here.Address, 50_000)), Is.GreaterThan(TimeSpan.Zero), "a port is no address");
    }

    [Test]
    public void A_network_of_IPv6_counts_as_one_address_and_a_mapped_address_as_what_it_maps()
    {
        for (var i = 0; i < 5; i++)
            Throttle.Fail("mes", new IPEndPoint(IPAddress.Parse($"2001:db8:1:2::{i + 1}"), 1));
        for (var i = 0; i < 5; i++)
            Throttle.Fail("mes", new IPEndPoint(IPAddress.Parse("::ffff:10.0.0.5"), 1));
        Assert.That(Throttle.WaitOf("mes", new IPEndPoint(IPAddress.Parse("2001:db8:1:2::99"), 1)), Is.GreaterThan(TimeSpan.Zero));
        Assert.That(Throttle.WaitOf("mes", new IPEndPoint(IPAddress.Parse("2001:db8:1:3::99"), 1)), Is.EqualTo(TimeSpan.Zero));
        Assert.That(Throttle.WaitOf("mes", Here), Is.GreaterThan(TimeSpan.Zero));
    }

    [Test]
    public void A_right_password_forgives_and_time_forgets()
    {
        for (var i = 0; i < 6; i++)
            Throttle.Fail("mes", Here);
        _clock.Advance(TimeSpan.FromHours(4));
        Assert.That(Throttle.Fail("mes", Here), Is.EqualTo(TimeSpan.Zero), "a sixteenth of six failures is none");
        for (var i = 0; i < 6; i++)
            Throttle.Fail("mes", Here);
        Throttle.Succeed("mes", Here);
        Assert.That(Throttle.WaitOf("mes", Here), Is.EqualTo(TimeSpan.Zero));
        Assert.That(Throttle.Fail("mes", Here), Is.EqualTo(TimeSpan.Zero));
    }

    [Test]
    public void Failures_with_many_other_names_do_not_get_rid_of_many_failures_with_one()
    {
        for (var i = 0; i < 12; i++)
            Throttle.Fail("mes", Here);
        for (var i = 0; i < 3 * LoginThrottle.MaxPairs; i++)
            Throttle.Fail($"nobody {i / 3}", new IPEndPoint(1000 + i / 3, 1), isKnown: false);
        Assert.That(Throttle.WaitOf("mes", Here), Is.EqualTo(TimeSpan.FromSeconds(512)));
    }

    [Test]
    public void Names_that_nobody_has_are_refused_at_an_address_until_half_of_them_are_forgotten()
    {
        for (var i = 0; i < LoginThrottle.FreeNames; i++)
        {
            Assert.That(Throttle.RefusesUnknownNames(Here), Is.False);
            Throttle.Fail($"nobody {i}", new IPEndPoint(IPAddress.Parse($"::ffff:10.0.0.5"), i + 1), isKnown: false);
        }

        Assert.That((Throttle.RefusesUnknownNames(Here), Throttle.RefusesUnknownNames(There)), Is.EqualTo((true, false)));
        Throttle.Succeed("mes", Here);
        Assert.That(Throttle.RefusesUnknownNames(Here), Is.True, "who has a password does not clear the address of other names");
        _clock.Advance(LoginThrottle.HalfLife);
        Assert.That(Throttle.RefusesUnknownNames(Here), Is.False);
    }

    [Test]
    public void However_many_names_are_tried_the_memory_is_bounded_and_the_latest_stay()
    {
        for (var i = 0; i < LoginThrottle.MaxPairs + 50; i++)
        {
            _clock.Advance(TimeSpan.FromMilliseconds(1));
            Throttle.Fail($"{new string('x', 1000)}{i}", new IPEndPoint(i, 1));
        }
        for (var i = 0; i < 4; i++)
            Throttle.Fail("last", Here);
        Assert.That(Throttle.Count, Is.EqualTo(LoginThrottle.MaxPairs));
        Assert.That(Throttle.WaitOf("last", Here), Is.GreaterThan(TimeSpan.Zero));
    }
}
