using System.Collections.Frozen;

namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>The tree of reference types as sets of bits, so that a check for a subtype is a check of a bit.</summary>
internal sealed class ReferenceTypes
{
    private const int MaxTypes = 128;
    private readonly FrozenDictionary<uint, (int Bit, UInt128 WithSubtypes)> _types;

    /// <summary>Walks the tree from References (i=31) down.</summary>
    public ReferenceTypes(AddressSpaceView nodes)
    {
        var types = new Dictionary<uint, (int, UInt128)>();
        var root = nodes.Find(new NodeIdView(0, Ids.References));
        if (root.Exists)
            Add(nodes, root, types);
        _types = types.ToFrozenDictionary();
    }

    /// <summary>True for the number of a reference type.</summary>
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

    private static UInt128 Add(AddressSpaceView nodes, NodeHandle node, Dictionary<uint, (int, UInt128)> types)
    {
        var bit = types.Count;
        if (bit >= MaxTypes)
            throw new InvalidOperationException($"There are more than {MaxTypes} reference types.");
        var id = TypeNumber.From(nodes.IdOf(node));
        var set = UInt128.One << bit;
        types[id] = (bit, set);
        foreach (var reference in nodes.ReferencesOf(node))
        {
            if (reference is { Type: Ids.HasSubtype, IsForward: true } && !types.ContainsKey(TypeNumber.From(nodes.IdOf(reference.Target))))
                set |= Add(nodes, reference.Target, types);
        }

        types[id] = (bit, set);
        return set;
    }
}
