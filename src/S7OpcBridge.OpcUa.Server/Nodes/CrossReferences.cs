namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>
/// The references between nodes of different sources, each in both directions: a sorted list of nodes and one array of references, because alarms may add
/// tens of thousands.
/// </summary>
internal sealed class CrossReferences
{
    private readonly NodeHandle[] _nodes;
    private readonly int[] _starts;
    private readonly NodeReference[] _references;

    /// <summary>Makes the table; the references of each node keep their order.</summary>
    public CrossReferences(List<(NodeHandle From, NodeReference Reference)> all)
    {
        var counts = new Dictionary<NodeHandle, int>();
        foreach (var (from, _) in all)
            counts[from] = counts.GetValueOrDefault(from) + 1;
        _nodes = [.. counts.Keys];
        Array.Sort(_nodes, Compare);
        _starts = new int[_nodes.Length + 1];
        for (var i = 0; i < _nodes.Length; i++)
        {
            _starts[i + 1] = _starts[i] + counts[_nodes[i]];
            counts[_nodes[i]] = _starts[i];
        }

        _references = new NodeReference[all.Count];
        foreach (var (from, reference) in all)
            _references[counts[from]++] = reference;
    }

    public ReadOnlySpan<NodeReference> ReferencesOf(NodeHandle node)
    {
        var (low, high) = (0, _nodes.Length - 1);
        while (low <= high)
        {
            var middle = (low + high) / 2;
            switch (Compare(_nodes[middle], node))
            {
                case 0:
                    return _references.AsSpan(_starts[middle].._starts[middle + 1]);
                case < 0:
                    low = middle + 1;
                    break;
                default:
                    high = middle - 1;
                    break;
            }
        }

        return [];
    }

    private static int Compare(NodeHandle a, NodeHandle b) =>
        a.Source == b.Source ? a.Index.CompareTo(b.Index) : a.Source.CompareTo(b.Source);
}
