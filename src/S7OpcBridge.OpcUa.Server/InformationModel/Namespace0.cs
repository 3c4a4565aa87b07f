namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// Namespace 0 of OPC 10000-5 and its companions: type hierarchies, the Server object, everything with an id <c>i=…</c>, answered from one compact table.
/// Values that the standard leaves to the server come from <see cref="SetValue(uint, Func{long, Variant})"/>.
/// </summary>
internal sealed class Namespace0 : INodeSource
{
    private readonly NodeTable _nodes;
    private readonly ReferenceTable _references;
    private readonly NodeAttributes _attributes;
    private readonly bool[] _leftOut;
    private readonly Func<long, Variant>?[] _values;
    private readonly PermissionSet?[] _permissions;
    private readonly TimeProvider _time;
    private readonly Dictionary<int, Func<IReadOnlyList<NodeReference>>> _live = [];
    private readonly Dictionary<int, Func<UaCaller, Variant>> _parts = [];

    private Namespace0(TimeProvider time, ReadOnlySpan<uint> without)
    {
        _nodes = NodeTable.Load();
        _leftOut = ExcludedNodes.Find(_nodes, without);
        _references = new ReferenceTable(_nodes, _leftOut);
        _attributes = new NodeAttributes(_nodes, _references);
        _values = new Func<long, Variant>?[_nodes.Count];
        _permissions = new PermissionSet?[_nodes.Count];
        _time = time;
        SetWritable(Ids.Server_ServerDiagnostics_EnabledFlag);
    }

    /// <summary>Number of nodes with an index, excluded ones included.</summary>
    public int Count => _nodes.Count;

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences => [];

    /// <summary>Loads the table (a few milliseconds).</summary>
    /// <param name="time">The clock of values that depend on time.</param>
    /// <param name="without">
    /// Nodes that the server does not have; nodes below them are excluded too. A missing optional node is better than one without a value.
    /// </param>
    public static Namespace0 Load(TimeProvider time, params ReadOnlySpan<uint> without) => new(time, without);

    /// <summary>Gives a variable a constant value.</summary>
    public void SetValue(uint id, Variant value) => SetValue(id, _ => value);

    /// <summary>
    /// Gives a variable a value that is computed at each read; the function gets the time (OPC UA ticks) and may be called from any thread. The null value
    /// means that there is none now: BadNotReadable.
    /// </summary>
    /// <exception cref="ArgumentException">There is no such variable.</exception>
    public void SetValue(uint id, Func<long, Variant> value)
    {
        var node = _nodes.IndexOf(id);
        if (node < 0 || _leftOut[node] || _nodes.ClassOf(node) != NodeClass.Variable)
            throw new ArgumentException($"i={id} is no variable of this server.", nameof(id));
        _values[node] = value;
    }

    /// <summary>Gives a node other permissions than <see cref="PermissionSet.OfServer"/>, before the server starts.</summary>
    /// <exception cref="ArgumentException">There is no such node.</exception>
    public void SetPermissions(uint id, PermissionSet permissions)
    {
        var node = _nodes.IndexOf(id);
        if (node < 0 || _leftOut[node])
            throw new ArgumentException($"i={id} is no node of this server.", nameof(id));
        _permissions[node] = permissions;
    }

    /// <summary>The same for all properties and components below a node, at any depth.</summary>
    internal void SetPermissionsBelow(uint id, PermissionSet permissions)
    {
        var node = _nodes.IndexOf(id);
        for (var i = 0; i < _references.CountOf(node); i++)
        {
            if (_references.At(node, i) is not { IsForward: true, Type: Ids.HasProperty or Ids.HasComponent } part)
                continue;
            _permissions[part.Target] = permissions;
            SetPermissionsBelow(_nodes.Ids[part.Target], permissions);
        }
    }

    /// <summary>Sets the part of a variable's value for callers who may not read all of it; before the server starts.</summary>
    internal void SetPart(uint id, Func<UaCaller, Variant> part) => _parts[_nodes.IndexOf(id)] = part;

    /// <summary>Lets clients write a variable; before the server starts.</summary>
    internal void SetWritable(uint id) => _attributes.SetWritable(_nodes.IndexOf(id));

    /// <inheritdoc/>
    public Variant PartOf(int node, UaCaller caller) => _parts.TryGetValue(node, out var part) ? part(caller) : default;

    /// <inheritdoc/>
    public PermissionSet PermissionsOf(int node) => _permissions[node] ?? PermissionSet.OfServer;

    /// <summary>Gives an object another type; before the server starts.</summary>
    internal void SetTypeDefinition(uint id, uint type) =>
        _references.SetTarget(_nodes.IndexOf(id), Ids.HasTypeDefinition, _nodes.IndexOf(type));

    /// <summary>Gives a node further references, computed at each browse; before the server starts.</summary>
    internal void SetLiveReferences(uint id, Func<IReadOnlyList<NodeReference>> references) => _live[_nodes.IndexOf(id)] = references;

    /// <inheritdoc/>
    public int Find(in NodeIdView id)
    {
        var node = id is { Namespace: 0, Kind: NodeIdKind.Numeric } ? _nodes.IndexOf(id.Numeric) : -1;
        return node >= 0 && !_leftOut[node] ? node : -1;
    }

    /// <inheritdoc/>
    public NodeId IdOf(int node) => _nodes.Ids[node];

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => _nodes.ClassOf(node);

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) => new(0, _nodes.BrowseNameOf(node));

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(_nodes.DisplayNameOf(node));

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) => _references.Target(node, Ids.HasTypeDefinition) is >= 0 and var type ? _nodes.Ids[type] : 0;

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        var count = Math.Clamp(_references.CountOf(node) - skip, 0, destination.Length);
        for (var i = 0; i < count; i++)
        {
            var (type, isForward, target) = _references.At(node, skip + i);
            destination[i] = new NodeReference(type, isForward, NodeHandle.Own(target));
        }

        return count == destination.Length || !_live.TryGetValue(node, out var live)
            ? count
            : count + CopyLive(live(), skip + count - _references.CountOf(node), destination[count..]);
    }

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        if (attribute == AttributeId.Value && ClassOf(node) is NodeClass.Variable or NodeClass.VariableType)
            return ReadValue(node, out value);
        value = _attributes.Read(node, attribute);
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    private static int CopyLive(IReadOnlyList<NodeReference> live, int skip, Span<NodeReference> destination)
    {
        var count = Math.Clamp(live.Count - skip, 0, destination.Length);
        for (var i = 0; i < count; i++)
            destination[i] = live[skip + i];
        return count;
    }

    private StatusCode ReadValue(int node, out Variant value)
    {
        value = default;
        if (_values[node] is { } current)
        {
            value = current(UaTime.Now(_time));
            return value.IsNull ? StatusCodes.BadNotReadable : StatusCodes.Good;
        }

        if (new VariableContent(_nodes, node).ValueAt is >= 0 and var at)
            value = new TableValue(_nodes, at).Read();
        else if (ClassOf(node) == NodeClass.Variable && DeclaredValue.Has(_references, node))
            value = DeclaredValue.For(_nodes, _references, node);
        else
            return ClassOf(node) == NodeClass.Variable ? StatusCodes.BadNoValue : StatusCodes.BadAttributeIdInvalid;
        return StatusCodes.Good;
    }
}
