using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>The event types with their supertypes and fields: of any namespace, by their numbers (<see cref="TypeNumber"/>).</summary>
internal sealed class EventTypes
{
    private readonly AddressSpaceView _nodes;
    private readonly UInt128 _aggregates;
    private readonly Dictionary<uint, uint> _supertypes = [];
    private readonly Dictionary<string, List<uint>> _declaring = [];

    /// <summary>Walks the tree from BaseEventType down.</summary>
    public EventTypes(AddressSpaceView nodes)
    {
        _nodes = nodes;
        _aggregates = nodes.ReferenceTypes.SetOf(Ids.Aggregates, includeSubtypes: true);
        Add(Ids.BaseEventType, 0);
    }

    /// <summary>True for BaseEventType and its subtypes.</summary>
    public bool Contains(NodeId type) => _supertypes.ContainsKey(TypeNumber.From(type));

    /// <summary>True for a type and its subtypes.</summary>
    public bool IsA(uint type, uint supertype)
    {
        if (supertype == Ids.BaseEventType)
            return true;
        while (type != supertype)
        {
            if (!_supertypes.TryGetValue(type, out type))
                return false;
        }

        return true;
    }

    /// <summary>True if events of a type may have a field; of BaseEventType: if events of any type may.</summary>
    public bool Declares(uint type, ReadOnlySpan<QualifiedName> path)
    {
        if (!_declaring.TryGetValue(path[0].Name!, out var declaring))
            return false;
        foreach (var owner in declaring)
        {
            if ((type == Ids.BaseEventType || IsA(type, owner)) && HasPath(Find(owner), path))
                return true;
        }

        return false;
    }

    private bool HasPath(NodeHandle node, ReadOnlySpan<QualifiedName> path)
    {
        foreach (var name in path)
        {
            var parts = PartsOf(node);
            var part = parts.FindIndex(p => _nodes.BrowseNameOf(p) == name);
            if (part < 0)
                return false;
            node = parts[part];
        }

        return true;
    }

    private NodeHandle Find(uint type) => _nodes.Find(TypeNumber.IdOf(type));

    private void Add(uint type, uint supertype)
    {
        if (Find(type) is not { Exists: true } node || !_supertypes.TryAdd(type, supertype))
            return;
        foreach (var part in PartsOf(node))
        {
            ref var declaring = ref CollectionsMarshal.GetValueRefOrAddDefault(_declaring, _nodes.BrowseNameOf(part).Name ?? "", out _);
            (declaring ??= []).Add(type);
        }

        foreach (var reference in _nodes.ReferencesOf(node))
        {
            if (
                reference is { Type: Ids.HasSubtype, IsForward: true }
                && TypeNumber.From(_nodes.IdOf(reference.Target)) is not 0 and var subtype
            )
                Add(subtype, type);
        }
    }

    private List<NodeHandle> PartsOf(NodeHandle node)
    {
        var parts = new List<NodeHandle>();
        foreach (var reference in _nodes.ReferencesOf(node))
        {
            if (reference.IsForward && _nodes.ReferenceTypes.IsIn(reference.Type, _aggregates))
                parts.Add(reference.Target);
        }

        return parts;
    }
}
