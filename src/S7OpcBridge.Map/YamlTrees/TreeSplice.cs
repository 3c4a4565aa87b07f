namespace S7OpcBridge.Map.YamlTrees;

/// <summary>Puts the nodes of changed lines into a tree and moves all others to their new places.</summary>
internal static class TreeSplice
{
    /// <summary>Changed lines.</summary>
    /// <param name="Run">The children of the old tree that stood there.</param>
    /// <param name="Read">The new lines as read by themselves: a container with the new children.</param>
    /// <param name="Start">Where the lines begin in the new text.</param>
    /// <param name="From">Where the lines began in the old text.</param>
    /// <param name="To">Where they ended in the old text.</param>
    internal sealed record Part(TreeRun Run, TextTree Read, int Start, int From, int To);

    public static TextTree Join(TextTree old, string text, IReadOnlyList<Part> parts)
    {
        var count = old.Count;
        foreach (var part in parts)
        {
            var (from, to) = part.Run.NodesIn(old);
            count += part.Read.Count - 1 - (to - from);
        }
        var nodes = new TextNode[count];
        var values = new string?[count];
        var (at, next, moved) = (0, 0, 0);
        // New places and growth of the containers around changes.
        var around = new SortedDictionary<int, int>();
        var grown = new Dictionary<int, int>();
        foreach (var part in parts)
        {
            foreach (var container in part.Run.Way)
                grown[container] = grown.GetValueOrDefault(container) + part.Read.Count - 1 - CountOf(old, part);
        }
        int[] growing = [.. grown.Keys.Order()];
        var grew = 0;
        foreach (var part in parts)
        {
            var (from, to) = part.Run.NodesIn(old);
            Copy(from);
            for (var i = 1; i < part.Read.Count; i++, next++)
            {
                var node = part.Read[i];
                nodes[next] = node with { Start = node.Start + part.Start, End = node.End + part.Start };
                values[next] = part.Read.Values[i];
            }
            at = to;
            moved = part.Start + part.Read.Text.Length - part.To;
        }
        Copy(old.Count);
        var tree = new TextTree(text, nodes, values);
        // From the inside to the outside: each ends with its last child.
        foreach (var (container, was) in around.Reverse())
        {
            var end = tree.After(container);
            var last = container + 1;
            for (var child = last; child < end; child = tree.AfterChild(container, child))
                last = child;
            var start =
                !nodes[container].IsSpecial
                && parts.FirstOrDefault(part => part.Run.Container == was && part.Run.From == was + 1) is { } first
                    ? first.Start + first.Read[0].Start
                    : nodes[container].Start;
            nodes[container] = nodes[container] with { Start = start, End = nodes[tree.ValueOfChild(container, last)].End };
        }
        return tree;

        // A large map has a million nodes, and one edit touches a few.
        void Copy(int until)
        {
            old.Values[at..until].CopyTo(values.AsSpan(next));
            var copied = nodes.AsSpan(next, until - at);
            old.Nodes[at..until].CopyTo(copied);
            if (moved != 0)
                foreach (ref var node in copied)
                    node = node with { Start = node.Start + moved, End = node.End + moved };
            for (; grew < growing.Length && growing[grew] < until; grew++)
            {
                var container = growing[grew];
                if (container < at)
                    continue;
                ref var node = ref copied[container - at];
                node = node with { Size = node.Size + grown[container] };
                around[next + container - at] = container;
            }
            (at, next) = (until, next + copied.Length);
        }
    }

    private static int CountOf(TextTree old, Part part)
    {
        var (from, to) = part.Run.NodesIn(old);
        return to - from;
    }
}
