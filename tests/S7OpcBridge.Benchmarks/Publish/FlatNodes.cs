using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Benchmarks;

/// <summary>Numbered variables, node n in variable n: what it costs to look nodes up is measured elsewhere.</summary>
internal sealed class FlatNodes(int count) : INodeSource
{
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences => [];

    public int Find(in NodeIdView id) => id is { Namespace: 2, Kind: NodeIdKind.Numeric } && id.Numeric < count ? (int)id.Numeric : -1;

    public NodeId IdOf(int node) => new(2, (uint)node);

    public NodeClass ClassOf(int node) => NodeClass.Variable;

    public QualifiedName BrowseNameOf(int node) => new(2, node.ToString(System.Globalization.CultureInfo.InvariantCulture));

    public LocalizedText DisplayNameOf(int node) => new(BrowseNameOf(node).Name);

    public uint TypeDefinitionOf(int node) => 0;

    public int VariableOf(int node) => node;

    public int NodeOf(int variable) => variable;

    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        value = default;
        return StatusCodes.BadAttributeIdInvalid;
    }

    public int References(int node, int skip, Span<NodeReference> destination) => 0;
}
