namespace S7OpcBridge.Map.YamlTrees;

/// <summary>
/// A YAML text with the extent of each of its nodes: flat and in the order of the text, so that an edit of a large map moves numbers instead of objects.
/// Immutable.
/// </summary>
/// <param name="text">The text, without byte order mark.</param>
/// <param name="nodes">The nodes; the first is the root.</param>
/// <param name="values">Values of scalars that are not simply the text between start and end, or between the quotes.</param>
internal sealed class TextTree(string text, TextNode[] nodes, string?[] values)
{
    public string Text => text;

    public int Count => nodes.Length;

    public ref readonly TextNode this[int node] => ref nodes[node];

    public ReadOnlySpan<TextNode> Nodes => nodes;

    public ReadOnlySpan<string?> Values => values;

    /// <summary>The node behind this one and all inside it.</summary>
    public int After(int node) => node + nodes[node].Size;

    /// <summary>The value of the entry of a mapping that begins with this key.</summary>
    public int ValueOfKey(int key) => After(key);

    /// <summary>The value of a scalar, or the name of an alias.</summary>
    public ReadOnlySpan<char> ValueOf(int node)
    {
        if (values[node] is { } value)
            return value;
        ref readonly var at = ref nodes[node];
        var span = text.AsSpan(at.Start, at.End - at.Start);
        return (at.Marks & (NodeMarks.Single | NodeMarks.Double)) != 0 ? span[1..^1] : span;
    }

    /// <summary>True where the node is a scalar with this value.</summary>
    public bool Is(int node, ReadOnlySpan<char> value) => nodes[node].Kind == NodeKind.Scalar && ValueOf(node).SequenceEqual(value);

    /// <summary>The key of a mapping; -1: it has none of that name, or there is no mapping.</summary>
    public int FindKey(int mapping, ReadOnlySpan<char> name)
    {
        if (nodes[mapping].Kind != NodeKind.Mapping)
            return -1;
        var end = After(mapping);
        for (var key = mapping + 1; key < end; key = After(After(key)))
        {
            if (Is(key, name))
                return key;
        }
        return -1;
    }

    /// <summary>The first nodes of the children of a mapping (their keys) or a sequence.</summary>
    public IEnumerable<int> ChildrenOf(int container)
    {
        if (!nodes[container].IsCollection)
            yield break;
        var end = After(container);
        for (var child = container + 1; child < end; child = AfterChild(container, child))
            yield return child;
    }

    /// <summary>The node behind a child: an item, or a key with its value.</summary>
    public int AfterChild(int container, int child) => nodes[container].Kind == NodeKind.Mapping ? After(After(child)) : After(child);

    /// <summary>The value of a child: the item itself, or what stands behind the key.</summary>
    public int ValueOfChild(int container, int child) => nodes[container].Kind == NodeKind.Mapping ? After(child) : child;

    /// <summary>The child in front of another one; -1: it is the first.</summary>
    public int Before(int container, int child)
    {
        var before = -1;
        for (var at = container + 1; at < child; at = AfterChild(container, at))
            before = at;
        return before;
    }

    /// <summary>True where a node or one inside it has an anchor, a tag or an alias.</summary>
    public bool HasSpecial(int node)
    {
        for (var (at, end) = (node, After(node)); at < end; at++)
        {
            if (nodes[at].IsSpecial || nodes[at].Kind == NodeKind.Alias)
                return true;
        }
        return false;
    }

    /// <summary>Line, from 1, of a character.</summary>
    public int LineOf(int at) => TextLines.NumberOf(text, at);
}
