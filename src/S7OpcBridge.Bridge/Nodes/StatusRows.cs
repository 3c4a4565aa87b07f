namespace S7OpcBridge.Bridge.Nodes;

/// <summary>The rows of the variable table that show _Status, by node id. They outlive a reload: a node that is still there, or comes back, finds its row again.</summary>
internal sealed class StatusRows
{
    private readonly Dictionary<string, int> _rows = [];
    private int _next;

    /// <summary>One behind the last row that anybody has.</summary>
    public int End => _next;

    /// <summary>Rows below this number belong to tags, or to nodes that have theirs already.</summary>
    public void StartAt(int row) => _next = Math.Max(_next, row);

    /// <summary>The row of a node.</summary>
    public int Of(string id)
    {
        if (!_rows.TryGetValue(id, out var row))
            _rows[id] = row = _next++;
        return row;
    }
}
