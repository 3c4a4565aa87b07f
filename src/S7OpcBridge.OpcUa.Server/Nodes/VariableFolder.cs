using System.Text;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>A variable of a <see cref="VariableFolder"/>.</summary>
/// <param name="Name">Its name, unique in the folder.</param>
/// <param name="Type">The type of its value.</param>
public sealed record FolderVariable(string Name, BuiltInType Type)
{
    /// <summary>True where the value is a one-dimensional array.</summary>
    public bool IsArray { get; init; }

    /// <summary>True where clients may write it: <see cref="UaServerOptions.Write"/> gets what they write.</summary>
    public bool IsWritable { get; init; }

    /// <summary>What it is, for people; empty: not said.</summary>
    public string Description { get; init; } = "";
}

/// <summary>
/// A folder below Objects with variables: nodes for a program that has a list of values. The ids are <c>ns=2;s=Folder</c> and <c>ns=2;s=Folder/Name</c>; the
/// first variable is variable 0 of the <see cref="VariableTable"/>. For other shapes implement <see cref="INodeSource"/>.
/// </summary>
public sealed class VariableFolder : INodeSource
{
    private const ushort Namespace = 2;
    private const byte CurrentRead = 1;
    private const byte CurrentWrite = 2;

    private readonly string[] _paths; // of the nodes, the folder first
    private readonly FolderVariable[] _variables;
    private readonly NameIndex<Paths> _nodes;

    /// <summary>Makes the nodes; the folder is node 0.</summary>
    /// <exception cref="ArgumentException">Two variables have one name.</exception>
    public VariableFolder(string name, params IReadOnlyList<FolderVariable> variables)
    {
        _variables = [.. variables];
        _paths = [name, .. _variables.Select(variable => $"{name}/{variable.Name}")];
        _nodes = new NameIndex<Paths>(new Paths(_paths), _paths.Length);
        for (var i = 0; i < _paths.Length; i++)
        {
            if (!_nodes.TryAdd(Encoding.UTF8.GetBytes(_paths[i]), i))
                throw new ArgumentException($"The folder {name} has two variables named {_variables[i - 1].Name}.", nameof(variables));
        }
    }

    /// <summary>Number of variables.</summary>
    public int Count => _variables.Length;

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences =>
        [(Ids.ObjectsFolder, new NodeReference(Ids.Organizes, true, NodeHandle.Own(0)))];

    /// <inheritdoc/>
    public int Find(in NodeIdView id) => id is { Namespace: Namespace, Kind: NodeIdKind.String } ? _nodes.Find(id.Bytes) : -1;

    /// <inheritdoc/>
    public NodeId IdOf(int node) => new(Namespace, _paths[node]);

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => node == 0 ? NodeClass.Object : NodeClass.Variable;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) => new(Namespace, NameOf(node));

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(NameOf(node));

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) => node == 0 ? Ids.FolderType : Ids.BaseDataVariableType;

    /// <inheritdoc/>
    public int VariableOf(int node) => node - 1;

    /// <inheritdoc/>
    public int NodeOf(int variable) => variable < _variables.Length ? variable + 1 : -1;

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        value = node == 0 ? OfFolder(attribute) : OfVariable(_variables[node - 1], attribute);
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        if (node > 0)
        {
            if (skip > 0 || destination.IsEmpty)
                return 0;
            destination[0] = new NodeReference(Ids.Organizes, false, NodeHandle.Own(0));
            return 1;
        }
        var count = Math.Clamp(_variables.Length - skip, 0, destination.Length);
        for (var i = 0; i < count; i++)
            destination[i] = new NodeReference(Ids.Organizes, true, NodeHandle.Own(skip + i + 1));
        return count;
    }

    private static Variant OfFolder(AttributeId attribute) => attribute == AttributeId.EventNotifier ? Variant.From((byte)0) : default;

    private static Variant OfVariable(FolderVariable variable, AttributeId attribute) =>
        attribute switch
        {
            AttributeId.DataType => Variant.From((NodeId)(uint)variable.Type),
            AttributeId.ValueRank => Variant.From(variable.IsArray ? 1 : -1),
            AttributeId.AccessLevel => Variant.From((byte)(variable.IsWritable ? CurrentRead | CurrentWrite : CurrentRead)),
            AttributeId.MinimumSamplingInterval => Variant.From(0.0),
            AttributeId.Historizing => Variant.From(false),
            AttributeId.Description when variable.Description.Length > 0 => Variant.From(new LocalizedText(variable.Description)),
            _ => default,
        };

    private string NameOf(int node) => node == 0 ? _paths[0] : _variables[node - 1].Name;

    private readonly struct Paths(string[] paths) : INodeNames
    {
        public bool IsName(int node, ReadOnlySpan<byte> utf8) => NodeNames.Matches(utf8, paths[node]);
    }
}
