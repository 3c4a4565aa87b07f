using System.Globalization;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Testing;

/// <summary>
/// A folder <c>ns=2;s=Toys</c> under Objects with table variables <c>ns=2;s=Toys/V0</c>, <c>V1</c> …, each of the data type given for it, and methods
/// <c>ns=2;s=Toys/M0</c> … Answers by arithmetic on the index: 0 is the folder, 1 + n is variable n, then come the methods.
/// </summary>
public sealed class UaTestNodes : INodeSource
{
    /// <summary>Id of the folder.</summary>
    public const string Folder = "Toys";

    private const ushort Namespace = 2;
    private readonly BuiltInType[] _types;

    /// <summary>A variable per type.</summary>
    public UaTestNodes(params BuiltInType[] types) => _types = types;

    /// <summary>The same data type for many variables.</summary>
    public static UaTestNodes Many(int count, BuiltInType type) => new([.. Enumerable.Repeat(type, count)]);

    /// <summary>Variables that may be written.</summary>
    public Predicate<int> IsWritable { get; init; } = _ => false;

    /// <summary>Variables that may be read.</summary>
    public Predicate<int> IsReadable { get; init; } = _ => true;

    /// <summary>Variables that hold a one-dimensional array.</summary>
    public Predicate<int> IsArray { get; init; } = _ => false;

    /// <summary>Permissions of a variable; null: the server's.</summary>
    public Func<int, PermissionSet?> Permissions { get; init; } = _ => null;

    /// <summary>Number of methods of the folder.</summary>
    public int Methods { get; init; }

    /// <summary>Permissions of a method; null: the server's.</summary>
    public Func<int, PermissionSet?> PermissionsOfMethod { get; init; } = _ => null;

    /// <summary>Milliseconds; 0: the attribute is there and says "as fast as possible".</summary>
    public double SamplingInterval { get; init; }

    /// <summary>The id of a variable.</summary>
    public static NodeId IdOfVariable(int variable) => new(Namespace, string.Create(CultureInfo.InvariantCulture, $"{Folder}/V{variable}"));

    /// <summary>The id of the folder.</summary>
    public static NodeId IdOfFolder { get; } = new(Namespace, Folder);

    /// <summary>The id of a method.</summary>
    public static NodeId IdOfMethod(int method) => new(Namespace, string.Create(CultureInfo.InvariantCulture, $"{Folder}/M{method}"));

    private int Nodes => 1 + _types.Length + Methods;

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences =>
        [(Ids.ObjectsFolder, new NodeReference(Ids.Organizes, true, NodeHandle.Own(0)))];

    /// <inheritdoc/>
    public int Find(in NodeIdView id)
    {
        if (id.Namespace != Namespace || id.Kind != NodeIdKind.String)
            return -1;
        if (id.Bytes.SequenceEqual("Toys"u8))
            return 0;
        if (id.Bytes.Length < 6 || !int.TryParse(id.Bytes[6..], NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return -1;
        if (id.Bytes.StartsWith("Toys/V"u8))
            return number < _types.Length ? number + 1 : -1;
        return id.Bytes.StartsWith("Toys/M"u8) && number < Methods ? 1 + _types.Length + number : -1;
    }

    /// <inheritdoc/>
    public NodeId IdOf(int node) =>
        node == 0 ? IdOfFolder
        : IsMethod(node) ? IdOfMethod(MethodOf(node))
        : IdOfVariable(node - 1);

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) =>
        node == 0 ? NodeClass.Object
        : IsMethod(node) ? NodeClass.Method
        : NodeClass.Variable;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) =>
        new(
            Namespace,
            node == 0 ? Folder
                : IsMethod(node) ? $"M{MethodOf(node)}"
                : $"V{node - 1}"
        );

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(BrowseNameOf(node).Name);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) =>
        node == 0 ? Ids.FolderType
        : IsMethod(node) ? 0
        : Ids.BaseDataVariableType;

    /// <inheritdoc/>
    public int VariableOf(int node) => IsMethod(node) ? -1 : node - 1;

    /// <inheritdoc/>
    public int NodeOf(int variable) => variable < _types.Length ? variable + 1 : -1;

    /// <inheritdoc/>
    public PermissionSet? PermissionsOf(int node) =>
        node == 0 ? null
        : IsMethod(node) ? PermissionsOfMethod(MethodOf(node))
        : Permissions(node - 1);

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        value = (node, attribute) switch
        {
            (0, AttributeId.EventNotifier) => Variant.From((byte)0),
            (0, _) => default,
            (_, AttributeId.Executable or AttributeId.UserExecutable) when IsMethod(node) => Variant.From(true),
            _ when IsMethod(node) => default,
            (_, AttributeId.DataType) => Variant.From((NodeId)(uint)_types[node - 1]),
            (_, AttributeId.ValueRank) => Variant.From(IsArray(node - 1) ? 1 : -1),
            (_, AttributeId.AccessLevel) => Variant.From((byte)((IsReadable(node - 1) ? 1 : 0) | (IsWritable(node - 1) ? 2 : 0))),
            (_, AttributeId.MinimumSamplingInterval) => Variant.From(SamplingInterval),
            (_, AttributeId.Historizing) => Variant.From(false),
            (_, AttributeId.Description) => Variant.From(new LocalizedText($"Toy {node - 1}", "en")),
            _ => default,
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        if (node > 0)
        {
            if (skip > 0)
                return 0;
            destination[0] = new NodeReference(TypeOf(node), false, NodeHandle.Own(0));
            return 1;
        }

        var count = Math.Clamp(Nodes - 1 - skip, 0, destination.Length);
        for (var i = 0; i < count; i++)
            destination[i] = new NodeReference(TypeOf(skip + i + 1), true, NodeHandle.Own(skip + i + 1));
        return count;
    }

    private uint TypeOf(int node) => IsMethod(node) ? Ids.HasComponent : Ids.Organizes;

    private bool IsMethod(int node) => node > _types.Length;

    private int MethodOf(int node) => node - 1 - _types.Length;
}
