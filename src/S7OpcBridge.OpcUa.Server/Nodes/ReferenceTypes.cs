using System.Collections.Frozen;

namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>The tree of reference types as sets of bits, so that a check for a subtype is a check of a bit.</summary>
internal sealed class ReferenceTypes
{
    private const int MaxTypes = 128;
    private readonly FrozenDictionary<uint, (int Bit, UInt128 WithSubtypes)> _types;

    /// <summary>Walks the tree from References (i=31) down.</summary>
    public ReferenceTypes(INodeSource namespace0)
    {
        var types = new Dictionary<uint, (int, UInt128)>();
        var root = namespace0.Find(new NodeIdView(0, Ids.References));
        if (root >= 0)
            Add(namespace0, root, types);
        _types = types.ToFrozenDictionary();
    }

    /// <summary>True for a reference type of namespace 0.</summary>
    public bool Contains(uint type) => _types.ContainsKey(type);

    /// <summary>The set of a type, with its subtypes if wanted.</summary>
    public UInt128 SetOf(uint type, bool includeSubtypes)
    {
        if (!_types.TryGetValue(type, out var found))
            return 0;
        return includeSubtypes ? found.WithSubtypes : UInt128.One << found.Bit;
    }

    /// <summary>True if a reference of this type belongs to the set.</summary>
    public bool IsIn(uint type, UInt128 set) =>
        set == UInt128.MaxValue || _types.TryGetValue(type, out var found) && (set >> found.Bit & 1) == 1;

    private static UInt128 Add(INodeSource source, int node, Dictionary<uint, (int, UInt128)> types)
    {
        var bit = types.Count;
        if (bit >= MaxTypes)
            throw new InvalidOperationException($"Namespace 0 has more than {MaxTypes} reference types.");
        var id = source.IdOf(node).Numeric;
        var set = UInt128.One << bit;
        types[id] = (bit, set);
        Span<NodeReference> references = new NodeReference[16];
        for (int skip = 0, count; (count = source.References(node, skip, references)) > 0; skip += count)
        {
            foreach (var reference in references[..count])
            {
                if (
                    reference is { Type: Ids.HasSubtype, IsForward: true }
                    && !types.ContainsKey(source.IdOf(reference.Target.Index).Numeric)
                )
                    set |= Add(source, reference.Target.Index, types);
            }
        }

        types[id] = (bit, set);
        return set;
    }
}
