using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster;

/// <summary>The nodes that a cluster's store knows from the last days.</summary>
public static class KnownNodes
{
    /// <summary>Makes a cluster forget a node that left for good: nobody misses it any more. While it is a member it is not forgotten.</summary>
    /// <param name="store">Where the list of members is kept.</param>
    /// <param name="cluster">Name of the cluster.</param>
    /// <param name="node">Name of the node.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <returns>Null: it is forgotten; else why it is not, a sentence.</returns>
    /// <exception cref="ClusterStoreException">The store can't be used as it is.</exception>
    public static async Task<string?> ForgetAsync(MembershipStore store, string cluster, string node, CancellationToken cancellationToken)
    {
        await using var opened = store.Open(cluster);
        await opened.InitializeAsync(cancellationToken).ConfigureAwait(false);
        while (true)
        {
            var table = await opened.ReadAsync(cancellationToken).ConfigureAwait(false);
            var members = MemberRows.From(table);
            var rows = members.Rows.Where(row => row.Node == node).ToArray();
            if (rows.Length == 0)
                return $"Cluster {cluster} knows no node {node}.";
            if (rows.Any(static row => row.Status != nameof(SiloStatus.Dead)))
                return $"Node {node} is a member of cluster {cluster}: stop it first.";
            var left = members with { Rows = [.. members.Rows.Except(rows)] };
            if (await opened.TryReplaceAsync(table.Version, table.Version + 1, left.ToText(), cancellationToken).ConfigureAwait(false))
                return null;
        }
    }
}
