using System.Globalization;

namespace S7OpcBridge.Cluster.Tables;

/// <summary>
/// Orleans' membership table on a store of ours. The version of the whole guards every change, so that rows need none of their own. Times are stored by the
/// store's clock and handed out by this machine's: nodes whose clocks differ still agree on how old a vote is.
/// </summary>
internal sealed class StoredMembershipTable(TableStore store, TimeProvider time) : IMembershipTable
{
    private static readonly CancellationToken Unlimited = CancellationToken.None;

    private static readonly DateTime VersionsStart = new(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public Task InitializeMembershipTable(bool tryInitTableVersion) => store.InitializeAsync(Unlimited);

    public Task DeleteMembershipTableEntries(string clusterId) => store.DeleteAsync(Unlimited);

    public async Task CleanupDefunctSiloEntries(DateTimeOffset beforeDate)
    {
        while (true)
        {
            var table = await store.ReadAsync(Unlimited).ConfigureAwait(false);
            var members = MemberRows.From(table);
            var before = beforeDate.UtcDateTime + (table.Now - Now);
            var absent = AbsentRows.FindIn(table, members);
            MemberRow[] kept =
            [
                .. members.Rows.Where(row =>
                    row.Status != nameof(SiloStatus.Dead) || AbsentRows.LastSign(row, table) >= before || absent.Contains(row)
                ),
            ];
            if (
                kept.Length == members.Rows.Count
                || await ReplaceAsync(table.Version, table.Version + 1, members with { Rows = kept }).ConfigureAwait(false)
            )
                return;
        }
    }

    public async Task<MembershipTableData> ReadRow(SiloAddress key)
    {
        var table = await store.ReadAsync(Unlimited).ConfigureAwait(false);
        var silo = key.ToParsableString();
        return Data(table, MemberRows.From(table).Rows.Where(row => row.Silo == silo));
    }

    public async Task<MembershipTableData> ReadAll()
    {
        var table = await store.ReadAsync(Unlimited).ConfigureAwait(false);
        return Data(table, MemberRows.From(table).Rows);
    }

    public Task<bool> InsertRow(MembershipEntry entry, TableVersion tableVersion) => ChangeAsync(entry, tableVersion, exists: false);

    public Task<bool> UpdateRow(MembershipEntry entry, string etag, TableVersion tableVersion) =>
        ChangeAsync(entry, tableVersion, exists: true);

    public Task UpdateIAmAlive(MembershipEntry entry) => store.SetAliveAsync(entry.SiloAddress.ToParsableString(), Unlimited);

    private DateTime Now => time.GetUtcNow().UtcDateTime;

    private async Task<bool> ChangeAsync(MembershipEntry entry, TableVersion next, bool exists)
    {
        var table = await store.ReadAsync(Unlimited).ConfigureAwait(false);
        if (table.Version != EtagVersion(next.VersionEtag))
            return false;
        var members = MemberRows.From(table);
        List<MemberRow> rows = [.. members.Rows];
        var silo = entry.SiloAddress.ToParsableString();
        var index = rows.FindIndex(row => row.Silo == silo);
        if (exists != index >= 0)
            return false;
        var changed = Row(entry, table.Now - Now);
        if (entry.Status == SiloStatus.Dead)
            changed = changed with { Ended = (exists ? rows[index].Ended : null) ?? table.Now };
        if (exists)
            rows[index] = changed;
        else
        {
            // Before the row is seen: a row without a sign of life would look stale.
            await store.SetAliveAsync(silo, Unlimited).ConfigureAwait(false);
            rows.Add(changed);
        }
        return await ReplaceAsync(table.Version, next.Version, members with { Rows = rows }).ConfigureAwait(false);
    }

    private Task<bool> ReplaceAsync(int expected, int version, MemberRows rows) =>
        store.TryReplaceAsync(expected, version, rows.ToText(), Unlimited);

    private MembershipTableData Data(StoredTable table, IEnumerable<MemberRow> rows)
    {
        var etag = table.Version.ToString(CultureInfo.InvariantCulture);
        var behind = Now - table.Now;
        var version = table.Version == 0 ? FirstVersion(table.Now) : table.Version;
        return new MembershipTableData(
            [.. rows.Select(row => Tuple.Create(Entry(row, table, behind), etag))],
            new TableVersion(version, etag)
        );
    }

    // A table that was lost and made anew goes on above the versions of the old one: receivers drop what comes with an older version than they have.
    private static int FirstVersion(DateTime now) => (int)(now - VersionsStart).TotalSeconds;

    private static int EtagVersion(string etag) => int.Parse(etag, CultureInfo.InvariantCulture);

    private static MemberRow Row(MembershipEntry entry, TimeSpan toStore) =>
        new(
            entry.SiloAddress.ToParsableString(),
            entry.SiloName ?? "",
            entry.Status.ToString(),
            entry.HostName ?? "",
            entry.StartTime + toStore,
            [.. (entry.SuspectTimes ?? []).Select(vote => new Suspicion(vote.Item1.ToParsableString(), vote.Item2 + toStore))]
        );

    private static MembershipEntry Entry(MemberRow row, StoredTable table, TimeSpan toLocal) =>
        new()
        {
            SiloAddress = SiloAddress.FromParsableString(row.Silo),
            SiloName = row.Node,
            Status = Enum.Parse<SiloStatus>(row.Status),
            HostName = row.Host,
            RoleName = "",
            StartTime = row.Started + toLocal,
            IAmAliveTime = AbsentRows.LastSign(row, table) + toLocal,
            SuspectTimes = [.. row.Suspects.Select(vote => Tuple.Create(SiloAddress.FromParsableString(vote.By), vote.At + toLocal))],
        };
}
