using System.Runtime.InteropServices;
using System.Text;
using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.PubSub;

/// <summary>
/// The nodes of a description: ids <c>ns=1;s=PubSub/CONNECTION/GROUP/WRITER</c> and <c>…//MEMBER</c>, of data sets
/// <c>ns=1;s=PublishedDataSets/CONNECTION/GROUP/WRITER</c>. An index is the item and its member; there is no object per node, and attributes are those of
/// the declarations in namespace 0.
/// </summary>
internal sealed class PubSubNodes : INodeSource
{
    private const ushort Namespace = 1;
    private const int MemberBits = 5,
        MemberMask = (1 << MemberBits) - 1;
    private const string Connections = "PubSub",
        DataSets = "PublishedDataSets",
        Separator = "//"; // no name of an item contains it

    private readonly Namespace0 _types;
    private readonly List<PubSubItem> _items = [];
    private readonly Dictionary<string, int> _places = [];
    private readonly List<(NodeId From, NodeReference Reference)> _outside = [];

    /// <param name="types">Namespace 0, with the types.</param>
    /// <param name="description">What the nodes show.</param>
    public PubSubNodes(Namespace0 types, PubSubDescription description)
    {
        (_types, Description) = (types, description);
        foreach (var connection in description.Connections)
            Add(connection);
    }

    /// <summary>What the nodes show.</summary>
    public PubSubDescription Description { get; }

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences => _outside;

    /// <inheritdoc/>
    public int Find(in NodeIdView id)
    {
        if (id is not { Namespace: Namespace, Kind: NodeIdKind.String } || !IsOurs(id.Bytes))
            return -1;
        ReadOnlySpan<char> text = Encoding.UTF8.GetString(id.Bytes);
        var end = text.IndexOf(Separator) is >= 0 and var found ? found : text.Length;
        if (!_places.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(text[..end], out var place))
            return -1;
        var members = _items[place].Members;
        for (var member = 0; member < members.Length; member++)
        {
            if (text[end..].SequenceEqual(PathOf(members, member)))
                return place << MemberBits | member;
        }

        return -1;
    }

    /// <inheritdoc/>
    public NodeId IdOf(int node) => new(Namespace, ItemOf(node).Id + PathOf(ItemOf(node).Members, node & MemberMask));

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => MemberOf(node).Value is null ? NodeClass.Object : NodeClass.Variable;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) =>
        MemberOf(node).Parent < 0 ? new QualifiedName(Namespace, ItemOf(node).Name) : _types.BrowseNameOf(DeclarationOf(node));

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(BrowseNameOf(node).Name);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) => TypeOf(MemberOf(node));

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public PermissionSet PermissionsOf(int node) => PermissionSet.OfServer;

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        var member = MemberOf(node);
        if (member.Value is not null && attribute != AttributeId.Value)
            return _types.Read(DeclarationOf(node), attribute, out value);
        value = attribute switch
        {
            AttributeId.Value when member.Value is not null => member.Value(ItemOf(node)),
            AttributeId.EventNotifier => Variant.From((byte)0),
            AttributeId.Description => Variant.From(default(LocalizedText)),
            _ => default,
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        var (item, members, self) = (node & ~MemberMask, ItemOf(node).Members, node & MemberMask);
        var all = new List<NodeReference>();
        if (members[self].Parent is >= 0 and var parent)
            all.Add(new NodeReference(LinkTo(members[self]), false, NodeHandle.Own(item | parent)));
        for (var child = 1; child < members.Length; child++)
        {
            if (members[child].Parent == self)
                all.Add(new NodeReference(LinkTo(members[child]), true, NodeHandle.Own(item | child)));
        }
        if (self == 0)
            all.AddRange(ItemOf(node).Links);
        var count = Math.Clamp(all.Count - skip, 0, destination.Length);
        if (count > 0)
            CollectionsMarshal.AsSpan(all).Slice(skip, count).CopyTo(destination);
        return count;
    }

    private void Add(PubSubConnectionDescription connection)
    {
        var id = $"{Connections}/{connection.Name}";
        var root = Add(new PubSubItem(PubSubMembers.Connection, id, connection.Name, connection));
        _outside.Add((PubSubIds.PublishSubscribe, new NodeReference(Ids.HasPubSubConnection, true, NodeHandle.Own(root))));
        foreach (var group in connection.Groups)
        {
            var members = connection.IsUadp ? PubSubMembers.UadpGroup : PubSubMembers.JsonGroup;
            var owner = Add(new PubSubItem(members, $"{id}/{group.Name}", group.Name, connection, group));
            Link(root, PubSubIds.HasWriterGroup, owner);
            foreach (var writer in group.Writers)
                Add(connection, group, owner, writer);
        }
    }

    private void Add(PubSubConnectionDescription connection, WriterGroupDescription group, int owner, DataSetWriterDescription writer)
    {
        var members = connection.IsUadp ? PubSubMembers.UadpWriter : PubSubMembers.JsonWriter;
        var path = $"/{connection.Name}/{group.Name}/{writer.Name}";
        var place = Add(new PubSubItem(members, Connections + path, writer.Name, connection, group, writer));
        Link(owner, PubSubIds.HasDataSetWriter, place);
        var dataSet = Add(new PubSubItem(PubSubMembers.DataSet, DataSets + path, writer.DataSet.Name, connection, group, writer));
        Link(dataSet, PubSubIds.DataSetToWriter, place);
        _outside.Add((PubSubIds.PublishedDataSets, new NodeReference(Ids.HasComponent, true, NodeHandle.Own(dataSet))));
    }

    private int Add(PubSubItem item)
    {
        _places.Add(item.Id, _items.Count);
        _items.Add(item);
        return _items.Count - 1 << MemberBits;
    }

    private void Link(int from, uint type, int to)
    {
        ItemOf(from).Links.Add(new NodeReference(type, true, NodeHandle.Own(to)));
        ItemOf(to).Links.Add(new NodeReference(type, false, NodeHandle.Own(from)));
    }

    private static bool IsOurs(ReadOnlySpan<byte> id) =>
        NodeNames.TakePrefix(ref id, Connections + "/") || NodeNames.TakePrefix(ref id, DataSets + "/");

    private PubSubItem ItemOf(int node) => _items[node >> MemberBits];

    private PubSubMember MemberOf(int node) => ItemOf(node).Members[node & MemberMask];

    private int DeclarationOf(int node) => _types.Find(new NodeIdView(0, MemberOf(node).Declaration));

    private uint TypeOf(PubSubMember member) =>
        member.Type > 0 ? member.Type
        : member.Parent < 0 ? member.Declaration
        : _types.TypeDefinitionOf(_types.Find(new NodeIdView(0, member.Declaration)));

    private uint LinkTo(PubSubMember member) => TypeOf(member) == Ids.PropertyType ? Ids.HasProperty : Ids.HasComponent;

    // What the id of a member has behind that of its item.
    private string PathOf(PubSubMember[] members, int member)
    {
        var it = members[member];
        if (it.Parent < 0)
            return "";
        var name = _types.BrowseNameOf(_types.Find(new NodeIdView(0, it.Declaration))).Name;
        return it.Parent == 0 ? $"{Separator}{name}" : $"{PathOf(members, it.Parent)}/{name}";
    }
}
