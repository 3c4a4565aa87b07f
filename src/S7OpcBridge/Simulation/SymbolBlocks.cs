using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Simulation;

/// <summary>
/// Makes the data blocks and PLC tags of a soft PLC with <c>protocol: s7plus</c>: the symbols of the map, with the map's type, otherwise Real.
/// </summary>
internal sealed class SymbolBlocks
{
    // The members of a block that the map browses without naming any of its members.
    private static readonly (string Name, S7DataType Type)[] Samples =
    [
        ("Running", new(S7TypeKind.Bool)),
        ("Speed", new(S7TypeKind.Real)),
        ("Count", new(S7TypeKind.DInt)),
        ("Name", new(S7TypeKind.String, 20)),
        ("Temps", new(S7TypeKind.Int, ArrayLength: 4)),
    ];

    private readonly Node _root = new("");

    private SymbolBlocks() { }

    /// <summary>What a soft PLC has for the symbols of a PLC.</summary>
    public static SoftPlusOptions Build(TagMap map, PlcDefinition plc)
    {
        var made = new SymbolBlocks();
        var entries = map.Symbols.Where(entry => entry.Plc == plc.Index).ToArray();
        foreach (var entry in entries.Where(entry => !entry.IsBrowse))
            made.Add(entry.Symbol, TypeOf(entry.Type));
        if (plc.Heartbeat?.Symbol is { } beat)
            made.Add(beat, new S7DataType(S7TypeKind.Word));
        foreach (var entry in entries.Where(entry => entry.IsBrowse))
            made.AddSamples(entry.Symbol);
        // Numbers of blocks with absolute addresses are not used again.
        var taken = map.TagsOf(plc.Index).Where(tag => tag.Symbol is null).Select(tag => (int)tag.Address.Db).ToHashSet();
        var number = 0;
        var blocks = new List<SoftBlock>();
        foreach (var block in made._root.Children.Where(block => block.Children.Count > 0))
        {
            while (!taken.Add(++number)) { }
            blocks.Add(new SoftBlock(block.Name, number, [.. Leaves(block, "")]));
        }
        return new SoftPlusOptions { Blocks = blocks, Tags = [.. made.Tags()] };
    }

    /// <summary>The type that a symbol has in the soft PLC.</summary>
    public static S7DataType TypeOf(S7DataType type) =>
        type.Kind switch
        {
            S7TypeKind.None => new S7DataType(S7TypeKind.Real),
            S7TypeKind.Bcd16 => type with { Kind = S7TypeKind.Word },
            S7TypeKind.Bcd32 => type with { Kind = S7TypeKind.DWord },
            S7TypeKind.Chars => new S7DataType(S7TypeKind.Char, ArrayLength: Math.Max(1, type.Capacity)),
            _ => type,
        };

    // Symbols of one level are PLC tags, at bytes of M of their own: a map names no other bytes of M on such a PLC. Texts, DTL and arrays are in blocks only.
    private IEnumerable<SoftTag> Tags()
    {
        var (next, timers, counters) = (0, 0, 0);
        foreach (var tag in _root.Children.Where(node => node is { Children.Count: 0, Bounds.Count: 0 }))
        {
            if (tag.Type is not { IsArray: false, Capacity: 0 } type || type.Kind == S7TypeKind.DTL)
                continue;
            var address = type.Kind switch
            {
                S7TypeKind.Timer => $"%T{timers++}",
                S7TypeKind.Counter => $"%C{counters++}",
                S7TypeKind.Bool => $"%M{next}.0",
                _ => $"%MB{next}",
            };
            if (address[1] == 'M')
                next += (type.ElementSize + 1) & ~1;
            yield return new SoftTag(tag.Name, type.ToString(), address);
        }
    }

    private void AddSamples(string symbol)
    {
        if (NodeOf(symbol) is not { Children.Count: 0, Type: null } node)
            return;
        foreach (var (name, type) in Samples)
            node.Children.Add(new Node(name) { Type = type });
    }

    private void Add(string symbol, S7DataType type)
    {
        if (NodeOf(symbol) is { } node)
            node.Type ??= type;
    }

    private Node? NodeOf(string symbol)
    {
        if (!SymbolText.TrySplit(symbol, out var levels, out _))
            return null;
        var node = _root;
        foreach (var level in levels)
        {
            var open = level.EndsWith(']') ? level.LastIndexOf('[') : -1;
            var name = open < 0 ? level : level[..open];
            var child = node.Children.Find(each => each.Name.Equals(name, StringComparison.OrdinalIgnoreCase));
            if (child is null)
                node.Children.Add(child = new Node(name));
            if (open >= 0)
                child.Widen(level[(open + 1)..^1]);
            node = child;
        }
        return node;
    }

    private static IEnumerable<SoftSymbol> Leaves(Node node, string prefix)
    {
        foreach (var child in node.Children)
        {
            var name = child.Name.AsSpan().ContainsAny('.', '[', ']') ? $"\"{child.Name}\"" : child.Name;
            var bounds =
                child.Bounds.Count == 0 ? "" : $"[{string.Join(", ", child.Bounds.Select(bound => $"{bound.Lower}..{bound.Upper}"))}]";
            if (child.Children.Count > 0)
            {
                foreach (var leaf in Leaves(child, $"{prefix}{name}{bounds}."))
                    yield return leaf;
            }
            else if (child.Type is { } type)
            {
                yield return new SoftSymbol(
                    prefix + name,
                    bounds.Length == 0 ? type.ToString() : $"Array{bounds} of {type with { ArrayLength = 0, ArrayLower = 0 }}"
                );
            }
        }
    }

    /// <summary>A block, structure or variable.</summary>
    private sealed class Node(string name)
    {
        public string Name => name;

        public List<Node> Children { get; } = [];

        /// <summary>Bounds that include all indexes so far; empty: no array.</summary>
        public List<(int Lower, int Upper)> Bounds { get; } = [];

        public S7DataType? Type { get; set; }

        public void Widen(string indexes)
        {
            var parts = indexes.Split(',');
            for (var i = 0; i < parts.Length; i++)
            {
                if (!int.TryParse(parts[i], out var index))
                    continue;
                if (i < Bounds.Count)
                    Bounds[i] = (Math.Min(Bounds[i].Lower, index), Math.Max(Bounds[i].Upper, index));
                else
                    Bounds.Add((Math.Min(1, index), Math.Max(1, index)));
            }
        }
    }
}
