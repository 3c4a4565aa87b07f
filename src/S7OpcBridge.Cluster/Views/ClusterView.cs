using System.Collections.Immutable;

namespace S7OpcBridge.Cluster;

/// <summary>The active nodes as this node knows them.</summary>
/// <param name="Version">Grows with every change of the membership table. Two nodes with the same version have the same members.</param>
/// <param name="Members">The active nodes, ordered by name: the same order on every node. Empty before this node has joined.</param>
public sealed record ClusterView(long Version, ImmutableArray<ClusterMember> Members)
{
    /// <summary>The view of a node that has not joined yet.</summary>
    public static ClusterView None { get; } = new(0, []);

    /// <summary>The member with a name, or null.</summary>
    public ClusterMember? Find(string node)
    {
        foreach (var member in Members)
            if (member.Node == node)
                return member;
        return null;
    }
}
