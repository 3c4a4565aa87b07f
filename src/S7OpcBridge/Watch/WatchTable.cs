using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>A row of the table.</summary>
internal sealed class WatchRow(string name, string type, string unit)
{
    public string Name => name;

    public string Type => type;

    public string Unit => unit;

    public string Value { get; set; } = "";

    public uint Status { get; set; } = StatusCodes.BadWaitingForInitialData;

    /// <summary>Timestamp of the clock at its last change; 0: never.</summary>
    public long Changed { get; set; }
}

/// <summary>The rows and PLCs shown by <c>watch</c>. Not thread-safe.</summary>
internal sealed class WatchTable
{
    private readonly Dictionary<string, WatchRow> _byName;
    private readonly TimeProvider _time;

    public WatchTable(TagMap map, IReadOnlyList<Tag> tags, TimeProvider time)
    {
        _time = time;
        Rows = [.. tags.Select(tag => new WatchRow($"{map.Plcs[tag.Plc].Name}/{tag.Name}", tag.Type.ToString(), tag.Details?.Unit ?? ""))];
        _byName = Rows.ToDictionary(row => row.Name);
    }

    public IReadOnlyList<WatchRow> Rows { get; }

    public IReadOnlyList<WatchPlc> Plcs { get; private set; } = [];

    /// <summary>Number of changes so far, first values not counted.</summary>
    public long Changes { get; private set; }

    public void Take(WatchUpdate news)
    {
        if (news.Plcs.Count > 0)
            Plcs = news.Plcs;
        foreach (var change in news.Changes)
        {
            if (!_byName.TryGetValue(change.Tag, out var row))
                continue;
            // The first value does not count as a change.
            if (row.Status != StatusCodes.BadWaitingForInitialData)
            {
                row.Changed = _time.GetTimestamp();
                Changes++;
            }
            (row.Value, row.Status) = (change.Value, change.Status);
        }
    }

    /// <summary>True for a recent change.</summary>
    public bool IsFresh(WatchRow row, TimeSpan within) => row.Changed != 0 && _time.GetElapsedTime(row.Changed) < within;
}
