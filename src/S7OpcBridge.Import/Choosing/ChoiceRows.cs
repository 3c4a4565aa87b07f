namespace S7OpcBridge.Import;

/// <summary>A row of the tree as it is shown.</summary>
/// <param name="Node">The PLC, folder or tag.</param>
/// <param name="Level">1 for a PLC.</param>
/// <param name="Parent">The row of its parent; -1 for a PLC.</param>
/// <param name="IsOpen">True: its members follow.</param>
/// <param name="Shown">Tags below it that the search finds.</param>
public readonly record struct ChoiceRow(ChoiceNode Node, int Level, int Parent, bool IsOpen, int Shown);

/// <summary>Rows of the tree from one place on.</summary>
/// <param name="Total">Rows in all.</param>
/// <param name="Tags">Tags that the search finds.</param>
/// <param name="Rows">The rows that were asked for.</param>
public sealed record ChoicePage(int Total, int Tags, IReadOnlyList<ChoiceRow> Rows);

/// <summary>Shows a tree of any size in parts: what is closed, and what no search finds, costs nothing. Not thread-safe.</summary>
/// <param name="choice">The tree.</param>
public sealed class ChoiceRows(ImportChoice choice)
{
    private ChoiceSearch? _search;
    private int _change = -1;
    private int[] _shown = [];

    /// <summary>Gives some rows.</summary>
    /// <param name="search">Which tags are shown.</param>
    /// <param name="toggled">Nodes that are not as usual. Usual is: PLCs and sources are open, folders are closed; all is open while there is a search.</param>
    /// <param name="from">The first row.</param>
    /// <param name="count">Rows at most.</param>
    public ChoicePage Select(ChoiceSearch search, IReadOnlySet<int> toggled, int from, int count)
    {
        Find(search);
        var rows = new List<ChoiceRow>(Math.Min(count, 256));
        var total = 0;
        foreach (var plc in choice.Plcs)
            Walk(plc, level: 1, parent: -1);
        return new ChoicePage(total, choice.Plcs.Sum(plc => _shown[plc.Id]), rows);

        void Walk(ChoiceNode node, int level, int parent)
        {
            if (_shown[node.Id] == 0)
                return;
            var isOpen = node.Kind != ChoiceKind.Tag && IsUsuallyOpen(node, search) != toggled.Contains(node.Id);
            if (total >= from && rows.Count < count)
                rows.Add(new ChoiceRow(node, level, parent, isOpen, _shown[node.Id]));
            var own = total++;
            if (!isOpen)
                return;
            foreach (var child in node.Children)
                Walk(child, level + 1, own);
        }
    }

    private static bool IsUsuallyOpen(ChoiceNode node, ChoiceSearch search) =>
        node.Kind is ChoiceKind.Plc or ChoiceKind.Source || !search.IsAll;

    // Scrolling asks for the same search again and again.
    private void Find(ChoiceSearch search)
    {
        if (search == _search && (_change == choice.Changes || !search.IsTickedOnly))
            return;
        (_search, _change) = (search, choice.Changes);
        _shown = new int[choice.Nodes.Count];
        for (var i = _shown.Length - 1; i >= 0; i--)
        {
            var node = choice.Nodes[i];
            if (node.Kind == ChoiceKind.Tag)
                _shown[i] = search.IsAll || search.Fits(node) ? 1 : 0;
            // Each node stands after its parent, so all its members have been counted.
            if (node.Parent is { } parent)
                _shown[parent.Id] += _shown[i];
        }
    }
}
