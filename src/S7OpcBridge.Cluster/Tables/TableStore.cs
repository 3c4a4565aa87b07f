using System.Net;

namespace S7OpcBridge.Cluster.Tables;

/// <summary>
/// Where a cluster's table is kept: one text that is replaced as a whole, if nobody else has replaced it meanwhile, and a time per silo. A store that can't
/// be reached throws; it never answers by guessing.
/// </summary>
internal abstract class TableStore : IAsyncDisposable
{
    /// <summary>Where the store's server listens.</summary>
    public abstract IReadOnlyList<EndPoint> EndPoints { get; }

    /// <summary>The store in words, without passwords.</summary>
    public abstract string Name { get; }

    /// <summary>Makes what the store needs, and refuses a store that would lose the table.</summary>
    /// <exception cref="ClusterStoreException">The store can't be used, and why.</exception>
    public abstract Task InitializeAsync(CancellationToken cancellationToken);

    /// <summary>Reads version, rows and times at one moment.</summary>
    public abstract Task<StoredTable> ReadAsync(CancellationToken cancellationToken);

    /// <summary>Replaces the rows and their version if that still is the expected one. What was replaced is durable when this returns.</summary>
    /// <returns>False: somebody else was first.</returns>
    public abstract Task<bool> TryReplaceAsync(int expectedVersion, int version, string rows, CancellationToken cancellationToken);

    /// <summary>Notes the store's clock as the time at which a silo was alive.</summary>
    public abstract Task SetAliveAsync(string silo, CancellationToken cancellationToken);

    /// <summary>Forgets the whole table.</summary>
    public abstract Task DeleteAsync(CancellationToken cancellationToken);

    public virtual ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
