using System.Runtime.InteropServices;
using S7OpcBridge.OpcUa.Server.Aggregates;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// An object "HA Configuration" for each way in which history is kept (HistoricalDataConfigurationType, OPC 10000-11, 5.2.2), ids <c>ns=1;s=History/NAME</c>
/// and
/// <c>…/MEMBER</c>. All variables that are kept in this way refer to the same object.
/// </summary>
internal sealed class HistoryNodes : INodeSource
{
    private readonly List<Member> _members = [];

    /// <param name="history">The configurations; null: there is no history.</param>
    /// <param name="namespace0">Namespace 0, with the aggregate functions.</param>
    public HistoryNodes(HistorySource? history, Namespace0 namespace0)
    {
        foreach (var configuration in history?.Configurations ?? [])
            AddObject(history!, configuration);
        // The functions serve as filters of monitored items too.
        NodeId[] folders = history is null
            ? [Ids.Server_ServerCapabilities_AggregateFunctions]
            : [Ids.Server_ServerCapabilities_AggregateFunctions, Ids.HistoryServerCapabilities_AggregateFunctions];
        ExternalReferences =
        [
            .. from folder in folders
            from function in AggregateFunctions.All
            select (folder, new NodeReference(Ids.Organizes, true, new NodeHandle(0, namespace0.Find(new NodeIdView(0, function))))),
        ];
    }

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences { get; }

    /// <inheritdoc/>
    public int Find(in NodeIdView id)
    {
        if (id is not { Namespace: 1, Kind: NodeIdKind.String })
            return -1;
        for (var node = 0; node < _members.Count; node++)
        {
            if (NodeNames.Matches(id.Bytes, _members[node].Id))
                return node;
        }

        return -1;
    }

    /// <inheritdoc/>
    public NodeId IdOf(int node) => new(1, _members[node].Id);

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) => _members[node].Value is null ? NodeClass.Object : NodeClass.Variable;

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node) => new(0, _members[node].Name);

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(_members[node].Name);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) => _members[node].Type;

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public PermissionSet PermissionsOf(int node) => PermissionSet.OfServer;

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        var member = _members[node];
        value = attribute switch
        {
            AttributeId.Description => Variant.From(default(LocalizedText)),
            AttributeId.EventNotifier when member.Value is null => Variant.From((byte)0),
            _ when member.Value is null => default,
            AttributeId.Value => member.Value(),
            AttributeId.DataType => Variant.From((NodeId)member.DataType),
            AttributeId.ValueRank => Variant.From(-1),
            AttributeId.AccessLevel or AttributeId.UserAccessLevel => Variant.From((byte)1),
            AttributeId.Historizing => Variant.From(false),
            _ => default,
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        var all = new List<NodeReference>();
        if (_members[node].Parent >= 0)
            all.Add(new NodeReference(LinkTo(node), false, NodeHandle.Own(_members[node].Parent)));
        for (var child = 0; child < _members.Count; child++)
        {
            if (_members[child].Parent == node)
                all.Add(new NodeReference(LinkTo(child), true, NodeHandle.Own(child)));
        }

        var count = Math.Clamp(all.Count - skip, 0, destination.Length);
        if (count > 0)
            CollectionsMarshal.AsSpan(all).Slice(skip, count).CopyTo(destination);
        return count;
    }

    private uint LinkTo(int node) => _members[node].Value is null ? Ids.HasComponent : Ids.HasProperty;

    private void AddObject(HistorySource history, HistoryConfiguration configuration)
    {
        var id = (string)HistoryFacts.IdOf(configuration).Identifier!;
        var rules = configuration.Aggregates;
        var top = Add(new Member(id, "HA Configuration", Ids.HistoricalDataConfigurationType, -1));
        AddProperty(top, "Stepped", Ids.Boolean, () => Variant.From(configuration.IsStepped));
        AddProperty(top, "StartOfArchive", Ids.UtcTime, () => Variant.FromDateTime(history.StartOfArchive()));
        AddProperty(top, "StartOfOnlineArchive", Ids.UtcTime, () => Variant.FromDateTime(history.StartOfArchive()));
        AddProperty(top, "ServerTimestampSupported", Ids.Boolean, () => Variant.From(history.HasServerTimes));
        if (history.Kept is { } kept)
            AddProperty(top, "MaxTimeStoredValues", Ids.Duration, () => Variant.From(kept.TotalMilliseconds));
        var aggregates = Add(new Member($"{id}/AggregateConfiguration", "AggregateConfiguration", Ids.AggregateConfigurationType, top));
        AddProperty(aggregates, "TreatUncertainAsBad", Ids.Boolean, () => Variant.From(rules.TreatUncertainAsBad));
        AddProperty(aggregates, "PercentDataBad", Ids.Byte, () => Variant.From(rules.PercentDataBad));
        AddProperty(aggregates, "PercentDataGood", Ids.Byte, () => Variant.From(rules.PercentDataGood));
        AddProperty(aggregates, "UseSlopedExtrapolation", Ids.Boolean, () => Variant.From(rules.UseSlopedExtrapolation));
    }

    private int Add(Member member)
    {
        _members.Add(member);
        return _members.Count - 1;
    }

    private void AddProperty(int parent, string name, uint dataType, Func<Variant> value) =>
        Add(new Member($"{_members[parent].Id}/{name}", name, Ids.PropertyType, parent, dataType, value));

    private sealed record Member(string Id, string Name, uint Type, int Parent, uint DataType = 0, Func<Variant>? Value = null);
}
