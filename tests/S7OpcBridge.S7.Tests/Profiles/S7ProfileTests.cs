namespace S7OpcBridge.S7.Tests;

public sealed class S7ProfileTests
{
    [TestCase("logo", "01.00 02.00", 480, 1)]
    [TestCase("s7-200", "10.00 10.01", 240, 1)]
    [TestCase("s7-200smart", "01.00 03.01", 240, 1)]
    [TestCase("s7-300", "01.00 03.02", 960, 8)]
    [TestCase("s7-400", "01.00 03.03", 960, 8)]
    [TestCase("s7-1200", "01.00 03.01", 960, 8)]
    [TestCase("s7-1500", "01.00 03.01", 960, 8)]
    [TestCase("winac", "01.00 03.02", 960, 8)]
    [TestCase("generic", "01.00 03.01", 960, 8)]
    public void A_profile_connects_as_its_family_wants(string name, string tsaps, int pduSize, int jobs)
    {
        Assert.That(S7Profile.TryFind(name.ToUpperInvariant(), out var profile, out _));
        Assert.That(profile.TryConnectTo("plc", new S7Addressing(), out var options, out _));
        Assert.That(Tsaps(options), Is.EqualTo(tsaps));
        Assert.That((options.Host, options.PduSize, options.MaxJobs), Is.EqualTo(("plc", pduSize, jobs)));
    }

    [Test]
    public void All_profiles_have_a_name_of_their_own_and_limits_that_make_sense()
    {
        Assert.That(S7Profiles.All.Select(p => p.Name), Is.Unique);
        foreach (var profile in S7Profiles.All)
        {
            Assert.That(profile.MaxItems, Is.InRange(1, 255), profile.Name);
            Assert.That(profile.Load.Busy, Is.GreaterThan(0).And.LessThanOrEqualTo(1), profile.Name);
            Assert.That(profile.Areas, Does.Contain(S7Area.DataBlock), profile.Name);
            Assert.That(profile.Types, Does.Contain(S7TypeKind.Real).And.Not.Contain(S7TypeKind.None), profile.Name);
        }
        Assert.That(S7Profiles.S71200.Areas, Does.Not.Contain(S7Area.Timers));
        Assert.That(S7Profiles.S7300.Types, Does.Not.Contain(S7TypeKind.LReal));
        Assert.That(S7Profiles.Logo.SystemLists, Is.EqualTo(S7SystemListPolicy.Never));
    }

    [Test]
    public void Rack_slot_connection_and_TSAPs_override_the_profile()
    {
        var plc = S7Profiles.S7400;
        Assert.That(Connect(plc, new S7Addressing(Rack: 1, Slot: 4)), Is.EqualTo("01.00 03.24"));
        Assert.That(Connect(plc, new S7Addressing(Slot: 31, Rack: 7, Connection: S7ConnectionType.Op)), Is.EqualTo("01.00 02.FF"));
        Assert.That(Connect(plc, new S7Addressing(Connection: S7ConnectionType.Pg)), Is.EqualTo("01.00 01.03"));
        Assert.That(Connect(plc, new S7Addressing(LocalTsap: 0x1002, RemoteTsap: 0x4D57)), Is.EqualTo("10.02 4D.57"));
        Assert.That(
            Connect(S7Profiles.Logo, new S7Addressing(Rack: 0, Slot: 2)),
            Is.EqualTo("01.00 03.02"),
            "newer LOGO! take rack and slot"
        );
    }

    [Test]
    public void Contradictions_and_what_does_not_exist_are_named()
    {
        Assert.That(
            Connect(S7Profiles.S7300, new S7Addressing(Slot: 2, RemoteTsap: 0x0302)),
            Does.Contain("remove either remoteTsap or the others")
        );
        Assert.That(Connect(S7Profiles.S7300, new S7Addressing(Rack: 8)), Does.Contain("racks are 0 to 7"));
        Assert.That(Connect(S7Profiles.S7300, new S7Addressing(Slot: 32)), Does.Contain("slots are 0 to 31"));
        Assert.That(
            Connect(S7Profiles.Logo, new S7Addressing(Connection: S7ConnectionType.Op)),
            Does.Contain("a logo has no connection types")
        );
    }

    [TestCase("s7-1501", "did you mean s7-1500?")]
    [TestCase("loog", "did you mean logo?")]
    [TestCase("toaster", "there is no profile 'toaster'; known are logo, s7-200,")]
    public void An_unknown_name_gets_the_nearest_one(string name, string said)
    {
        Assert.That(S7Profile.TryFind(name, out _, out var error), Is.False);
        Assert.That(error, Does.Contain(said));
    }

    [TestCase("6ES7 511-1AK02-0AB0", "s7-1500")]
    [TestCase("6ES7 214-1AG40-0XB0", "s7-1200")]
    [TestCase("6ES7 212-1AB23-0XB0", "s7-200")]
    [TestCase("6ES7 216-0AD23-0XB0", "s7-200")]
    [TestCase("6ES7 288-1SR20-0AA0", "s7-200smart")]
    [TestCase("6ES7 414-3EM07-0AB0", "s7-400")]
    [TestCase("6ES7 151-8AB01-0AB0", "s7-300")]
    [TestCase("something else", null)]
    public void An_order_number_tells_the_family(string orderNumber, string? profile) =>
        Assert.That(new S7Identity(orderNumber, 0, "").Profile?.Name, Is.EqualTo(profile));

    private static string Connect(S7Profile profile, S7Addressing addressing) =>
        profile.TryConnectTo("plc", addressing, out var options, out var error) ? Tsaps(options) : error;

    private static string Tsaps(S7ConnectionOptions o) =>
        $"{o.LocalTsap >> 8:X2}.{o.LocalTsap & 0xFF:X2} {o.RemoteTsap >> 8:X2}.{o.RemoteTsap & 0xFF:X2}";
}
