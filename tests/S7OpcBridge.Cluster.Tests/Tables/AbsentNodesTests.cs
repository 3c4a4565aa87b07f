using System.Net;
using Orleans;
using Orleans.Runtime;
using S7OpcBridge.Cluster.Tables;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Tables;

/// <summary>Nodes that were members in the last days, and are not now.</summary>
[Parallelizable]
internal sealed class AbsentNodesTests
{
    private readonly MemoryStore _store = new();
    private StoredMembershipTable _table = null!;

    [SetUp]
    public async Task Begin()
    {
        _table = new StoredMembershipTable(_store.Open("plant"), TimeProvider.System);
        await _table.DeleteMembershipTableEntries("plant");
    }

    [Test]
    public async Task A_node_that_left_is_missed_since_then_until_one_of_its_name_is_there_again()
    {
        await AddAsync("a", 1, SiloStatus.Active);
        await AddAsync("b", 1, SiloStatus.Active);
        Assert.That(await AbsentAsync(), Is.Empty);
        var before = TimeProvider.System.GetUtcNow();
        await EndAsync("b", 1);
        var absent = await _store.Open("plant").ReadAsync(CancellationToken.None);
        var row = AbsentRows.FindIn(absent, MemberRows.From(absent)).Single();
        Assert.That(row.Node, Is.EqualTo("b"));
        Assert.That(row.Ended, Is.InRange(before.UtcDateTime, TimeProvider.System.GetUtcNow().UtcDateTime));
        await EndAsync("b", 1);
        Assert.That((await _table.ReadAll()).Members, Has.Count.EqualTo(2));
        var again = await _store.Open("plant").ReadAsync(CancellationToken.None);
        Assert.That(AbsentRows.FindIn(again, MemberRows.From(again)).Single().Ended, Is.EqualTo(row.Ended), "Dead since the first time.");
        await AddAsync("b", 2, SiloStatus.Active);
        Assert.That(await AbsentAsync(), Is.Empty);
    }

    [Test]
    public async Task Its_youngest_row_outlives_the_clearing_of_dead_rows_by_a_week()
    {
        await AddAsync("a", 1, SiloStatus.Active);
        foreach (var generation in (int[])[1, 2, 3])
        {
            await AddAsync("b", generation, SiloStatus.Active);
            await EndAsync("b", generation);
        }
        await _table.CleanupDefunctSiloEntries(TimeProvider.System.GetUtcNow().AddHours(1));
        Assert.That(
            (await _table.ReadAll()).Members.Select(static row => (row.Item1.SiloName, row.Item1.SiloAddress.Generation)),
            Is.EquivalentTo(new[] { ("a", 1), ("b", 3) })
        );
        Assert.That(await AbsentAsync(), Is.EqualTo((string[])["b"]));

        var table = await _store.Open("plant").ReadAsync(CancellationToken.None);
        var later = table with { Now = table.Now + AbsentRows.Expected };
        Assert.That(AbsentRows.FindIn(later, MemberRows.From(later)), Is.Empty, "After a week nobody expects it.");
    }

    [Test]
    public async Task A_node_that_left_for_good_is_forgotten_on_demand_and_a_member_is_not()
    {
        await AddAsync("a", 1, SiloStatus.Active);
        await AddAsync("b", 1, SiloStatus.Active);
        Assert.That(
            await KnownNodes.ForgetAsync(_store, "plant", "b", CancellationToken.None),
            Is.EqualTo("Node b is a member of cluster plant: stop it first.")
        );
        await EndAsync("b", 1);
        Assert.That(await KnownNodes.ForgetAsync(_store, "plant", "b", CancellationToken.None), Is.Null);
        Assert.That(await AbsentAsync(), Is.Empty);
        Assert.That(
            await KnownNodes.ForgetAsync(_store, "plant", "b", CancellationToken.None),
            Is.EqualTo("Cluster plant knows no node b.")
        );
    }

    [Test]
    [CancelAfter(60_000)]
    public async Task The_node_that_is_left_knows_which_one_is_missing_and_that_it_is_back(CancellationToken cancellationToken)
    {
        await using var a = await TestNode.StartAsync("a", _store, cancellationToken);
        await using (await JoinAsync(a, cancellationToken))
            Assert.That(a.Node.Standing.Absent, Is.Empty);
        await Poll.UntilAsync(() => a.Node.Standing.Absent is [{ Node: "b" }], cancellationToken);
        await using var back = await JoinAsync(a, cancellationToken);
        Assert.That(a.Node.Standing.Absent, Is.Empty);
    }

    private async Task<TestNode> JoinAsync(TestNode first, CancellationToken cancellationToken)
    {
        var node = await TestNode.StartAsync("b", _store, cancellationToken);
        await Poll.UntilAsync(() => first.Node.View.Members.Length == 2 && !node.Node.IsFenced, cancellationToken);
        return node;
    }

    private async Task<IEnumerable<string>> AbsentAsync()
    {
        var table = await _store.Open("plant").ReadAsync(CancellationToken.None);
        return AbsentRows.FindIn(table, MemberRows.From(table)).Select(static row => row.Node);
    }

    private async Task AddAsync(string node, int generation, SiloStatus status) =>
        Assert.That(await _table.InsertRow(Entry(node, generation, status), (await _table.ReadAll()).Version.Next()));

    private async Task EndAsync(string node, int generation)
    {
        var all = await _table.ReadAll();
        var entry = Entry(node, generation, SiloStatus.Dead);
        Assert.That(
            await _table.UpdateRow(
                entry,
                all.Members.Single(row => row.Item1.SiloAddress.Equals(entry.SiloAddress)).Item2,
                all.Version.Next()
            )
        );
    }

    private static MembershipEntry Entry(string node, int generation, SiloStatus status) =>
        new()
        {
            SiloAddress = SiloAddress.New(IPAddress.Loopback, node[0], generation),
            SiloName = node,
            HostName = "host",
            RoleName = "",
            Status = status,
            SuspectTimes = [],
            StartTime = TimeProvider.System.GetUtcNow().UtcDateTime,
            IAmAliveTime = TimeProvider.System.GetUtcNow().UtcDateTime,
        };
}
