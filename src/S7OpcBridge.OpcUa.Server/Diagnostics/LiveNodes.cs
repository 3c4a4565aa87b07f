using System.Globalization;
using System.Runtime.InteropServices;
using S7OpcBridge.OpcUa.Server.Counters;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>A node that each session, or each subscription, has.</summary>
/// <param name="Path">The part of its id after the session's or subscription's id; empty: the node of the session or subscription itself.</param>
/// <param name="Type">Type definition.</param>
/// <param name="Parent">Index of the member that it is a component of; -1: none.</param>
/// <param name="DataType">Of a variable.</param>
/// <param name="IsArray">True for an array of one dimension.</param>
/// <param name="Value">Of a variable; null: an object.</param>
internal sealed record LiveMember<T>(
    string Path,
    uint Type,
    int Parent,
    uint DataType = 0,
    bool IsArray = false,
    Func<T, Variant>? Value = null
)
{
    /// <summary>The last level of the path.</summary>
    public string Name { get; } = Path[(Path.LastIndexOf('/') + 1)..];
}

/// <summary>
/// The nodes of sessions, or of subscriptions: each has the same members, ids <c>ns=1;s=KIND/NUMBER/MEMBER</c>. There is no object per node: an index is made
/// from the number in the table and the member, so nothing is registered when a session begins. Nodes of an ended session are unknown.
/// </summary>
internal abstract class LiveNodes<T>(string kind, LiveTable<T> table, ServerDiagnostics diagnostics, LiveMember<T>[] members) : INodeSource
    where T : class
{
    private const int MemberBits = 6,
        MemberMask = (1 << MemberBits) - 1;
    private const ushort Namespace = 1;

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences => [];

    public static int IndexOf(int slot, int member) => slot << MemberBits | member;

    /// <summary>References from a permanent node to one member of each session or subscription.</summary>
    public IReadOnlyList<NodeReference> ReferencesToAll(int source, int member) =>
        !diagnostics.IsEnabled
            ? []
            : Array.ConvertAll(
                table.All,
                one => new NodeReference(Ids.HasComponent, true, new NodeHandle(source, IndexOf(one.Key, member)))
            );

    /// <inheritdoc/>
    public virtual int Find(in NodeIdView id)
    {
        if (!diagnostics.IsEnabled || id is not { Namespace: Namespace, Kind: NodeIdKind.String })
            return -1;
        var text = id.Bytes;
        if (!NodeNames.TakePrefix(ref text, kind) || !NodeNames.TakePrefix(ref text, "/"))
            return -1;
        var digits = text.IndexOf((byte)'/') is >= 0 and var slash ? slash : text.Length;
        if (!int.TryParse(text[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out var slot) || table.Find(slot) is null)
            return -1;
        var path = digits < text.Length ? text[(digits + 1)..] : [];
        for (var member = 0; member < members.Length; member++)
        {
            if (NodeNames.Matches(path, members[member].Path))
                return IndexOf(slot, member);
        }

        return -1;
    }

    /// <inheritdoc/>
    public virtual NodeId IdOf(int node) =>
        new(Namespace, MemberOf(node).Path is { Length: > 0 } path ? $"{kind}/{SlotOf(node)}/{path}" : $"{kind}/{SlotOf(node)}");

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => MemberOf(node).Value is null ? NodeClass.Object : NodeClass.Variable;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) =>
        MemberOf(node).Name is { Length: > 0 } name
            ? new QualifiedName(0, name)
            : new QualifiedName(Namespace, table.Find(SlotOf(node)) is { } one ? NameOf(one) : "");

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(BrowseNameOf(node).Name);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) => MemberOf(node).Type;

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public virtual PermissionSet PermissionsOf(int node) => PermissionSet.OfServer;

    /// <inheritdoc/>
    public virtual bool IsAboutCaller(int node, UaCaller caller) => false;

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        value = default;
        if (!diagnostics.IsEnabled || table.Find(SlotOf(node)) is not { } one)
            return StatusCodes.BadNodeIdUnknown;
        var member = MemberOf(node);
        value = attribute switch
        {
            AttributeId.Description => Variant.From(default(LocalizedText)),
            AttributeId.EventNotifier when member.Value is null => Variant.From((byte)0),
            _ when member.Value is null => default,
            AttributeId.Value => member.Value(one),
            AttributeId.DataType => Variant.From((NodeId)member.DataType),
            AttributeId.ValueRank => Variant.From(member.IsArray ? 1 : -1),
            AttributeId.ArrayDimensions when member.IsArray => Variant.FromArray(BuiltInType.UInt32, new uint[] { 0 }),
            AttributeId.AccessLevel or AttributeId.UserAccessLevel => Variant.From((byte)1),
            AttributeId.Historizing => Variant.From(false),
            _ => default,
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        if (!diagnostics.IsEnabled || table.Find(SlotOf(node)) is not { } one)
            return 0;
        var (slot, self) = (SlotOf(node), node & MemberMask);
        var all = new List<NodeReference>();
        if (members[self].Parent is >= 0 and var parent)
            all.Add(new NodeReference(Ids.HasComponent, false, NodeHandle.Own(IndexOf(slot, parent))));
        for (var child = 0; child < members.Length; child++)
        {
            if (members[child].Parent == self)
                all.Add(new NodeReference(Ids.HasComponent, true, NodeHandle.Own(IndexOf(slot, child))));
        }

        AddReferences(one, self, all);
        var count = Math.Clamp(all.Count - skip, 0, destination.Length);
        if (count > 0)
            CollectionsMarshal.AsSpan(all).Slice(skip, count).CopyTo(destination);
        return count;
    }

    /// <summary>The number of a node's session or subscription in the table.</summary>
    protected static int SlotOf(int node) => node >> MemberBits;

    /// <summary>The name of a session or subscription.</summary>
    protected abstract string NameOf(T one);

    /// <summary>Adds the references of a member to nodes outside its session or subscription.</summary>
    protected abstract void AddReferences(T one, int member, List<NodeReference> references);

    private LiveMember<T> MemberOf(int node) => members[node & MemberMask];
}
