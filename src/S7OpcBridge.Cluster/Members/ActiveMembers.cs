using System.Collections.Immutable;

namespace S7OpcBridge.Cluster.Members;

/// <summary>The active silos of a snapshot, one per node name.</summary>
internal sealed record ActiveMembers(long Version, ImmutableArray<(string Node, SiloAddress Silo)> Members)
{
    public static ActiveMembers None { get; } = new(0, []);

    /// <summary>Of two silos with one name the younger counts: the other's process is gone and not declared dead yet, or two machines use one name.</summary>
    public static ActiveMembers From(ClusterMembershipSnapshot snapshot) =>
        new(
            snapshot.Version.Value,
            [
                .. snapshot
                    .Members.Values.Where(static member => member.Status == SiloStatus.Active)
                    .GroupBy(static member => member.Name, static member => member.SiloAddress)
                    .Select(static same => (Node: same.Key, Silo: same.MaxBy(static silo => (silo.Generation, silo.ToString()))!))
                    .OrderBy(static member => member.Node, StringComparer.Ordinal),
            ]
        );

    public bool Has(SiloAddress silo) => Members.Any(member => member.Silo.Equals(silo));

    public SiloAddress? Find(string node)
    {
        foreach (var (name, silo) in Members)
            if (name == node)
                return silo;
        return null;
    }

    public bool SameAs(ActiveMembers other) => Members.SequenceEqual(other.Members);

    public ClusterView View(SiloAddress self) =>
        new(Version, [.. Members.Select(member => new ClusterMember(member.Node, member.Silo.Endpoint, member.Silo.Equals(self)))]);
}
