using System.Collections.Concurrent;

namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>The address space at one moment; immutable.</summary>
internal sealed class AddressSpaceView
{
    private readonly VariableTable _table;
    private readonly TimeProvider _time;
    private readonly INodeSource[] _sources;
    private readonly CrossReferences _cross;
    private readonly ConcurrentDictionary<NodeHandle, IReadOnlySet<NodeHandle>> _notifiers = new();
    private readonly HistoryFacts? _history;

    internal AddressSpaceView(
        VariableTable table,
        TimeProvider time,
        HistorySource? history,
        IReadOnlyList<INodeSource> sources,
        int version
    )
    {
        (_table, _time, _sources, Version) = (table, time, [.. sources], version);
        _cross = CollectReferences();
        ReferenceTypes = new ReferenceTypes(this);
        _history = history is null ? null : new HistoryFacts(history, this);
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
    public NodeHandle Find(NodeId id) => Find(NodeIdView.From(id));

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

    /// <summary>The type definition of an object or variable (<see cref="TypeNumber"/>); 0: none.</summary>
    public uint TypeDefinitionOf(NodeHandle node) => _sources[node.Source].TypeDefinitionOf(node.Index);

    /// <summary>The type definition of an object or variable; the null id: none.</summary>
    public NodeId TypeOf(NodeHandle node) => TypeNumber.IdOf(TypeDefinitionOf(node));

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

    /// <summary>How the history of a node's variable is kept; null: it has none.</summary>
    internal HistoryConfiguration? HistoryOf(NodeHandle node) => _history?.ConfigurationOf(VariableOf(node));

    /// <summary>True for an object whose events are stored.</summary>
    internal bool HasEventHistory(NodeHandle node) =>
        _history is { HasEvents: true } && (NumberOf(node, AttributeId.EventNotifier, 0) & 1) != 0;

    /// <summary>Reads any attribute, also the value of a table variable.</summary>
    public StatusCode Read(NodeHandle node, AttributeId attribute, out Variant value)
    {
        var status = ReadPlain(node, attribute, out value);
        if (_history is not null && status.IsGood)
            value = _history.Added(VariableOf(node), attribute, value);
        return status;
    }

    private StatusCode ReadPlain(NodeHandle node, AttributeId attribute, out Variant value)
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
                value = Variant.From(source.IdOf(node.Index));
                return StatusCode.Good;
            case AttributeId.NodeClass:
                value = Variant.From((int)source.ClassOf(node.Index));
                return StatusCode.Good;
            case AttributeId.BrowseName:
                value = Variant.From(source.BrowseNameOf(node.Index));
                return StatusCode.Good;
            case AttributeId.DisplayName:
                value = Variant.From(source.DisplayNameOf(node.Index));
                return StatusCode.Good;
        }

        var status = source.Read(node.Index, attribute, out value);
        if (status.Value != StatusCodes.BadAttributeIdInvalid)
            return status;

        // Attributes that every node has with the same value, so that sources need not answer them.
        switch (attribute)
        {
            case AttributeId.WriteMask or AttributeId.UserWriteMask:
                value = Variant.From(0u);
                return StatusCode.Good;
            case AttributeId.UserAccessLevel:
                return source.Read(node.Index, AttributeId.AccessLevel, out value);
            case AttributeId.UserExecutable:
                return source.Read(node.Index, AttributeId.Executable, out value);
            case AttributeId.AccessLevelEx:
                // Its further bits are 0: values are read and written as a whole, and ranges of arrays may be written (OPC 10000-3, 8.58).
                status = source.Read(node.Index, AttributeId.AccessLevel, out value);
                value = status.IsGood ? Variant.From((uint)value.Bits) : default;
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

    /// <summary>The present time in OPC UA ticks.</summary>
    internal long Now => UaTime.Now(_time);

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
        _sources[node.Source].Read(node.Index, AttributeId.MinimumSamplingInterval, out var value).IsGood
            ? BitConverter.Int64BitsToDouble(value.Bits)
            : 0;

    /// <summary>The value of an attribute that is a small number, such as AccessLevel; the default where the node does not have it.</summary>
    internal long NumberOf(NodeHandle node, AttributeId attribute, long otherwise) =>
        _sources[node.Source].Read(node.Index, attribute, out var value).IsGood ? value.Bits : otherwise;

    /// <summary>
    /// References of a node in a fixed order, from the ordinal <paramref name="skip"/> on: its type definition, references added by other sources, and those of
    /// its own source. Fills the span and returns how many; 0: no more.
    /// </summary>
    public int References(NodeHandle node, int skip, Span<NodeReference> destination)
    {
        Span<NodeReference> first = stackalloc NodeReference[2];
        var count = FirstReferences(node, first);
        first = first[Math.Min(skip, count)..count];
        skip = Math.Max(0, skip - count);
        count = Math.Min(first.Length, destination.Length);
        first[..count].CopyTo(destination);
        var cross = _cross.ReferencesOf(node);
        if (skip < cross.Length)
        {
            var some = cross.Slice(skip, Math.Min(cross.Length - skip, destination.Length - count));
            some.CopyTo(destination[count..]);
            count += some.Length;
            skip += some.Length;
        }

        skip -= cross.Length;
        if (count == destination.Length || skip < 0)
            return count;
        var own = destination.Slice(count, _sources[node.Source].References(node.Index, skip, destination[count..]));
        foreach (ref var reference in own)
            reference = Placed(reference, node.Source);
        return count + own.Length;
    }

    /// <summary>The same, all of them, for a foreach.</summary>
    internal NodeReferences ReferencesOf(NodeHandle node) => new(this, node);

    private int FirstReferences(NodeHandle node, Span<NodeReference> first)
    {
        var count = 0;
        if (node.Source != 0 && FindType(TypeOf(node)) is { Exists: true } type)
            first[count++] = new NodeReference(Ids.HasTypeDefinition, true, type);
        if (_history is not null && _history.NodeOf(VariableOf(node)) is { Exists: true } configuration)
            first[count++] = new NodeReference(Ids.HasHistoricalConfiguration, true, configuration);
        return count;
    }

    /// <summary>What the function computes for a node, once per node and view.</summary>
    internal IReadOnlySet<NodeHandle> NotifiersOf(NodeHandle node, Func<AddressSpaceView, NodeHandle, IReadOnlySet<NodeHandle>> find) =>
        _notifiers.TryGetValue(node, out var known) ? known : _notifiers.GetOrAdd(node, find(this, node));

    internal AddressSpaceView With(int index, INodeSource source)
    {
        var sources = _sources.ToArray();
        sources[index] = source;
        return new AddressSpaceView(_table, _time, _history?.Source, sources, Version + 1);
    }

    private static NodeReference Placed(NodeReference reference, int source) =>
        reference.Target.IsOwn ? reference with { Target = new NodeHandle(source, reference.Target.Index) } : reference;

    private NodeHandle FindType(NodeId type) => type.IsNull ? NodeHandle.None : Find(type);

    private CrossReferences CollectReferences()
    {
        var all = new List<(NodeHandle, NodeReference)>();
        for (var i = 0; i < _sources.Length; i++)
        {
            foreach (var (from, reference) in _sources[i].ExternalReferences)
                Add(Find(from), Placed(reference, i));
            foreach (var (from, type, to) in _sources[i].ForeignReferences)
                Add(Find(from), new NodeReference(type, true, Find(to)));
        }

        return new CrossReferences(all);

        void Add(NodeHandle node, NodeReference reference)
        {
            if (!node.Exists || !reference.Target.Exists)
                return;
            all.Add((node, reference));
            all.Add((reference.Target, new NodeReference(reference.Type, !reference.IsForward, node)));
        }
    }
}
