using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>A tag on the screen.</summary>
internal sealed class WatchRow(string name, string type, string unit)
{
    public string Name => name;

    public string Type => type;

    public string Unit => unit;

    public string Value { get; set; } = "";

    public uint Status { get; set; } = StatusCodes.BadWaitingForInitialData;

    /// <summary>When it last changed, as a timestamp of the clock; 0: never.</summary>
    public long Changed { get; set; }
}

/// <summary>What stands on the screen; one thread at a time.</summary>
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

    /// <summary>Changes so far, without first values.</summary>
    public long Changes { get; private set; }

    public void Take(WatchUpdate news)
    {
        if (news.Plcs.Count > 0)
            Plcs = news.Plcs;
        foreach (var change in news.Changes)
        {
            if (!_byName.TryGetValue(change.Tag, out var row))
                continue;
            // The first value is no change that anybody could have watched.
            if (row.Status != StatusCodes.BadWaitingForInitialData)
            {
                row.Changed = _time.GetTimestamp();
                Changes++;
            }
            (row.Value, row.Status) = (change.Value, change.Status);
        }
    }

    /// <summary>True while a change is fresh.</summary>
    public bool IsFresh(WatchRow row, TimeSpan within) => row.Changed != 0 && _time.GetElapsedTime(row.Changed) < within;
}
