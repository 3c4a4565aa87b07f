using S7OpcBridge.Cluster.Handover;

namespace S7OpcBridge.Cluster.Tests.Handover;

internal sealed class ClaimsTests
{
    /// <summary>Nodes claim one PLC in any views and ask each other in any order; a node takes the PLC when all others have granted its claim.</summary>
    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public void However_questions_cross_no_two_nodes_take_the_same_vacancy(byte[] steps)
    {
        string[] names = ["a", "b", "c"];
        var nodes = names.Select(static _ => new Claims()).ToArray();
        var claims = new Claim?[3];
        var granted = new HashSet<int>[] { [], [], [] };
        var takers = new HashSet<int>();
        foreach (var step in steps)
        {
            var (node, other, view) = (step % 3, (step / 3) % 3, (step >> 4) % 4);
            if (takers.Contains(node))
                continue;
            if (node == other)
            {
                // It sees a view in which it is the owner, and begins a round.
                var claim = new Claim(view, 0, names[node]);
                granted[node].Clear();
                claims[node] = nodes[node].Enter("Line1", claim) ? claim : null;
            }
            else if (claims[node] is { } claim && !takers.Contains(other) && nodes[other].Enter("Line1", claim))
            {
                // A node that has the PLC answers that it has it: nothing is granted.
                granted[node].Add(other);
            }
            if (claims[node] is { } own && granted[node].Count == 2 && nodes[node].IsBest("Line1", own))
                takers.Add(node);
        }
        Assert.That(takers, Has.Count.LessThanOrEqualTo(1));
    }

    [Test]
    public void A_pin_that_has_changed_moves_a_PLC_within_a_view()
    {
        var claims = new Claims();
        Assert.That(claims.Enter("Line1", new Claim(5, 0, "a")), "a takes it");
        Assert.That(claims.Enter("Line1", new Claim(5, 0, "b")), Is.False, "a's claim is for the same vacancy, and its name sorts first");
        Assert.That(claims.Enter("Line1", new Claim(5, 70, "b")), "b knows that a has it and should no longer");
        Assert.That(claims.IsBest("Line1", new Claim(5, 0, "a")), Is.False);
    }
}
