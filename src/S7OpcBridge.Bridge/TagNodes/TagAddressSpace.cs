using System.Text;
using S7OpcBridge.Bridge.Devices;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Bridge.Structures;
using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>
/// The tags as OPC UA nodes, computed from flat tables. Node numbers: first the tag variables, whose index is the tag's id, then folders (PLCs first,
/// structures among them), properties of tags, _Status subtrees, data types of structures, devices, and where each tag comes from. There is no object per
/// tag; ids and names are taken from the map on request.
/// </summary>
public sealed partial class TagAddressSpace : INodeSource
{
    private const byte SubscribeToEvents = 1;

    private readonly TagMap _map;
    private readonly TagTree _tree;
    private readonly TagProperties _properties;
    private readonly List<FixedNode> _fixed = [];
    private readonly StatusNodes _status;
    private readonly TagAttributes _attributes;
    private readonly TagPermissions _permissions;
    private readonly PermissionSet? _reloadPermissions;
    private readonly StructureTypeNodes _types;
    private readonly DeviceNodes _devices;
    private readonly NameIndex<TagNames> _index;
    private readonly int _firstFolder;
    private readonly int _firstProperty;
    private readonly int _firstFixed;
    private readonly int _firstType;
    private readonly int _firstDevice;
    private readonly int _firstSource;

    /// <summary>Makes the nodes of a map.</summary>
    /// <param name="namespaceUri">URI of namespace 2, also used for units that UNECE does not define.</param>
    /// <param name="nodeVersions">
    /// The NodeVersion of each PLC: a number that a reload increases when anything below the PLC was added, removed or changed. Null: 1.
    /// </param>
    /// <param name="permissions">The permissions without a rule in the map; null: permissions are not checked.</param>
    public TagAddressSpace(TagMap map, string namespaceUri, IReadOnlyList<uint>? nodeVersions = null, PermissionSet? permissions = null)
        : this(map, namespaceUri, nodeVersions, permissions, new StatusRows()) { }

    internal TagAddressSpace(
        TagMap map,
        string namespaceUri,
        IReadOnlyList<uint>? nodeVersions,
        PermissionSet? permissions,
        StatusRows rows
    )
    {
        _map = map;
        _tree = new TagTree(map);
        _properties = new TagProperties(map, namespaceUri);
        _firstFolder = map.Tags.Length;
        _firstProperty = _firstFolder + _tree.FolderCount;
        _firstFixed = _firstProperty + _properties.Count;
        rows.StartAt(map.Tags.Length);
        Structures = new StructureNodes(map, rows);
        _status = new StatusNodes(map, _fixed, _firstFixed, _firstFolder, nodeVersions, rows);
        _attributes = new TagAttributes(map);
        _permissions = new TagPermissions(map, _tree, permissions);
        _reloadPermissions = permissions is null ? null : TagPermissions.ForReload(permissions);
        _firstType = _firstFixed + _fixed.Count;
        _types = new StructureTypeNodes(map.StructureTypes);
        _firstDevice = _firstType + _types.Count;
        _devices = new DeviceNodes(map);
        _firstSource = _firstDevice + _devices.Count;
        _index = IndexNames();
        ExternalReferences =
        [
            .. map.Plcs.Where(plc => !plc.IsGone).SelectMany(ExternalReferencesOf),
            .. _types.ExternalReferences(_firstType),
            .. _devices.ExternalReferences(_firstDevice),
            (Ids.ObjectsFolder, new NodeReference(Ids.HasComponent, true, Own(_status.Bridge.Root))),
        ];
    }

    /// <summary>Index of the namespace that holds the tags.</summary>
    public const ushort NamespaceIndex = TagNamespace.Index;

    /// <summary>Number of variables in the table: tags first, then structures, then _Status.</summary>
    public int VariableCount => _status.VariableEnd;

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences { get; }

    internal TagMap Map => _map;

    internal StatusNodes Status => _status;

    internal StructureNodes Structures { get; }

    /// <summary>Sets the sources of values that are made on request.</summary>
    /// <param name="table">The values of tags, from which the texts of states are derived.</param>
    /// <param name="statusOf">The status of PLCs, with their nameplates.</param>
    internal void Follow(VariableTable table, Func<int, PlcStatus>? statusOf = null) =>
        (_properties.Table, _devices.StatusOf) = (table, statusOf);

    // Nodes with a name of their own.
    private int Count => _firstSource;

    /// <inheritdoc/>
    public int Find(in NodeIdView id)
    {
        if (id.Namespace != NamespaceIndex)
            return -1;
        if (id.Kind == NodeIdKind.Numeric)
            return DeviceNodes.FindType(id.Numeric) is >= 0 and var type ? _firstDevice + type : -1;
        if (id.Kind != NodeIdKind.String)
            return -1;
        return _index.Find(id.Bytes) is >= 0 and var node ? node : FindSource(id.Bytes);
    }

    /// <inheritdoc/>
    public NodeId IdOf(int node) =>
        node >= _firstDevice && node < _firstSource && DeviceNodes.IsType(node - _firstDevice)
            ? new NodeId(NamespaceIndex, DeviceNodes.TypeIdOf(node - _firstDevice))
            : new NodeId(NamespaceIndex, TextOf(node));

    /// <inheritdoc/>
    public NodeClass ClassOf(int node)
    {
        if (node < _firstFolder || IsProperty(node) || StructureOf(node) >= 0 || node >= _firstSource)
            return NodeClass.Variable;
        if (node < _firstProperty)
            return NodeClass.Object;
        if (node >= _firstDevice)
            return _devices.ClassOf(node - _firstDevice);
        return node < _firstType ? _fixed[node - _firstFixed].Class : _types.ClassOf(node - _firstType);
    }

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) =>
        node >= _firstSource ? new(NamespaceIndex, NameOf(node))
        : node >= _firstDevice ? _devices.BrowseNameOf(node - _firstDevice)
        : node >= _firstType ? _types.BrowseNameOf(node - _firstType)
        : new(TypeDefinitionOf(node) == Ids.PropertyType ? (ushort)0 : NamespaceIndex, NameOf(node));

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(NameOf(node));

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node)
    {
        if (node < _firstFolder)
            return TagProperties.TypeDefinitionOf(_map.Tags[node]);
        if (StructureOf(node) >= 0)
            return Ids.BaseDataVariableType;
        if (node < _firstProperty)
            return node - _firstFolder < _map.Plcs.Length ? Ids.BaseObjectType : Ids.FolderType;
        if (IsProperty(node) || node >= _firstSource)
            return Ids.PropertyType;
        if (node >= _firstDevice)
            return _devices.TypeDefinitionOf(node - _firstDevice);
        return node < _firstType ? _fixed[node - _firstFixed].TypeDefinition : _types.TypeDefinitionOf(node - _firstType);
    }

    /// <inheritdoc/>
    public int VariableOf(int node)
    {
        if (node < _firstFolder)
            return node;
        if (StructureOf(node) is >= 0 and var structure)
            return Structures.VariableOf(structure);
        return node >= _firstFixed && node < _firstType ? _fixed[node - _firstFixed].Variable : -1;
    }

    /// <inheritdoc/>
    /// <remarks>Compares tags only, because there may be a million of them but only few structures and _Status rows.</remarks>
    public int NodeOf(int variable) => variable < _firstFolder ? variable : -1;

    /// <inheritdoc/>
    public PermissionSet? PermissionsOf(int node)
    {
        if (node < _firstFolder)
            return _permissions.ForTag(node);
        if (node < _firstProperty)
            return _permissions.ForFolder(node - _firstFolder);
        if (node >= _firstSource)
            return _permissions.ForTag(SourceOf(node).Tag.Id);
        if (node >= _firstDevice && !DeviceNodes.IsType(node - _firstDevice))
            return _permissions.ForStatus(_devices.PlcOf(node - _firstDevice));
        if (node >= _firstType)
            return PermissionSet.OfServer; // a type contains no values
        if (IsProperty(node))
            return _permissions.ForTag(_properties.TagOf(node - _firstProperty));
        return _fixed[node - _firstFixed].Method is { Kind: StatusMethodKind.Reload }
            ? _reloadPermissions
            : _permissions.ForStatus(_status.PlcOf(node));
    }

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        if (node < _firstFolder)
            return _attributes.ReadTag(_map.Tags[node], attribute, out value);
        if (IsProperty(node))
            return TagAttributes.ReadProperty(_properties, node - _firstProperty, attribute, out value);
        if (StructureOf(node) is >= 0 and var structure)
            return Structures.Read(structure, attribute, out value);
        if (node >= _firstSource)
            return TagSources.Read(SourceOf(node).Tag, SourceOf(node).Source, attribute, out value);
        if (node >= _firstDevice)
            return _devices.Read(node - _firstDevice, attribute, out value);
        if (node >= _firstType)
            return _types.Read(node - _firstType, attribute, out value);
        if (attribute == AttributeId.EventNotifier && node - _firstFolder < _map.Plcs.Length)
        {
            value = Variant.From(SubscribeToEvents);
            return StatusCodes.Good;
        }

        return TagAttributes.ReadFixed(node < _firstProperty ? null : _fixed[node - _firstFixed], attribute, out value);
    }

    /// <inheritdoc/>
    public NodeMove MoveOf(INodeSource before, int node)
    {
        if (before is not TagAddressSpace old)
            return new NodeMove(Find(NodeIdView.From(before.IdOf(node))));
        // A tag that stays keeps its number; nearly all do.
        if (node < Math.Min(_firstFolder, old._firstFolder) && ReferenceEquals(_map.Tags[node], old._map.Tags[node]))
            return new NodeMove(node);
        var index = Find(NodeIdView.From(old.IdOf(node)));
        return new NodeMove(
            index,
            index >= 0
                && index < _firstFolder
                && node < old._firstFolder
                && ModelChanges.IsOtherMeaning(old._map.Tags[node], _map.Tags[index])
        );
    }

    /// <summary>The method of a node id; null: it is no method of these nodes.</summary>
    internal StatusMethod? MethodOf(NodeId id) =>
        id is { Namespace: NamespaceIndex, Identifier: string text }
        && _index.Find(Encoding.UTF8.GetBytes(text)) is var node
        && node >= _firstFixed
        && node < _firstType
            ? _fixed[node - _firstFixed].Method
            : null;

    private bool IsGone(int node)
    {
        if (node < _firstFolder)
            return _map.Tags[node].IsGone;
        return node >= _firstDevice
            ? _devices.IsGone(node - _firstDevice)
            : node - _firstFolder < _map.Plcs.Length && _map.Plcs[node - _firstFolder].IsGone;
    }

    // A folder organizes its children, a structure has them as components.
    private uint MemberOf(int folder) => _tree.StructureOf(folder) >= 0 ? Ids.HasComponent : Ids.Organizes;

    private int StructureOf(int node) => node >= _firstFolder && node < _firstProperty ? _tree.StructureOf(node - _firstFolder) : -1;

    private bool IsProperty(int node) => node >= _firstProperty && node < _firstFixed;

    private string NameOf(int node)
    {
        if (node < _firstFolder)
            return _map.Tags[node].Path.Leaf;
        if (node < _firstProperty)
            return _tree.NameOf(node - _firstFolder);
        if (node >= _firstSource)
            return TagSources.NameOf(SourceOf(node).Source);
        if (node >= _firstType)
            return BrowseNameOf(node).Name!;
        return IsProperty(node) ? _properties.NameOf(node - _firstProperty) : _fixed[node - _firstFixed].Name;
    }

    private static NodeHandle Own(int node) => NodeHandle.Own(node);
}
