using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;
using Tomlyn.Parsing;

namespace S7OpcBridge.Import.Tables;

/// <summary>Reads TOML as the tree that JSON files have, too.</summary>
internal sealed class TomlTree
{
    private sealed class Node(SourceLocation spot)
    {
        private readonly Dictionary<string, Node> _byName = new(StringComparer.Ordinal);

        public List<(string Name, Node Value)> Members { get; } = [];

        public List<Node> Items { get; } = [];

        public string Text { get; set; } = "";

        /// <summary>The member of a table. A table, or an array of tables, may go on after others.</summary>
        public Node Member(string name, SourceLocation where)
        {
            if (!_byName.TryGetValue(name, out var member))
                Members.Add((name, _byName[name] = member = new Node(where)));
            return member;
        }

        public Node NewItem(SourceLocation where)
        {
            Items.Add(new Node(where));
            return Items[^1];
        }

        public JsonTree ToTree() =>
            new(
                spot,
                Text,
                [.. Members.Select(static member => (member.Name, member.Value.ToTree()))],
                [.. Items.Select(static item => item.ToTree())]
            );
    }

    private const int MostValues = 4_000_000;

    private readonly SourceFile _file;
    private readonly string _text;
    private readonly TomlParser _parser;

    private TomlTree(SourceFile file, string text)
    {
        (_file, _text) = (file, text);
        _parser = TomlParser.Create(text, new TomlParserOptions { Mode = TomlParserMode.Tolerant });
    }

    /// <summary>The document.</summary>
    /// <exception cref="ImportException">It is no TOML, too deep or too long.</exception>
    public static JsonTree Read(SourceFile file, string text) => new TomlTree(file, text).Document();

    private JsonTree Document()
    {
        var root = new Node(new SourceLocation(_file, 1, 1));
        var (target, open, count) = (root, new Stack<(Node Value, bool IsArray)>(), 0);
        while (Next())
        {
            var found = _parser.Current;
            var spot = new SourceLocation(_file, (found.Span?.Start.Line ?? 0) + 1, 1);
            switch (found.Kind)
            {
                case TomlParseEventKind.PropertyName:
                    target = open.Peek().Value.Member(_parser.GetPropertyName(), spot);
                    continue;
                case TomlParseEventKind.EndTable or TomlParseEventKind.EndArray:
                    open.Pop();
                    continue;
                case TomlParseEventKind.StartDocument or TomlParseEventKind.EndDocument:
                    continue;
            }

            if (++count > MostValues)
                throw new ImportException(spot, $"there are more than {MostValues:N0} values in it; split the file");
            if (open.Count > ImportLimits.Depth)
                throw Broken(spot);
            var value = open.TryPeek(out var within) && within.IsArray ? within.Value.NewItem(spot) : target;
            if (found.Kind is TomlParseEventKind.StartTable or TomlParseEventKind.StartArray)
                open.Push((value, found.Kind == TomlParseEventKind.StartArray));
            else
                value.Text = TextOf(found);
        }

        return root.ToTree();
    }

    // Numbers, times and truth values as they are written.
    private string TextOf(in TomlParseEvent scalar) =>
        scalar is { Kind: not TomlParseEventKind.String, Span: { } span }
            ? _text[span.Start.Offset..(span.End.Offset + 1)]
            : _parser.GetString();

    private bool Next()
    {
        var more = _parser.MoveNext();
        return _parser.Diagnostics.FirstOrDefault() is { } error
            ? throw Broken(new SourceLocation(_file, error.Span.Start.Line + 1, 1))
            : more;
    }

    private static ImportException Broken(SourceLocation spot) => new(spot, "the TOML is broken here; check the file");
}
