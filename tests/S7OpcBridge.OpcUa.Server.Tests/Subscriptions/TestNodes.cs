using System.Text;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

/// <summary>A handful of nodes: what a monitored item can look at, good and bad.</summary>
internal sealed class TestNodes : INodeSource
{
    public const int Double = 0,
        Text = 1,
        Array = 2,
        Secret = 3,
        Clock = 4,
        Server = 5,
        Range = 6,
        Analog = 7,
        Big = 8,
        Flag = 9,
        FirstPlain = 10;
    public const double Fastest = 100;

    private readonly int _plain;

    public TestNodes(int plain) => _plain = plain;

    /// <summary>The value of the node that no table variable holds.</summary>
    public Variant ClockValue { get; set; } = Variant.FromDateTime(1);

    /// <summary>How often the value of that node was read.</summary>
    public int ClockReads { get; private set; }

    /// <summary>The variable of node 0.</summary>
    public int MovedTo { get; init; } = Double;

    /// <summary>The node that means something else than before.</summary>
    public int Redefined { get; init; } = -1;

    public NodeMove MoveOf(INodeSource before, int node) => new(Find(NodeIdView.From(before.IdOf(node))), node == Redefined);

    /// <summary>High end of the EURange of the analog node.</summary>
    public double RangeHigh { get; init; } = 150;

    /// <summary>Which values everybody may read; null: the server's defaults.</summary>
    public Predicate<int>? MayRead { get; set; }

    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences => [];

    public PermissionSet? PermissionsOf(int node) =>
        MayRead is null ? null : PermissionSet.ForEverybody(MayRead(node) ? NodePermissions.All : NodePermissions.Browse);

    private int Count => FirstPlain + _plain;

    public static NodeId Id(int node) => new(2, $"n{node}");

    public int Find(in NodeIdView id)
    {
        if (id is { Namespace: 0, Kind: NodeIdKind.Numeric, Numeric: Ids.Server })
            return Server;
        return
            id is { Namespace: 2, Kind: NodeIdKind.String }
            && int.TryParse(Encoding.UTF8.GetString(id.Bytes).TrimStart('n'), out var node)
            && node < Count
            ? node
            : -1;
    }

    public NodeId IdOf(int node) => Id(node);

    public NodeClass ClassOf(int node) => node == Server ? NodeClass.Object : NodeClass.Variable;

    public QualifiedName BrowseNameOf(int node) => node == Range ? new QualifiedName(0, "EURange") : new QualifiedName(2, $"n{node}");

    public LocalizedText DisplayNameOf(int node) => new($"Node {node}");

    public uint TypeDefinitionOf(int node) => 0;

    public int VariableOf(int node) =>
        node is Clock or Server or Range ? -1
        : node == Double ? MovedTo
        : node;

    // Of the special ones nothing is told, so that items remember them.
    public int NodeOf(int variable) => variable >= FirstPlain && variable < Count ? variable : -1;

    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        ClockReads += (attribute, node) == (AttributeId.Value, Clock) ? 1 : 0;
        (StatusCode Status, Variant Value) answer = (attribute, node) switch
        {
            (AttributeId.EventNotifier, Server) => (StatusCodes.Good, Variant.From((byte)1)),
            (_, Server) => (StatusCodes.BadAttributeIdInvalid, default),
            (AttributeId.Value, Clock) => (StatusCodes.Good, ClockValue),
            (AttributeId.Value, Range) => (
                StatusCodes.Good,
                Variant.From(new ExtensionObject(S7OpcBridge.OpcUa.Range.EncodingId, new Range { Low = -50, High = RangeHigh }))
            ),
            (AttributeId.AccessLevel, Secret) => (StatusCodes.Good, Variant.From((byte)2)),
            (AttributeId.AccessLevel, _) => (StatusCodes.Good, Variant.From((byte)1)),
            (AttributeId.MinimumSamplingInterval, not Clock) => (StatusCodes.Good, Variant.From(Fastest)),
            (AttributeId.DataType, Text) => (StatusCodes.Good, Variant.From((NodeId)Ids.String)),
            (AttributeId.DataType, Flag) => (StatusCodes.Good, Variant.From((NodeId)Ids.Boolean)),
            (AttributeId.DataType, _) => (StatusCodes.Good, Variant.From((NodeId)Ids.Double)),
            (AttributeId.Description, _) => (StatusCodes.Good, Variant.From(new LocalizedText("words"))),
            _ => (StatusCodes.BadAttributeIdInvalid, default),
        };
        value = answer.Value;
        return answer.Status;
    }

    public int References(int node, int skip, Span<NodeReference> destination)
    {
        if (node != Analog || skip > 0 || destination.IsEmpty)
            return 0;
        destination[0] = new NodeReference(Ids.HasProperty, true, NodeHandle.Own(Range));
        return 1;
    }
}
