using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Cluster.Logging;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster.Lives;

/// <summary>Asks the store what it says about this node's row.</summary>
internal sealed class StoreCheck(TableStore store, SiloAddress self, TimeProvider time, ILogger logger)
{
    private readonly string _self = self.ToParsableString();
    private Task<StoredTable> _reading = Task.FromResult(new StoredTable(0, "", new Dictionary<string, DateTime>(), default));
    private long _asked;
    private bool _away;
    private volatile IReadOnlyList<AbsentNode> _absent = [];

    /// <summary>The store answered the last question.</summary>
    public bool IsReachable => !_away;

    /// <summary>Nodes that were members in the last days and are not now, by the last answer of the store.</summary>
    public IReadOnlyList<AbsentNode> Absent => _absent;

    public async Task<StoreVerdict> AskAsync(CancellationToken cancellationToken)
    {
        // A question that is late is waited for, not repeated: it would have to wait behind the first.
        if (_reading.IsCompleted)
            (_asked, _reading) = (time.GetTimestamp(), ReadAsync(cancellationToken));
        try
        {
            var table = await _reading.WaitAsync(LeaseTimes.StoreAnswer, time, cancellationToken).ConfigureAwait(false);
            if (_away)
                logger.StoreBack(store.Name);
            _away = false;
            return Judge(table);
        }
        catch (Exception failure) when (!cancellationToken.IsCancellationRequested)
        {
            if (!_away)
                logger.StoreAway(store.Name, Words(failure));
            _away = true;
            var refused = await Task.WhenAll(store.EndPoints.Select(server => Listening.IsRefusedAsync(server, time, cancellationToken)))
                .ConfigureAwait(false);
            var stopped = refused.Length > 0 && Array.TrueForAll(refused, static one => one);
            return new StoreVerdict(stopped ? OwnRow.StoreStopped : OwnRow.Unknown, 0, 0, TimeSpan.Zero, _asked);
        }
    }

    private async Task<StoredTable> ReadAsync(CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(LeaseTimes.StoreGivenUp, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        return await store.ReadAsync(either.Token).ConfigureAwait(false);
    }

    private StoreVerdict Judge(StoredTable table)
    {
        var members = MemberRows.From(table);
        _absent =
        [
            .. AbsentRows
                .FindIn(table, members)
                .Select(row => new AbsentNode(
                    row.Node,
                    SiloAddress.FromParsableString(row.Silo).Endpoint.ToString(),
                    new DateTimeOffset(AbsentRows.LastSign(row, table), TimeSpan.Zero)
                )),
        ];
        var active = members.Rows.Count(static row => row.Status == nameof(SiloStatus.Active));
        var own = members.Rows.FirstOrDefault(row => row.Silo == _self)?.Status;
        var state = own switch
        {
            nameof(SiloStatus.Active) => OwnRow.Active,
            nameof(SiloStatus.Dead) => OwnRow.Dead,
            null => OwnRow.Missing,
            _ => OwnRow.Unknown,
        };
        return new StoreVerdict(state, table.Version, active, table.Now - members.Founded, _asked);
    }

    // Redis' client adds its whole state, behind a semicolon.
    private static string Words(Exception failure) =>
        failure is OperationCanceledException or TimeoutException ? "no answer in time" : failure.Message.Split(';', '\n')[0];
}
