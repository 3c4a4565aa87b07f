using S7OpcBridge.OpcUa.Server.Conditions.Fields;
using S7OpcBridge.OpcUa.Server.Conditions.State;
using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Conditions.Nodes;

/// <summary>
/// The conditions as objects below their sources (HasCondition), ids <c>CONDITION/MEMBER</c>. There is no object per node: an index is made from the condition
/// and the place of the member.
/// </summary>
/// <param name="set">The conditions, for their values.</param>
/// <param name="model">Their definitions.</param>
/// <param name="types">Namespace 0, for the arguments of methods.</param>
/// <param name="permissions">Gives the permissions of a source; null: they are not checked.</param>
internal sealed class ConditionNodes(ConditionSet set, ConditionModel model, Namespace0 types, Func<NodeId, PermissionSet?> permissions)
    : INodeSource
{
    private const int MemberBits = 7,
        MemberMask = (1 << MemberBits) - 1,
        Levels = 3;

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences =>
        [
            .. Enumerable
                .Range(0, model.Count)
                .Select(i => (model.SourceOf(i), new NodeReference(Ids.HasCondition, true, NodeHandle.Own(i << MemberBits)))),
            ((NodeId)ConditionTypes.Alarm, new NodeReference(Ids.HasSubtype, true, NodeHandle.Own(ControllerAlarmType.First))),
        ];

    /// <inheritdoc/>
    public IEnumerable<(NodeId From, uint Type, NodeId To)> ForeignReferences =>
        Enumerable
            .Range(0, model.Count)
            .Where(i => !model.NotifierOf(i).IsNull && model.NotifierOf(i) != model.SourceOf(i))
            .Select(i => (model.NotifierOf(i), Ids.HasEventSource, model.SourceOf(i)))
            .Distinct();

    public static (int Condition, ConditionMember Member) Split(int node) => (node >> MemberBits, ConditionMembers.All[node & MemberMask]);

    /// <summary>The node of a condition's method; -1: the condition does not have it.</summary>
    public int MethodOf(int condition, ConditionAction action)
    {
        var name = action.ToString();
        var member = Array.FindIndex(ConditionMembers.All, one => one.Class == NodeClass.Method && one.Name == name);
        return Has(condition, member) ? condition << MemberBits | member : -1;
    }

    /// <inheritdoc/>
    public int Find(in NodeIdView id)
    {
        if (id.Kind != NodeIdKind.String)
            return ControllerAlarmType.Find(id);
        var text = id.Bytes;
        if (model.Find(id.Namespace, text) is >= 0 and var itself)
            return itself << MemberBits;
        for (var (level, end) = (0, text.Length); level < Levels && (end = text[..end].LastIndexOf((byte)'/')) > 0; level++)
        {
            if (model.Find(id.Namespace, text[..end]) is not (>= 0 and var condition))
                continue;
            var member = ConditionMembers.Find(text[(end + 1)..]);
            return member > 0 && Has(condition, member) ? condition << MemberBits | member : -1;
        }

        return -1;
    }

    /// <inheritdoc/>
    public NodeId IdOf(int node)
    {
        if (ControllerAlarmType.Has(node))
            return ControllerAlarmType.IdOf(node);
        var (condition, member) = Split(node);
        var id = model.IdOf(condition);
        return member.Path.Length == 0 ? id : new NodeId(id.Namespace, $"{id.Identifier}/{member.Path}");
    }

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => ControllerAlarmType.Has(node) ? ControllerAlarmType.ClassOf(node) : Split(node).Member.Class;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node)
    {
        if (ControllerAlarmType.Has(node))
            return ControllerAlarmType.BrowseNameOf(node);
        var (condition, member) = Split(node);
        return member.Path.Length == 0
            ? new QualifiedName(model.NamespaceOf(condition), model.NameOf(condition))
            : new QualifiedName(member.Namespace, member.Name);
    }

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(BrowseNameOf(node).Name);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node)
    {
        if (ControllerAlarmType.Has(node))
            return ControllerAlarmType.TypeDefinitionOf(node);
        var (condition, member) = Split(node);
        return member.Path.Length == 0 ? ConditionFields.OwnTypeOf(model.KindOf(condition)) : member.Type;
    }

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public PermissionSet? PermissionsOf(int node)
    {
        if (ControllerAlarmType.Has(node))
            return PermissionSet.OfServer;
        var (condition, member) = Split(node);
        var ofSource = permissions(model.SourceOf(condition));
        return member.Class == NodeClass.Method ? ConditionPermissions.ForMethod(ofSource, member.Name) : ofSource;
    }

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        if (ControllerAlarmType.Has(node))
            return ControllerAlarmType.Read(node, attribute, out value);
        var (condition, member) = Split(node);
        if (attribute == AttributeId.Value && member.Class == NodeClass.Variable)
        {
            return member.Declaration != 0
                ? types.Read(types.Find(new NodeIdView(0, member.Declaration)), attribute, out value)
                : set.FieldsOf(model, condition).Read(member.Path, null, out value);
        }

        value = (attribute, member.Class) switch
        {
            (AttributeId.Description, _) => Variant.From(default(LocalizedText)),
            (AttributeId.EventNotifier, NodeClass.Object) => Variant.From((byte)0),
            (AttributeId.Executable, NodeClass.Method) => Variant.From(true),
            (_, not NodeClass.Variable) => default,
            (AttributeId.DataType, _) => Variant.From((NodeId)member.DataType),
            (AttributeId.ValueRank, _) => Variant.From(member.IsArray ? 1 : -1),
            (AttributeId.ArrayDimensions, _) when member.IsArray => Variant.FromArray(BuiltInType.UInt32, new uint[] { 0 }),
            (AttributeId.AccessLevel, _) => Variant.From((byte)1),
            (AttributeId.Historizing, _) => Variant.From(false),
            _ => default,
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        if (ControllerAlarmType.Has(node))
            return ControllerAlarmType.References(types, node, skip, destination);
        var (condition, member) = (node >> MemberBits, node & MemberMask);
        var count = 0;
        if (member > 0)
            Add(
                new NodeReference(ConditionMembers.All[member].Reference, false, Own(condition, ConditionMembers.ParentOf(member))),
                destination
            );
        foreach (var child in ConditionMembers.ChildrenOf(member))
        {
            if (Has(condition, child))
                Add(new NodeReference(ConditionMembers.All[child].Reference, true, Own(condition, child)), destination);
        }

        return count;

        void Add(NodeReference reference, Span<NodeReference> page)
        {
            if (skip-- <= 0 && count < page.Length)
                page[count++] = reference;
        }
    }

    private static NodeHandle Own(int condition, int member) => NodeHandle.Own(condition << MemberBits | member);

    private bool Has(int condition, int member) => ConditionParts.Has(model, condition, ConditionMembers.All[member].Component);
}
