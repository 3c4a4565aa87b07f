using System.Net;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>A table in the memory of the test, for nodes in one process.</summary>
internal sealed record MemoryStore : MembershipStore
{
    private readonly MemoryTable _table = new();

    /// <summary>It can't be reached.</summary>
    public bool IsAway
    {
        get => _table.IsAway;
        set => _table.IsAway = value;
    }

    internal override TableStore Open(string cluster) => _table;

    private sealed class MemoryTable : TableStore
    {
        private readonly Lock _gate = new();
        private readonly Dictionary<string, DateTime> _alive = [];
        private volatile bool _away;
        private int _version;
        private string _rows = "";

        public bool IsAway
        {
            get => _away;
            set => _away = value;
        }

        public override IReadOnlyList<EndPoint> EndPoints => [];

        public override string Name => "memory";

        public override Task InitializeAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public override Task<StoredTable> ReadAsync(CancellationToken cancellationToken)
        {
            Check();
            lock (_gate)
                return Task.FromResult(new StoredTable(_version, _rows, new Dictionary<string, DateTime>(_alive), Now));
        }

        public override Task<bool> TryReplaceAsync(int expectedVersion, int version, string rows, CancellationToken cancellationToken)
        {
            Check();
            lock (_gate)
            {
                if (_version != expectedVersion)
                    return Task.FromResult(false);
                (_version, _rows) = (version, rows);
                return Task.FromResult(true);
            }
        }

        public override Task SetAliveAsync(string silo, CancellationToken cancellationToken)
        {
            Check();
            lock (_gate)
                _alive[silo] = Now;
            return Task.CompletedTask;
        }

        public override Task DeleteAsync(CancellationToken cancellationToken)
        {
            lock (_gate)
                (_version, _rows) = (0, "");
            return Task.CompletedTask;
        }

        private void Check()
        {
            if (_away)
                throw new IOException("away");
        }

        private static DateTime Now => TimeProvider.System.GetUtcNow().UtcDateTime;
    }
}
