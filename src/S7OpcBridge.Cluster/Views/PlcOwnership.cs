namespace S7OpcBridge.Cluster;

/// <summary>
/// Which node owns a PLC. Weighted rendezvous hashing (highest random weight): every node computes the same owner from the same view, and when a node goes
/// only its PLCs get another owner.
/// </summary>
public static class PlcOwnership
{
    /// <summary>The owner of a PLC.</summary>
    /// <param name="view">The members. Empty: nobody owns anything.</param>
    /// <param name="plc">Name of the PLC.</param>
    /// <param name="pin">A node that owns this PLC while it is a member, or null.</param>
    /// <param name="weights">
    /// How large a share each node takes, by name, greater than 0; a node that is not named takes 1. Null: all take the same. Must be the same on all nodes.
    /// </param>
    /// <returns>Name of the node, or null if there is no member.</returns>
    public static string? OwnerOf(ClusterView view, string plc, string? pin = null, IReadOnlyDictionary<string, double>? weights = null)
    {
        if (pin is not null && view.Find(pin) is not null)
            return pin;
        string? owner = null;
        var highest = double.NegativeInfinity;
        foreach (var member in view.Members)
        {
            var weight = weights is not null && weights.TryGetValue(member.Node, out var given) ? given : 1;
            var score = Score(member.Node, plc, weight);
            if (score <= highest)
                continue;
            (owner, highest) = (member.Node, score);
        }
        return owner;
    }

    // -weight / ln(u) with u uniform in (0, 1): the highest score falls on a node with a probability in proportion to its weight.
    private static double Score(string node, string plc, double weight)
    {
        var uniform = ((Hash(node, plc) >> 11) + 0.5) / (1UL << 53);
        return -weight / Math.Log(uniform);
    }

    // FNV-1a over UTF-16 with a 0 between the names, then the finalizer of SplitMix64: FNV alone spreads the last characters badly.
    private static ulong Hash(string node, string plc)
    {
        var hash = 14695981039346656037UL;
        foreach (var character in node)
            hash = (hash ^ character) * 1099511628211UL;
        hash *= 1099511628211UL;
        foreach (var character in plc)
            hash = (hash ^ character) * 1099511628211UL;
        hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9UL;
        hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBUL;
        return hash ^ (hash >> 31);
    }
}
