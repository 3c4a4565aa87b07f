using S7OpcBridge.OpcUa.Server.Options;

namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// Describes the server's own namespaces below Server.Namespaces (NamespaceMetadataType, OPC 10000-5, 6.3.13): an object per namespace with its seven
/// mandatory properties, and two of permissions, ids <c>ns=1;s=Namespaces/URI</c> and <c>ns=1;s=Namespaces/URI/PROPERTY</c>.
/// </summary>
internal sealed class NamespaceMetadata : INodeSource
{
    private const uint IdTypeNumeric = 0,
        AccessRestrictionType = 95,
        IdType = 256,
        NumericRange = 291;

    private static readonly (string Name, uint DataType, Func<NamespaceModel, PermissionSet, Variant> Value)[] Properties =
    [
        ("NamespaceUri", Ids.String, static (model, _) => Variant.From(model.Uri)),
        ("NamespaceVersion", Ids.String, static (model, _) => Variant.From(model.Version)),
        ("NamespacePublicationDate", Ids.DateTime, static (model, _) => Variant.FromDateTime(UaTime.FromTicks(model.Published.Ticks))),
        ("IsNamespaceSubset", Ids.Boolean, static (model, _) => Variant.From(model.IsSubset)),
        // Ids from the user's tag map are not the same in every server with this namespace; those of the standard are.
        (
            "StaticNodeIdTypes",
            IdType,
            static (model, _) => Variant.FromArray(BuiltInType.Int32, model.IsStandard ? [(int)IdTypeNumeric] : Array.Empty<int>())
        ),
        ("StaticNumericNodeIdRange", NumericRange, static (_, _) => Variant.FromArray(BuiltInType.String, Array.Empty<string>())),
        ("StaticStringNodeIdPattern", Ids.String, static (_, _) => Variant.From("")),
        ("DefaultRolePermissions", Ids.RolePermissionType, static (_, permissions) => permissions.RolePermissions),
        ("DefaultAccessRestrictions", AccessRestrictionType, static (_, permissions) => Variant.From(permissions.AccessRestrictions)),
    ];

    /// <summary>The last properties, which exist only if permissions are checked.</summary>
    private const int OfPermissions = 2;

    private readonly NamespaceModel[] _models;
    private readonly string[] _ids;
    private readonly int _properties,
        _block; // the object, then its properties
    private readonly PermissionSet? _permissions;

    /// <summary>Describes namespaces from index 1 on.</summary>
    /// <param name="uris">Their URIs.</param>
    /// <param name="permissions">What roles may do with nodes from namespace 2 on that have no permissions of their own; null: nothing is checked.</param>
    /// <param name="models">Versions of those that the standard publishes.</param>
    public NamespaceMetadata(IReadOnlyList<string> uris, PermissionSet? permissions = null, IReadOnlyList<NamespaceModel>? models = null)
    {
        _permissions = permissions;
        _properties = permissions is null ? Properties.Length - OfPermissions : Properties.Length;
        _block = 1 + _properties;
        _models = [.. uris.Select(uri => models?.FirstOrDefault(model => model.Uri == uri) ?? new NamespaceModel(uri))];
        _ids = [.. Enumerable.Range(0, _models.Length * _block).Select(IdentifierOf)];
        ExternalReferences =
        [
            .. Enumerable
                .Range(0, _models.Length)
                .Select(i => ((NodeId)Ids.Server_Namespaces, Reference(Ids.HasComponent, true, i * _block))),
        ];
    }

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences { get; }

    /// <inheritdoc/>
    public int Find(in NodeIdView id)
    {
        if (id is not { Namespace: 1, Kind: NodeIdKind.String })
            return -1;
        for (var node = 0; node < _ids.Length; node++)
        {
            if (NodeNames.Matches(id.Bytes, _ids[node]))
                return node;
        }

        return -1;
    }

    /// <inheritdoc/>
    public NodeId IdOf(int node) => new(1, _ids[node]);

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => IsObject(node) ? NodeClass.Object : NodeClass.Variable;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) =>
        IsObject(node) ? new QualifiedName((ushort)(1 + node / _block), UriOf(node)) : new QualifiedName(0, PropertyOf(node).Name);

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(BrowseNameOf(node).Name);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) => IsObject(node) ? Ids.NamespaceMetadataType : Ids.PropertyType;

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public PermissionSet PermissionsOf(int node) =>
        node % _block > Properties.Length - OfPermissions ? PermissionSet.OfSecurity : PermissionSet.OfServer;

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        value = attribute switch
        {
            AttributeId.NodeId => Variant.From(IdOf(node)),
            AttributeId.NodeClass => Variant.From((int)ClassOf(node)),
            AttributeId.BrowseName => Variant.From(BrowseNameOf(node)),
            AttributeId.DisplayName => Variant.From(DisplayNameOf(node)),
            AttributeId.Description => Variant.From(default(LocalizedText)),
            AttributeId.WriteMask or AttributeId.UserWriteMask => Variant.From(0u),
            _ when IsObject(node) => attribute == AttributeId.EventNotifier ? Variant.From((byte)0) : default,
            _ => ReadProperty(node, attribute),
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        var total = IsObject(node) ? _properties : 1;
        var count = Math.Clamp(total - skip, 0, destination.Length);
        for (var i = 0; i < count; i++)
            destination[i] = IsObject(node)
                ? Reference(Ids.HasProperty, true, node + 1 + skip + i)
                : Reference(Ids.HasProperty, false, node - node % _block);
        return count;
    }

    private bool IsObject(int node) => node % _block == 0;

    private (string Name, uint DataType, Func<NamespaceModel, PermissionSet, Variant> Value) PropertyOf(int node) =>
        Properties[node % _block - 1];

    private Variant ReadProperty(int node, AttributeId attribute)
    {
        var property = PropertyOf(node);
        var model = _models[node / _block];
        var value = property.Value(model, node < _block || model.IsStandard ? PermissionSet.OfServer : _permissions ?? PermissionSet.None);
        return attribute switch
        {
            AttributeId.Value => value,
            AttributeId.DataType => Variant.From((NodeId)property.DataType),
            AttributeId.ValueRank => Variant.From(value.IsArray ? 1 : -1),
            AttributeId.ArrayDimensions when value.IsArray => Variant.FromArray(BuiltInType.UInt32, new uint[] { 0 }),
            AttributeId.AccessLevel or AttributeId.UserAccessLevel => Variant.From((byte)1),
            AttributeId.Historizing => Variant.From(false),
            _ => default,
        };
    }

    private static NodeReference Reference(uint type, bool isForward, int target) => new(type, isForward, NodeHandle.Own(target));

    private string UriOf(int node) => _models[node / _block].Uri;

    private string IdentifierOf(int node) =>
        IsObject(node) ? $"Namespaces/{UriOf(node)}" : $"Namespaces/{UriOf(node)}/{PropertyOf(node).Name}";
}
