using System.Net;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster.Silos;

/// <summary>Numbers the silos of this node: each number is above those of all its earlier silos, also if the clock was set back since.</summary>
internal sealed class SiloGenerations(TableStore store, IPEndPoint endpoint, TimeProvider time)
{
    private static readonly TimeSpan StoreTimeout = TimeSpan.FromSeconds(1);

    private int _last;

    public async Task<int> NextAsync(CancellationToken cancellationToken)
    {
        try
        {
            var table = await store.ReadAsync(cancellationToken).WaitAsync(StoreTimeout, time, cancellationToken).ConfigureAwait(false);
            foreach (var row in MemberRows.From(table).Rows)
            {
                if (SiloAddress.FromParsableString(row.Silo) is var silo && silo.Endpoint.Equals(endpoint))
                    _last = Math.Max(_last, silo.Generation);
            }
        }
        catch (Exception)
        {
            // The store is away: the silos of this process are known.
        }
        return _last = Math.Max(_last + 1, SiloAddress.AllocateNewGeneration());
    }
}
