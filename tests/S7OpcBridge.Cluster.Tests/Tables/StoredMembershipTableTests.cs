using System.Net;
using Orleans;
using Orleans.Runtime;
using S7OpcBridge.Cluster.Tables;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Tables;

/// <summary>Orleans' table on a store.</summary>
internal sealed class StoredMembershipTableTests
{
    private static readonly SiloAddress A = SiloAddress.New(IPAddress.Loopback, 1, 1);
    private static readonly SiloAddress B = SiloAddress.New(IPAddress.Loopback, 2, 1);

    [Test]
    public async Task A_change_needs_the_newest_version_and_a_row_once()
    {
        var table = new StoredMembershipTable(new MemoryStore().Open("plant"), TimeProvider.System);
        var empty = await table.ReadAll();
        Assert.That(await table.InsertRow(Entry(A), empty.Version.Next()));
        Assert.That(await table.InsertRow(Entry(B), empty.Version.Next()), Is.False, "Somebody else was first.");
        var one = await table.ReadAll();
        Assert.That(one.Version.Version, Is.EqualTo(empty.Version.Version + 1));
        Assert.That(await table.InsertRow(Entry(A), one.Version.Next()), Is.False, "It is there.");
        Assert.That(await table.UpdateRow(Entry(B), one.Members[0].Item2, one.Version.Next()), Is.False, "It is not there.");
        var dead = Entry(A);
        dead.Status = SiloStatus.Dead;
        dead.AddSuspector(B, TimeProvider.System.GetUtcNow().UtcDateTime);
        Assert.That(await table.UpdateRow(dead, one.Members[0].Item2, one.Version.Next()));
        var row = (await table.ReadRow(A)).Members.Single().Item1;
        Assert.That((row.Status, row.SiloName, row.SuspectTimes!.Single().Item1), Is.EqualTo((SiloStatus.Dead, "node", B)));
        Assert.That((await table.ReadRow(B)).Members, Is.Empty);
    }

    [Test]
    public async Task Dead_rows_are_forgotten_after_their_time()
    {
        var table = new StoredMembershipTable(new MemoryStore().Open("plant"), TimeProvider.System);
        var dead = Entry(A);
        dead.Status = SiloStatus.Dead;
        await table.InsertRow(dead, (await table.ReadAll()).Version.Next());
        await table.InsertRow(Entry(B), (await table.ReadAll()).Version.Next());
        var now = TimeProvider.System.GetUtcNow();
        await table.CleanupDefunctSiloEntries(now.AddHours(-1));
        Assert.That((await table.ReadAll()).Members, Has.Count.EqualTo(2));
        await table.CleanupDefunctSiloEntries(now.AddHours(1));
        Assert.That((await table.ReadAll()).Members.Select(static row => row.Item1.SiloAddress), Is.EqualTo((SiloAddress[])[B]));
    }

    [Test]
    public async Task Votes_keep_their_age_between_machines_whose_clocks_are_an_hour_apart()
    {
        var store = new MemoryStore();
        var (slow, fast) = (new SteppedClock(TimeSpan.FromHours(-1)), new SteppedClock(TimeSpan.FromMinutes(10)));
        var (here, there) = (new StoredMembershipTable(store.Open("plant"), slow), new StoredMembershipTable(store.Open("plant"), fast));
        var entry = Entry(A);
        entry.AddSuspector(B, slow.GetUtcNow().UtcDateTime);
        await here.InsertRow(entry, (await here.ReadAll()).Version.Next());
        var seen = (await there.ReadAll()).Members.Single().Item1;
        Assert.Multiple(() =>
        {
            Assert.That(seen.SuspectTimes!.Single().Item2, Is.EqualTo(fast.GetUtcNow().UtcDateTime).Within(TimeSpan.FromSeconds(30)));
            Assert.That(seen.IAmAliveTime, Is.EqualTo(fast.GetUtcNow().UtcDateTime).Within(TimeSpan.FromSeconds(30)));
        });
    }

    [Test]
    [CancelAfter(30_000)]
    public async Task A_table_that_was_lost_goes_on_above_its_old_version(CancellationToken cancellationToken)
    {
        var store = new MemoryStore().Open("plant");
        var table = new StoredMembershipTable(store, TimeProvider.System);
        await table.InsertRow(Entry(A), (await table.ReadAll()).Version.Next());
        var before = (await table.ReadAll()).Version.Version;
        await table.DeleteMembershipTableEntries("plant");
        // Versions of a new table begin with the time: one change a second at most, on the average, and it is above those of the old one.
        await Poll.UntilAsync(table.ReadAll, data => data.Version.Version >= before, cancellationToken);
        Assert.That((await table.ReadAll()).Members, Is.Empty);
    }

    private static MembershipEntry Entry(SiloAddress silo) =>
        new()
        {
            SiloAddress = silo,
            SiloName = "node",
            HostName = "host",
            RoleName = "",
            Status = SiloStatus.Active,
            SuspectTimes = [],
            StartTime = TimeProvider.System.GetUtcNow().UtcDateTime,
            IAmAliveTime = TimeProvider.System.GetUtcNow().UtcDateTime,
        };

    /// <summary>A clock that somebody has set wrongly.</summary>
    private sealed class SteppedClock(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => System.GetUtcNow() + by;
    }
}
