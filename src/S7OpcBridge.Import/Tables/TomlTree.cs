using System.Text;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Tables;

/// <summary>Reads TOML 1.0 as far as configurations use it: tables, arrays of tables, strings, numbers, arrays and inline tables.</summary>
internal sealed class TomlTree
{
    private sealed class Node
    {
        private Dictionary<string, Node>? _byName;

        public List<(string Name, Node Value)> Members { get; } = [];

        public List<Node> Items { get; } = [];

        public string Text { get; init; } = "";

        public SourceLocation Spot { get; init; }

        public Node? Find(string name) => _byName?.GetValueOrDefault(name);

        public void Add(string name, Node value)
        {
            Members.Add((name, value));
            (_byName ??= new Dictionary<string, Node>(StringComparer.Ordinal)).TryAdd(name, value);
        }

        public JsonTree ToTree() =>
            new(Spot, Text, [.. Members.Select(member => (member.Name, member.Value.ToTree()))], [.. Items.Select(item => item.ToTree())]);
    }

    private const int MostValues = 4_000_000;

    private readonly SourceFile _file;
    private readonly string _text;
    private int _at;
    private int _line = 1;
    private int _count;

    private TomlTree(SourceFile file, string text) => (_file, _text) = (file, text);

    /// <summary>The document.</summary>
    /// <exception cref="ImportException">It is no TOML.</exception>
    public static JsonTree Read(SourceFile file, string text) => new TomlTree(file, text).Document();

    private JsonTree Document()
    {
        var root = new Node { Spot = Spot };
        var table = root;
        for (SkipLines(); _at < _text.Length; SkipLines())
        {
            if (Take("[["))
                table = Enter(root, Keys(), isList: true, "]]");
            else if (Take("["))
                table = Enter(root, Keys(), isList: false, "]");
            else
                Pair(table, 0);
        }
        return root.ToTree();
    }

    private Node Enter(Node node, List<string> keys, bool isList, string end)
    {
        for (var i = 0; i < keys.Count; i++)
        {
            var child = node.Find(keys[i]);
            if (child is null)
                node.Add(keys[i], child = NewNode());
            if (i == keys.Count - 1 && isList)
                child.Items.Add(NewNode());
            node = child.Items.Count > 0 ? child.Items[^1] : child;
        }
        Expect(end);
        return node;
    }

    private void Pair(Node table, int depth)
    {
        var keys = Keys();
        Expect("=");
        for (var i = 0; i < keys.Count - 1; i++)
        {
            var child = table.Find(keys[i]);
            if (child is null)
                table.Add(keys[i], child = NewNode());
            table = child;
        }
        table.Add(keys[^1], Value(depth + keys.Count - 1));
    }

    private List<string> Keys()
    {
        var keys = new List<string>();
        do
        {
            SkipBlanks();
            var start = _at;
            if (Peek is '"' or '\'')
                keys.Add(Text());
            else
            {
                while (char.IsLetterOrDigit(Peek) || Peek is '_' or '-')
                    _at++;
                keys.Add(_text[start.._at]);
            }
            if (keys[^1].Length == 0 || keys.Count > ImportLimits.Depth)
                throw Broken();
            SkipBlanks();
        }
        while (Take("."));
        return keys;
    }

    private Node Value(int depth)
    {
        if (depth > ImportLimits.Depth)
            throw Broken();
        SkipBlanks();
        var spot = Spot;
        Count();
        if (Peek is '"' or '\'')
            return new Node { Text = Text(), Spot = spot };
        if (Take("["))
            return List(spot, depth);
        if (Take("{"))
            return Inline(spot, depth);
        var start = _at;
        while (_at < _text.Length && Peek is not ('\r' or '\n' or ',' or ']' or '}' or '#'))
            _at++;
        return new Node { Text = _text[start.._at].Trim(), Spot = spot };
    }

    private Node List(SourceLocation spot, int depth)
    {
        var list = new Node { Spot = spot };
        for (SkipLines(); !Take("]"); SkipLines())
        {
            if (_at >= _text.Length)
                throw Broken();
            list.Items.Add(Value(depth + 1));
            SkipLines();
            if (!Take(",") && Peek != ']')
                throw Broken();
        }
        return list;
    }

    private Node Inline(SourceLocation spot, int depth)
    {
        var table = new Node { Spot = spot };
        for (SkipLines(); !Take("}"); SkipLines())
        {
            if (_at >= _text.Length)
                throw Broken();
            Pair(table, depth + 1);
            SkipLines();
            if (!Take(",") && Peek != '}')
                throw Broken();
        }
        return table;
    }

    private string Text()
    {
        var quote = Peek;
        var mark = new string(quote, 3);
        var isLong = Take(mark);
        if (!isLong)
            _at++;
        var text = new StringBuilder();
        while (_at < _text.Length && !(isLong ? Take(mark) : Peek == quote))
        {
            if (Peek == '\n')
            {
                if (!isLong)
                    throw Broken();
                _line++;
            }
            if (Peek == '\\' && quote == '"' && _at + 1 < _text.Length)
                text.Append(_text[++_at] switch { 'n' => '\n', 't' => '\t', 'r' => '\r', var other => other });
            else
                text.Append(Peek);
            _at++;
        }
        if (!isLong)
            _at = Math.Min(_text.Length, _at + 1);
        return text.ToString();
    }

    private Node NewNode()
    {
        Count();
        return new Node { Spot = Spot };
    }

    private void Count()
    {
        if (++_count > MostValues)
            throw new ImportException(Spot, $"there are more than {MostValues:N0} values in it; split the file");
    }

    private char Peek => _at < _text.Length ? _text[_at] : '\0';

    private SourceLocation Spot => new(_file, _line, 1);

    private bool Take(string what)
    {
        if (string.CompareOrdinal(_text, _at, what, 0, what.Length) != 0)
            return false;
        _at += what.Length;
        return true;
    }

    private void Expect(string what)
    {
        SkipBlanks();
        if (!Take(what))
            throw Broken();
    }

    private void SkipBlanks()
    {
        while (Peek is ' ' or '\t')
            _at++;
    }

    private void SkipLines()
    {
        for (; _at < _text.Length; _at++)
        {
            if (Peek == '#')
            {
                while (_at < _text.Length && Peek != '\n')
                    _at++;
            }
            if (Peek == '\n')
                _line++;
            else if (Peek is not (' ' or '\t' or '\r'))
                return;
        }
    }

    private ImportException Broken() => new(Spot, "the TOML is broken here; check the file");
}
