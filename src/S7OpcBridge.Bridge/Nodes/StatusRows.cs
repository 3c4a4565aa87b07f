namespace S7OpcBridge.Bridge.Nodes;

/// <summary>Assigns rows of the variable table to nodes by node id. Kept over reloads, so that a node that stays or returns keeps its row.</summary>
internal sealed class StatusRows
{
    private readonly Dictionary<string, int> _rows = [];
    private int _next;

    /// <summary>Index after the last assigned row.</summary>
    public int End => _next;

    /// <summary>Reserves the rows below this number, which belong to tags or to known nodes.</summary>
    public void StartAt(int row) => _next = Math.Max(_next, row);

    /// <summary>The row of a node; a new one where it has none.</summary>
    public int RowFor(string id)
    {
        if (!_rows.TryGetValue(id, out var row))
            _rows[id] = row = _next++;
        return row;
    }
}
