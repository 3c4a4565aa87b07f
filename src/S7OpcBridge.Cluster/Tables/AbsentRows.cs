namespace S7OpcBridge.Cluster.Tables;

/// <summary>The rows of nodes that were members in the last days and are not now: the youngest dead row of each name without an active one.</summary>
internal static class AbsentRows
{
    /// <summary>How long a node that left is expected back.</summary>
    public static readonly TimeSpan Expected = TimeSpan.FromDays(7);

    // A node whose name changes with each start must not fill the table.
    private const int Most = 50;

    /// <summary>These rows, the youngest first.</summary>
    public static IReadOnlyList<MemberRow> FindIn(StoredTable table, MemberRows members)
    {
        var active = members.Rows.Where(static row => row.Status == nameof(SiloStatus.Active)).Select(static row => row.Node).ToHashSet();
        return
        [
            .. members
                .Rows.Where(row => row.Status == nameof(SiloStatus.Dead) && !active.Contains(row.Node))
                .GroupBy(static row => row.Node)
                .Select(same => same.MaxBy(row => LastSign(row, table))!)
                .Where(row => LastSign(row, table) > table.Now - Expected)
                .OrderByDescending(row => LastSign(row, table))
                .Take(Most),
        ];
    }

    /// <summary>When a silo left, or was last known to be alive, by the store's clock.</summary>
    public static DateTime LastSign(MemberRow row, StoredTable table) =>
        row.Ended ?? (table.Alive.TryGetValue(row.Silo, out var alive) ? alive : row.Started);
}
