using System.Collections.Frozen;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>The address space at one moment; immutable.</summary>
public sealed class AddressSpaceView
{
    private readonly VariableTable _table;
    private readonly TimeProvider _time;
    private readonly INodeSource[] _sources;
    private readonly FrozenDictionary<NodeHandle, NodeReference[]> _external;

    internal AddressSpaceView(VariableTable table, TimeProvider time, IReadOnlyList<INodeSource> sources, int version)
    {
        (_table, _time, _sources, Version) = (table, time, [.. sources], version);
        ReferenceTypes = new ReferenceTypes(_sources[0]);
        _external = CollectExternal();
    }

    /// <summary>Counts the reloads.</summary>
    public int Version { get; }

    internal ReferenceTypes ReferenceTypes { get; }

    /// <summary>The event types, found at first use.</summary>
    internal EventTypes EventTypes => field ??= new EventTypes(this);

    /// <summary>A node by its id; <see cref="NodeHandle.None"/>: there is none.</summary>
    public NodeHandle Find(in NodeIdView id)
    {
        for (var i = 0; i < _sources.Length; i++)
        {
            if (_sources[i].Find(id) is var index and >= 0)
                return new NodeHandle(i, index);
        }

        return NodeHandle.None;
    }

    /// <summary>A node by its id; <see cref="NodeHandle.None"/>: there is none.</summary>
    public NodeHandle Find(NodeId id) => Find(NodeIdView.Of(id));

    /// <summary>Finds a node of an earlier view in this one.</summary>
    /// <param name="before">The earlier view.</param>
    /// <param name="node">The node in the earlier view.</param>
    /// <param name="semanticsChanged">True: the meaning of its value has changed.</param>
    /// <returns>The node; <see cref="NodeHandle.None"/>: it is gone.</returns>
    internal NodeHandle Follow(AddressSpaceView before, NodeHandle node, out bool semanticsChanged)
    {
        semanticsChanged = false;
        if (ReferenceEquals(before._sources[node.Source], _sources[node.Source]))
            return node;
        (var index, semanticsChanged) = _sources[node.Source].MoveOf(before._sources[node.Source], node.Index);
        return index >= 0 ? new NodeHandle(node.Source, index) : NodeHandle.None;
    }

    /// <summary>The node's id.</summary>
    public NodeId IdOf(NodeHandle node) => _sources[node.Source].IdOf(node.Index);

    /// <summary>The node's class.</summary>
    public NodeClass ClassOf(NodeHandle node) => _sources[node.Source].ClassOf(node.Index);

    /// <summary>The node's browse name.</summary>
    public QualifiedName BrowseNameOf(NodeHandle node) => _sources[node.Source].BrowseNameOf(node.Index);

    /// <summary>The node's display name.</summary>
    public LocalizedText DisplayNameOf(NodeHandle node) => _sources[node.Source].DisplayNameOf(node.Index);

    /// <summary>The type definition of an object or variable; 0: none.</summary>
    public uint TypeDefinitionOf(NodeHandle node) => _sources[node.Source].TypeDefinitionOf(node.Index);

    /// <summary>The index in the variable table; -1: not there.</summary>
    public int VariableOf(NodeHandle node) => _sources[node.Source].VariableOf(node.Index);

    /// <summary>A node that shows a variable of the table; <see cref="NodeHandle.None"/>: no source has one.</summary>
    internal NodeHandle NodeOf(int variable)
    {
        for (var i = 0; i < _sources.Length; i++)
        {
            if (_sources[i].NodeOf(variable) is var index and >= 0)
                return new NodeHandle(i, index);
        }

        return NodeHandle.None;
    }

    /// <summary>Reads any attribute, also the value of a table variable.</summary>
    public StatusCode Read(NodeHandle node, AttributeId attribute, out Variant value)
    {
        if (attribute == AttributeId.Value && VariableOf(node) is var variable and >= 0)
        {
            var sample = _table.Read(variable);
            value = sample.Value;
            return sample.Status;
        }

        var source = _sources[node.Source];
        switch (attribute)
        {
            case AttributeId.NodeId:
                value = Variant.Of(source.IdOf(node.Index));
                return StatusCode.Good;
            case AttributeId.NodeClass:
                value = Variant.Of((int)source.ClassOf(node.Index));
                return StatusCode.Good;
            case AttributeId.BrowseName:
                value = Variant.Of(source.BrowseNameOf(node.Index));
                return StatusCode.Good;
            case AttributeId.DisplayName:
                value = Variant.Of(source.DisplayNameOf(node.Index));
                return StatusCode.Good;
        }

        var status = source.Read(node.Index, attribute, out value);
        if (status.Value != StatusCodes.BadAttributeIdInvalid)
            return status;

        // Attributes that every node has with the same value, so that sources need not answer them.
        switch (attribute)
        {
            case AttributeId.WriteMask or AttributeId.UserWriteMask:
                value = Variant.Of(0u);
                return StatusCode.Good;
            case AttributeId.UserAccessLevel:
                return source.Read(node.Index, AttributeId.AccessLevel, out value);
            case AttributeId.UserExecutable:
                return source.Read(node.Index, AttributeId.Executable, out value);
            case AttributeId.AccessLevelEx:
                // Its further bits are 0: values are read and written as a whole, and ranges of arrays may be written (OPC 10000-3, 8.58).
                status = source.Read(node.Index, AttributeId.AccessLevel, out value);
                value = status.IsGood ? Variant.Of((uint)value.Bits) : default;
                return status;
            default:
                return status;
        }
    }

    /// <summary>Reads any attribute with status and times. Only values have a source time; the server time of other attributes is now.</summary>
    public DataValue Read(NodeHandle node, AttributeId attribute)
    {
        if (attribute == AttributeId.Value && VariableOf(node) is var variable and >= 0)
            return _table.Read(variable);
        var status = Read(node, attribute, out var value);
        var stamped = Stamped(status, value);
        return attribute == AttributeId.Value ? stamped with { SourceTime = stamped.ServerTime } : stamped;
    }

    /// <summary>An answer with the present time as server time.</summary>
    internal DataValue Stamped(StatusCode status, in Variant value) => new(status.IsBad ? default : value, status, 0, UaTime.Now(_time));

    /// <summary>The permissions that the node's source gives; null: none.</summary>
    internal PermissionSet? PermissionsOf(NodeHandle node) => _sources[node.Source].PermissionsOf(node.Index);

    /// <summary>True for a variable about the caller itself.</summary>
    internal bool IsAboutCaller(NodeHandle node, UaCaller caller) => _sources[node.Source].IsAboutCaller(node.Index, caller);

    /// <summary>The part of a variable's value that is about the caller; the null variant: none.</summary>
    internal Variant PartOf(NodeHandle node, UaCaller caller) => _sources[node.Source].PartOf(node.Index, caller);

    /// <summary>MinimumSamplingInterval of a variable in milliseconds; 0: not known.</summary>
    internal double SamplingIntervalOf(NodeHandle node) =>
        _sources[node.Source].Read(node.Index, AttributeId.MinimumSamplingInterval, out var value).IsGood ? BitConverter.Int64BitsToDouble(value.Bits) : 0;

    /// <summary>The value of an attribute that is a small number, such as AccessLevel; the default where the node does not have it.</summary>
    internal long NumberOf(NodeHandle node, AttributeId attribute, long otherwise) =>
        _sources[node.Source].Read(node.Index, attribute, out var value).IsGood ? value.Bits : otherwise;

    /// <summary>
    /// References of a node in a fixed order, from the ordinal <paramref name="skip"/> on: its type definition, references added by other sources, and those of
    /// its own source. Fills the span and returns how many; 0: no more.
    /// </summary>
    public int References(NodeHandle node, int skip, Span<NodeReference> destination)
    {
        var count = 0;
        var type = node.Source == 0 ? NodeHandle.None : FindType(TypeDefinitionOf(node));
        if (type.Exists && skip-- == 0)
            destination[count++] = new NodeReference(Ids.HasTypeDefinition, true, type);
        skip = Math.Max(0, skip);
        if (_external.TryGetValue(node, out var hooks))
        {
            for (; skip < hooks.Length && count < destination.Length; skip++)
                destination[count++] = hooks[skip];
            skip -= hooks.Length;
        }

        if (count == destination.Length || skip < 0)
            return count;
        var own = destination.Slice(count, _sources[node.Source].References(node.Index, skip, destination[count..]));
        foreach (ref var reference in own)
            reference = Placed(reference, node.Source);
        return count + own.Length;
    }

    internal AddressSpaceView With(int index, INodeSource source)
    {
        var sources = _sources.ToArray();
        sources[index] = source;
        return new AddressSpaceView(_table, _time, sources, Version + 1);
    }

    private static NodeReference Placed(NodeReference reference, int source) =>
        reference.Target.IsOwn ? reference with { Target = new NodeHandle(source, reference.Target.Index) } : reference;

    private NodeHandle FindType(uint type) =>
        type != 0 && _sources[0].Find(new NodeIdView(0, type)) is var index and >= 0 ? new NodeHandle(0, index) : NodeHandle.None;

    private FrozenDictionary<NodeHandle, NodeReference[]> CollectExternal()
    {
        var hooks = new Dictionary<NodeHandle, List<NodeReference>>();
        for (var i = 0; i < _sources.Length; i++)
        {
            foreach (var (from, hook) in _sources[i].ExternalReferences)
            {
                var node = Find(from);
                if (!node.Exists)
                    continue;
                var reference = Placed(hook, i);
                Add(node, reference);
                Add(reference.Target, new NodeReference(reference.Type, !reference.IsForward, node));
            }
        }

        return hooks.ToFrozenDictionary(pair => pair.Key, pair => pair.Value.ToArray());

        void Add(NodeHandle node, NodeReference reference)
        {
            if (!hooks.TryGetValue(node, out var list))
                hooks[node] = list = [];
            list.Add(reference);
        }
    }
}
