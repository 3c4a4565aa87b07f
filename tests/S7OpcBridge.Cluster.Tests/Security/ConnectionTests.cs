using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Security;

/// <summary>Who may connect to a node.</summary>
[Parallelizable]
internal sealed class ConnectionTests
{
    [Test]
    [CancelAfter(60_000)]
    public async Task A_node_whose_certificate_nobody_trusts_does_not_become_a_member(CancellationToken cancellationToken)
    {
        var store = new MemoryStore();
        await using var a = await TestNode.StartAsync("a", store, cancellationToken, trusts: static _ => false);
        await Poll.UntilAsync(() => !a.Node.IsFenced, cancellationToken);
        await using var b = await TestNode.StartAsync("b", store, cancellationToken);
        await a.UntilSaidAsync($"thumbprint {b.Certificate.Thumbprint} is not trusted", cancellationToken);
        await b.UntilSaidAsync("refused", cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(a.Node.View.Members, Has.Length.EqualTo(1));
            Assert.That(b.Node.IsFenced);
        });
    }

    [Test]
    [CancelAfter(60_000)]
    public async Task A_wrong_secret_gets_a_clear_word_in_the_logs_of_both(CancellationToken cancellationToken)
    {
        var store = new MemoryStore();
        await using var a = await TestNode.StartAsync("a", store, cancellationToken);
        await Poll.UntilAsync(() => !a.Node.IsFenced, cancellationToken);
        await using var b = await TestNode.StartAsync("b", store, cancellationToken, secret: "Secret");
        await a.UntilSaidAsync("node b has another secret", cancellationToken);
        await b.UntilSaidAsync("the other side says: this node has another secret", cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(a.Node.View.Members, Has.Length.EqualTo(1));
            Assert.That(b.Node.IsFenced);
        });
    }
}
