using S7OpcBridge.S7.Diagnosis;

namespace S7OpcBridge.S7.Tests;

/// <summary>What a probe tries, and how it is said.</summary>
public sealed class TsapTests
{
    [Test]
    public void A_probe_never_takes_the_programmers_slot_nor_tries_anything_twice()
    {
        foreach (var profile in S7Profiles.All)
        {
            foreach (ushort failed in (ushort[])[0x0101, 0x0102, 0x0200, 0x0201, 0x0301, 0x0302, 0x1001, 0x2000])
            {
                var candidates = Tsap.Candidates(failed, profile);
                Assert.That(candidates.Select(tsap => tsap >> 8), Has.None.EqualTo(1), $"{profile} {failed:X4}");
                Assert.That(candidates, Is.Unique.And.Not.Contains(failed));
            }
        }
    }

    [Test]
    public void A_familys_own_slots_come_first()
    {
        Assert.That(Tsap.Candidates(0x0301, S7Profiles.S7300)[0], Is.EqualTo(0x0302));
        Assert.That(Tsap.Candidates(0x0302, S7Profiles.S7400)[0], Is.EqualTo(0x0303));
        Assert.That(Tsap.Candidates(0x0301, S7Profiles.Logo)[0], Is.EqualTo(0x0200));
    }

    [TestCase((ushort)0x0323, "s7-400", "03.23 (rack 1, slot 3)", "'rack: 1' and 'slot: 3'")]
    [TestCase((ushort)0x0201, "s7-1500", "02.01 (rack 0, slot 1)", "'remoteTsap: 02.01'")]
    [TestCase((ushort)0x0200, "logo", "02.00", "'remoteTsap: 02.00'")]
    [TestCase((ushort)0x1001, "generic", "10.01", "'remoteTsap: 10.01'")]
    public void A_TSAP_is_said_as_the_map_takes_it(ushort tsap, string name, string words, string inMap)
    {
        Assert.That(S7Profile.TryFind(name, out var profile, out _), Is.True);
        Assert.That((Tsap.Describe(tsap, profile), Tsap.InMap(tsap, profile)), Is.EqualTo((words, inMap)));
    }
}
