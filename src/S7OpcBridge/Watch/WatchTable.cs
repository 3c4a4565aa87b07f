using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Watch;

/// <summary>A row of the table.</summary>
internal sealed class WatchRow(WatchTag tag)
{
    public WatchTag Tag => tag;

    public string Name => tag.Name;

    public string Type => tag.Type;

    public string Unit => tag.Unit;

    public string Value { get; set; } = "";

    public uint Status { get; set; } = StatusCodes.BadWaitingForInitialData;

    /// <summary>Timestamp of the clock at its last change; 0: never.</summary>
    public long Changed { get; set; }
}

/// <summary>The rows and PLCs shown by <c>watch</c>. Not thread-safe.</summary>
internal sealed class WatchTable
{
    private Dictionary<string, WatchRow> _byName;
    private readonly TimeProvider _time;

    public WatchTable(TagMap map, IReadOnlyList<Tag> tags, TimeProvider time)
    {
        _time = time;
        Rows = [.. tags.Select(tag => new WatchRow(WatchTag.From(map, tag)))];
        _byName = Rows.ToDictionary(row => row.Name);
    }

    public IReadOnlyList<WatchRow> Rows { get; private set; }

    public IReadOnlyList<WatchPlc> Plcs { get; private set; } = [];

    /// <summary>Number of changes so far, first values not counted.</summary>
    public long Changes { get; private set; }

    public void Apply(WatchUpdate news)
    {
        if (news.Tags is { } tags)
        {
            // Rows that stay keep value and age.
            Rows = [.. tags.Select(tag => _byName.TryGetValue(tag.Name, out var row) && row.Tag == tag ? row : new WatchRow(tag))];
            _byName = Rows.ToDictionary(row => row.Name);
        }
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
