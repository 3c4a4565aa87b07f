using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Testing;

/// <summary>
/// Server – HasNotifier – Plant – HasNotifier – Line1, Line2; Line1 – HasEventSource – Motor, which tells nobody itself. Ids <c>ns=2;s=Name</c>.
/// </summary>
internal sealed class PlantNodes : INodeSource
{
    private static readonly string[] Names = ["Plant", "Line1", "Line2", "Motor"];

    private static readonly (int From, uint Type, int To)[] Edges =
    [
        (0, Ids.HasNotifier, 1),
        (0, Ids.HasNotifier, 2),
        (1, Ids.HasEventSource, 3),
    ];

    public Func<string, PermissionSet?> Permissions { get; init; } = _ => null;

    public static NodeId Id(string name) => new(2, name);

    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences =>
        [(Ids.Server, new NodeReference(Ids.HasNotifier, true, NodeHandle.Own(0)))];

    public int Find(in NodeIdView id) =>
        id is { Namespace: 2, Kind: NodeIdKind.String } ? Array.IndexOf(Names, Encoding.UTF8.GetString(id.Bytes)) : -1;

    public NodeId IdOf(int node) => Id(Names[node]);

    public NodeClass ClassOf(int node) => NodeClass.Object;

    public QualifiedName BrowseNameOf(int node) => new(2, Names[node]);

    public LocalizedText DisplayNameOf(int node) => new(Names[node]);

    public uint TypeDefinitionOf(int node) => Ids.BaseObjectType;

    public int VariableOf(int node) => -1;

    public PermissionSet? PermissionsOf(int node) => Permissions(Names[node]);

    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        value = attribute == AttributeId.EventNotifier ? Variant.From((byte)(node < 3 ? 1 : 0)) : default;
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    public int References(int node, int skip, Span<NodeReference> destination)
    {
        var all = Edges
            .Where(e => e.From == node)
            .Select(e => new NodeReference(e.Type, true, NodeHandle.Own(e.To)))
            .Concat(Edges.Where(e => e.To == node).Select(e => new NodeReference(e.Type, false, NodeHandle.Own(e.From))))
            .Skip(skip)
            .ToArray();
        var count = Math.Min(all.Length, destination.Length);
        all.AsSpan(0, count).CopyTo(destination);
        return count;
    }
}
