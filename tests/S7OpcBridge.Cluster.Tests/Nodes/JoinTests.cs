using System.Text;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Nodes;

[Parallelizable]
internal sealed class JoinTests
{
    [Test]
    [CancelAfter(60_000)]
    public async Task Three_nodes_see_each_other_and_answer_requests(CancellationToken cancellationToken)
    {
        var store = new MemoryStore();
        await using var a = await TestNode.StartAsync("a", store, cancellationToken);
        await using var b = await TestNode.StartAsync("b", store, cancellationToken);
        await using var c = await TestNode.StartAsync("c", store, cancellationToken);
        await Poll.UntilAsync(
            () => ((TestNode[])[a, b, c]).All(static node => node.Node.View.Members.Length == 3 && !node.Node.IsFenced),
            cancellationToken
        );
        Assert.Multiple(() =>
        {
            Assert.That(a.Node.View.Members.Select(static member => member.Node), Is.EqualTo((string[])["a", "b", "c"]));
            Assert.That(b.Node.View.Members.Single(static member => member.IsSelf).Node, Is.EqualTo("b"));
        });
        Assert.That(
            Encoding.UTF8.GetString(await a.Node.AskAsync("c", 7, "hello"u8.ToArray(), cancellationToken)),
            Is.EqualTo("c: 7 hello from a")
        );
        var refused = await Assert.ThrowsAsync<ClusterCallException>(async () => await a.Node.AskAsync("b", 0, default, cancellationToken));
        var gone = await Assert.ThrowsAsync<ClusterCallException>(async () => await a.Node.AskAsync("x", 0, default, cancellationToken));
        Assert.Multiple(() =>
        {
            Assert.That((refused!.Failure, refused.Message), Is.EqualTo((ClusterCallFailure.Refused, "b does not know 0")));
            Assert.That(gone!.Failure, Is.EqualTo(ClusterCallFailure.NodeGone));
        });

        await c.Node.DisposeAsync();
        await Poll.UntilAsync(() => ((TestNode[])[a, b]).All(static node => node.Node.View.Members.Length == 2), cancellationToken);
    }

    [Test]
    [CancelAfter(60_000)]
    public async Task A_node_can_be_stopped_while_the_store_is_away(CancellationToken cancellationToken)
    {
        var store = new MemoryStore();
        await using var a = await TestNode.StartAsync("a", store, cancellationToken);
        await Poll.UntilAsync(() => !a.Node.IsFenced, cancellationToken);
        store.IsAway = true;
        await a.Node.DisposeAsync().AsTask().WaitAsync(cancellationToken);
        Assert.That(a.Node.IsFenced);
    }

    [Test]
    [CancelAfter(60_000)]
    public async Task Of_two_nodes_with_one_name_the_older_stops_and_says_why(CancellationToken cancellationToken)
    {
        var store = new MemoryStore();
        await using var a = await TestNode.StartAsync("a", store, cancellationToken);
        await Poll.UntilAsync(() => !a.Node.IsFenced, cancellationToken);
        await using var other = await TestNode.StartAsync("a", store, cancellationToken);
        await Poll.UntilAsync(() => !other.Node.IsFenced && a.Node.IsFenced, cancellationToken);
        Assert.That(a.Node.Standing.FenceReason, Does.StartWith("another node calls itself a"));
        Assert.That(other.Node.View.Members.Single().IsSelf);
    }
}
