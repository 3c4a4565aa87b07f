namespace S7OpcBridge.Benchmarks;

/// <summary>What a measurement found, ready to be printed, written as JSON and drawn.</summary>
/// <param name="Name">Its name as a file, without ending.</param>
/// <param name="Title">What it says above the table.</param>
/// <param name="Columns">What was measured.</param>
internal sealed record ResultTable(string Name, string Title, params Column[] Columns)
{
    private readonly List<ResultRow> _rows = [];

    /// <summary>The rows in the order in which they were added; rows of a group stand together.</summary>
    public IReadOnlyList<ResultRow> Rows => _rows;

    /// <summary>What a reader has to know about how it was measured.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>Adds a row, behind the last one of its group.</summary>
    /// <param name="group">What was done; empty where there is one group only.</param>
    /// <param name="label">Who did it.</param>
    /// <param name="values">A value per column; null: not measured, or to come by <see cref="FillRatios"/>.</param>
    public void Add(string group, string label, params double?[] values)
    {
        if (values.Length > Columns.Length)
            throw new ArgumentException($"Table {Name} has {Columns.Length} columns, row {label} has {values.Length}.", nameof(values));
        Array.Resize(ref values, Columns.Length);
        var behind = _rows.FindLastIndex(row => row.Group == group);
        _rows.Insert(behind < 0 ? _rows.Count : behind + 1, new ResultRow(group, label, values));
    }

    /// <summary>Fills a column with another one's values, as multiples of those that one row of the same group has.</summary>
    /// <param name="ratio">The column to fill.</param>
    /// <param name="of">The column to divide.</param>
    /// <param name="by">Label of the row to divide by; without such a row the group's ratios stay empty.</param>
    public void FillRatios(string ratio, string of, string by)
    {
        var (to, from) = (IndexOf(ratio), IndexOf(of));
        foreach (var row in _rows)
        {
            var reference = _rows.Find(other => other.Group == row.Group && other.Label == by)?.Values[from];
            row.Values[to] = reference is > 0 ? row.Values[from] / reference : null;
        }
    }

    private int IndexOf(string column) =>
        Array.FindIndex(Columns, c => c.Name == column) is >= 0 and var index
            ? index
            : throw new ArgumentException($"Table {Name} has no column '{column}'.", nameof(column));
}

/// <summary>A line of a <see cref="ResultTable"/>.</summary>
internal sealed record ResultRow(string Group, string Label, double?[] Values);

/// <summary>A column of a <see cref="ResultTable"/>.</summary>
/// <param name="Name">What was measured.</param>
/// <param name="Unit">Its unit; empty for ratios and counts.</param>
/// <param name="Drawn">True if the picture shows it.</param>
internal sealed record Column(string Name, string Unit = "", bool Drawn = false)
{
    /// <summary>Name and unit.</summary>
    public string Head => Unit.Length > 0 ? $"{Name} [{Unit}]" : Name;
}
