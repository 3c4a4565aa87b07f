namespace S7OpcBridge.Map.YamlTrees;

/// <summary>A piece of text that is replaced.</summary>
/// <param name="Start">Where it begins.</param>
/// <param name="Length">Its length; 0: something is inserted.</param>
/// <param name="Text">What stands there instead.</param>
internal readonly record struct TextChange(int Start, int Length, string Text)
{
    public int End => Start + Length;
}

/// <summary>Children of a container that are replaced; nodes, so that an entry of a mapping counts as two.</summary>
/// <param name="Container">The mapping or sequence.</param>
/// <param name="At">The node at which the change begins; the one behind the container for its end.</param>
/// <param name="Removed">Nodes that go, with those inside them.</param>
/// <param name="Added">What comes in their place.</param>
internal readonly record struct TreeChange(int Container, int At, int Removed, IReadOnlyList<Token> Added);

/// <summary>A part of a tree for comparison: a scalar, or the begin or end of a collection.</summary>
/// <param name="Kind">'s', '*', '{', '}', '[', ']', or '!' for what has an anchor or tag.</param>
/// <param name="Value">Value of a scalar.</param>
internal readonly record struct Token(char Kind, string? Value)
{
    /// <summary>The parts of a new value.</summary>
    public static IReadOnlyList<Token> Of(NewNode node)
    {
        var tokens = new List<Token>();
        Add(node, tokens);
        return tokens;
    }

    /// <summary>The parts of a new entry.</summary>
    public static IReadOnlyList<Token> Of(string key, NewNode node) => [new Token('s', key), .. Of(node)];

    private static void Add(NewNode node, List<Token> tokens)
    {
        if (node.Kind == NodeKind.Scalar)
        {
            tokens.Add(new Token('s', node.Text));
            return;
        }
        var isMapping = node.Kind == NodeKind.Mapping;
        tokens.Add(new Token(isMapping ? '{' : '[', null));
        for (var i = 0; i < node.Items.Count; i++)
        {
            if (isMapping)
                tokens.Add(new Token('s', node.Keys[i]));
            Add(node.Items[i], tokens);
        }
        tokens.Add(new Token(isMapping ? '}' : ']', null));
    }
}

/// <summary>An entry on the way from the root: a child of a container.</summary>
internal readonly record struct Entry(int Container, int Child);

/// <summary>What one edit does to text and tree, before it is done.</summary>
/// <param name="Changes">To the text, in its order.</param>
/// <param name="Tree">To the tree.</param>
/// <param name="Way">The entries from the root to the one that is changed, or beside which something is added or removed.</param>
/// <param name="To">The last child of the innermost container that is affected; the same as the last entry where it is one.</param>
internal sealed record EditPlan(IReadOnlyList<TextChange> Changes, TreeChange Tree, IReadOnlyList<Entry> Way, int To)
{
    /// <summary>A node has the wanted value already.</summary>
    public static EditPlan Nothing(IReadOnlyList<Entry> way, int node, int size) =>
        new([], new TreeChange(way[^1].Container, node, size, []), way, 0);
}
