using System.Collections.Frozen;

namespace S7OpcBridge.OpcUa.Server.Models;

/// <summary>Serves the nodes of a table. Their references are those between nodes of other sources, so that both ends may be anywhere.</summary>
internal sealed class ModelNodes(ModelTable table) : INodeSource
{
    private readonly FrozenDictionary<(ushort Namespace, uint Id), int> _places = table
        .Nodes.Index()
        .ToFrozenDictionary(static each => (each.Item.Id.Namespace, each.Item.Id.Numeric), static each => each.Index);

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences => [];

    /// <inheritdoc/>
    public IEnumerable<(NodeId From, uint Type, NodeId To)> ForeignReferences => table.References;

    /// <inheritdoc/>
    public int Find(in NodeIdView id) =>
        id.Kind == NodeIdKind.Numeric && _places.TryGetValue((id.Namespace, id.Numeric), out var place) ? place : -1;

    /// <inheritdoc/>
    public NodeId IdOf(int node) => table.Nodes[node].Id;

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => table.Nodes[node].Class;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) => table.Nodes[node].Name;

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(table.Nodes[node].Name.Name);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) => table.Nodes[node].Type;

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public PermissionSet PermissionsOf(int node) => PermissionSet.OfServer;

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination) => 0;

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        var it = table.Nodes[node];
        value = (attribute, it.Class) switch
        {
            (AttributeId.Description, _) => Variant.From(default(LocalizedText)),
            (AttributeId.EventNotifier, NodeClass.Object) => Variant.From((byte)0),
            (AttributeId.IsAbstract, NodeClass.ObjectType or NodeClass.DataType or NodeClass.ReferenceType) => Variant.From(it.IsAbstract),
            (AttributeId.Symmetric, NodeClass.ReferenceType) => Variant.From(true), // ConnectsTo, the only one
            (AttributeId.DataTypeDefinition, NodeClass.DataType) when it.Values is { } values => Variant.From(ExtensionObject.From(values)),
            (AttributeId.DataType, NodeClass.Variable) => Variant.From(it.DataType),
            (AttributeId.ValueRank, NodeClass.Variable) => Variant.From(it.Value.IsArray ? 1 : -1),
            (AttributeId.ArrayDimensions, NodeClass.Variable) when it.Value.IsArray => Variant.FromArray(
                BuiltInType.UInt32,
                new[] { (uint)((Array)it.Value.Reference!).Length }
            ),
            (AttributeId.AccessLevel, NodeClass.Variable) => Variant.From((byte)1),
            (AttributeId.MinimumSamplingInterval, NodeClass.Variable) => Variant.From(0.0),
            (AttributeId.Historizing, NodeClass.Variable) => Variant.From(false),
            (AttributeId.Value, NodeClass.Variable) => it.Value,
            _ => default,
        };
        var isThere = !value.IsNull || it.Class == NodeClass.Variable && attribute is AttributeId.Value or AttributeId.ArrayDimensions;
        return isThere ? StatusCodes.Good : StatusCodes.BadAttributeIdInvalid;
    }
}
