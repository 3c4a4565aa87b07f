using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>A YAML text of a map that can be edited. Immutable: an edit makes another one.</summary>
internal sealed class YamlText
{
    // Edits that build on each other need a pass each.
    private const int MostPasses = 200;

    private readonly bool _isTags;

    private YamlText(TextTree tree, bool isTags) => (Tree, _isTags) = (tree, isTags);

    public TextTree Tree { get; }

    public string Text => Tree.Text;

    /// <summary>Reads a text.</summary>
    /// <param name="text">The text, without byte order mark.</param>
    /// <param name="isTags">True for a file of tags, false for a map.</param>
    /// <exception cref="EditRefusedException">It is not YAML that can be edited.</exception>
    public static YamlText Read(string text, bool isTags) => new(TreeReader.Read(text), isTags);

    /// <summary>Makes edits, one after the other; those that do not touch each other in one pass.</summary>
    /// <param name="edits">The edits.</param>
    /// <param name="current">Counts the edits, so that a refusal can be told of one.</param>
    /// <exception cref="EditRefusedException">One of them cannot be made; none is.</exception>
    public YamlText Apply(IReadOnlyList<MapEdit> edits, ref int current)
    {
        var (tree, passes) = (Tree, 0);
        for (var next = 0; next < edits.Count; )
        {
            if (++passes > MostPasses)
                throw new EditRefusedException(0, $"more than {MostPasses} of these edits build on each other; send them in several lists");
            if (edits[next].Kind == MapEditKind.Move)
            {
                current = next;
                tree = EntryMove.Make(tree, _isTags, edits[next++]);
                continue;
            }
            var batch = new EditBatch(tree, _isTags);
            var begin = next;
            for (; next < edits.Count; next++)
            {
                current = next;
                if (edits[next].Kind == MapEditKind.Move || !batch.TryAdd(edits[next]))
                    break;
            }
            if (batch.Plans.Count > 0)
            {
                if (batch.Plans.Count == 1)
                    current = begin;
                tree = TreeUpdate.Make(tree, batch.Plans);
            }
        }
        return ReferenceEquals(tree, Tree) ? this : new YamlText(tree, _isTags);
    }
}
