using S7OpcBridge.History.Days;

namespace S7OpcBridge.History.Recording;

/// <summary>All series of a store by number and by key, and their PLCs. Any thread.</summary>
internal sealed class SeriesTable
{
    /// <summary>The key of the gaps of a PLC is this and the PLC's name.</summary>
    public const string GapsPrefix = "!lost/";

    /// <summary>Keys that begin so are no tags: gaps, confirmations of a PLC.</summary>
    public const char InternalMark = '!';
    private readonly Lock _gate = new();
    private readonly Dictionary<string, int> _byKey = [];
    private readonly Dictionary<string, PlcHistoryState> _plcs = [];
    private readonly List<SeriesRow> _unsaved = [];
    private readonly long _firstSequence;
    private SeriesState?[] _byId = new SeriesState?[64];
    private int _count,
        _next = 1;

    /// <summary>Adds the series of the catalogue.</summary>
    /// <param name="rows">The catalogue.</param>
    /// <param name="generation">How often the store was opened: sequence numbers of this time are greater than all before.</param>
    public SeriesTable(IEnumerable<SeriesRow> rows, long generation)
    {
        _firstSequence = generation << 40;
        foreach (var row in rows)
            Add(row);
    }

    /// <summary>Series with and without values.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>The greatest number.</summary>
    public int Last => Volatile.Read(ref _next) - 1;

    /// <summary>The series of a number.</summary>
    public SeriesState this[int id] =>
        Volatile.Read(ref _byId)[id] ?? throw new ArgumentOutOfRangeException(nameof(id), id, "No series has this number.");

    /// <summary>The series of a number that was read from a file; null: there is none.</summary>
    public SeriesState? Known(int id)
    {
        var all = Volatile.Read(ref _byId);
        return (uint)id < (uint)all.Length ? all[id] : null;
    }

    /// <summary>The series of a key; null: there is none.</summary>
    public SeriesState? Find(string key)
    {
        lock (_gate)
            return _byKey.TryGetValue(key, out var id) ? _byId[id] : null;
    }

    /// <summary>The series of a key, made where it is new.</summary>
    public SeriesState Get(string key, string plc, long now)
    {
        lock (_gate)
        {
            if (_byKey.TryGetValue(key, out var id))
            {
                var known = _byId[id]!;
                if (known.Row.Plc != plc)
                {
                    _unsaved.Add(known.Row = known.Row with { Plc = plc });
                    known.Plc = plc.Length == 0 ? null : Plc(plc);
                }

                return known;
            }

            var row = new SeriesRow(_next, key, plc, now);
            _unsaved.Add(row);
            return Add(row);
        }
    }

    /// <summary>The state of a PLC, made where it is new.</summary>
    public PlcHistoryState Plc(string name)
    {
        lock (_gate)
        {
            if (!_plcs.TryGetValue(name, out var plc))
                _plcs.Add(name, plc = new(name));
            return plc;
        }
    }

    public IReadOnlyList<PlcHistoryState> Plcs()
    {
        lock (_gate)
            return [.. _plcs.Values];
    }

    /// <summary>Rows that the catalogue does not have yet; they stay until <see cref="Saved"/>.</summary>
    public IReadOnlyList<SeriesRow> Unsaved()
    {
        lock (_gate)
            return [.. _unsaved];
    }

    /// <summary>The catalogue has these rows.</summary>
    public void Saved(int count)
    {
        lock (_gate)
            _unsaved.RemoveRange(0, count);
    }

    private SeriesState Add(SeriesRow row)
    {
        if (row.Id >= _byId.Length)
        {
            var larger = _byId;
            Array.Resize(ref larger, Math.Max(row.Id + 1, larger.Length * 2));
            Volatile.Write(ref _byId, larger);
        }

        var series = new SeriesState(row) { NextSequence = _firstSequence, Plc = row.Plc.Length == 0 ? null : Plc(row.Plc) };
        _byId[row.Id] = series;
        _byKey[row.Key] = row.Id;
        Volatile.Write(ref _next, Math.Max(_next, row.Id + 1));
        Volatile.Write(ref _count, _count + 1);
        return series;
    }
}
