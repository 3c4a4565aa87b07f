namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// Makes ServerRedundancy an object of NonTransparentRedundancyType with ServerUriArray and RedundantServerArray (10000-5, 6.3.7 and 6.3.9), and provides the
/// latter, which the nodeset declares in the type only: id i=11313 of the standard's NodeIds.csv. Without a redundant set it has no nodes.
/// </summary>
internal sealed class RedundancyNodes : INodeSource
{
    private const uint NonTransparentRedundancyType = 2039,
        RedundantServerArrayDeclaration = 32410;

    private readonly Namespace0 _namespace0;
    private readonly ServerFacts _facts;
    private readonly RedundantSet? _set;
    private readonly int _declaration;

    /// <param name="facts">The redundant set, and the condition of this server.</param>
    /// <param name="namespace0">Namespace 0, with ServerRedundancy.</param>
    /// <param name="source">Index of this source in the address space.</param>
    public RedundancyNodes(ServerFacts facts, Namespace0 namespace0, int source)
    {
        (_facts, _namespace0, _set) = (facts, namespace0, facts.Redundancy);
        _declaration = IndexOf(RedundantServerArrayDeclaration);
        if (_set is null)
            return;
        namespace0.SetValue(Ids.Server_ServerRedundancy_RedundancySupport, Variant.From((int)RedundancySupport.Hot));
        namespace0.SetValue(
            Ids.Server_ServerRedundancy_ServerUriArray,
            _ => Variant.FromArray(BuiltInType.String, _set.Servers().Select(server => server.ApplicationUri).ToArray())
        );
        namespace0.SetTypeDefinition(Ids.Server_ServerRedundancy, NonTransparentRedundancyType);
        var uris = new NodeHandle(0, IndexOf(Ids.Server_ServerRedundancy_ServerUriArray));
        NodeReference[] parts = [new(Ids.HasProperty, true, uris), new(Ids.HasProperty, true, new NodeHandle(source, 0))];
        NodeReference[] owner = [Owner];
        namespace0.SetLiveReferences(Ids.Server_ServerRedundancy, () => parts);
        namespace0.SetLiveReferences(Ids.Server_ServerRedundancy_ServerUriArray, () => owner);
    }

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences => [];

    private NodeReference Owner => new(Ids.HasProperty, false, new NodeHandle(0, IndexOf(Ids.Server_ServerRedundancy)));

    /// <inheritdoc/>
    public int Find(in NodeIdView id) =>
        _set is not null && id is { Namespace: 0, Kind: NodeIdKind.Numeric, Numeric: Ids.Server_ServerRedundancy_RedundantServerArray }
            ? 0
            : -1;

    /// <inheritdoc/>
    public NodeId IdOf(int node) => Ids.Server_ServerRedundancy_RedundantServerArray;

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => NodeClass.Variable;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) => _namespace0.BrowseNameOf(_declaration);

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => _namespace0.DisplayNameOf(_declaration);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) => Ids.PropertyType;

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public PermissionSet PermissionsOf(int node) => PermissionSet.OfServer;

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        if (attribute != AttributeId.Value)
            return _namespace0.Read(_declaration, attribute, out value);
        value = Variant.FromArray(
            BuiltInType.ExtensionObject,
            _set!.Servers().Select(server => ExtensionObject.From(Describe(server))).ToArray()
        );
        return StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        if (skip > 0 || destination.IsEmpty)
            return 0;
        destination[0] = Owner;
        return 1;
    }

    private RedundantServerDataType Describe(RedundantServer server)
    {
        var isThis = server.ApplicationUri == _facts.ApplicationUri;
        var condition = isThis ? _facts.Condition() : default;
        return new RedundantServerDataType
        {
            ServerId = server.ApplicationUri,
            ServiceLevel = isThis ? condition.ServiceLevel : server.ServiceLevel,
            ServerState = isThis ? condition.State : server.State,
        };
    }

    private int IndexOf(uint id) => _namespace0.Find(new NodeIdView(0, id));
}
