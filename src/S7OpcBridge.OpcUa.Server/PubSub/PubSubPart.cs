using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server.PubSub;

/// <summary>The PubSub nodes of one server.</summary>
internal sealed class PubSubPart : ExtensionPart
{
    private readonly Namespace0 _types;
    private PubSubNodes _nodes;
    private AddressSpace? _space;
    private int _source;

    public PubSubPart(Namespace0 types, PubSubDescription first)
    {
        _types = types;
        _nodes = new PubSubNodes(types, first);
        types.SetValue(
            PubSubIds.SupportedTransportProfiles,
            Variant.FromArray(BuiltInType.String, new[] { PubSubMembers.JsonProfile, PubSubMembers.UadpProfile })
        );
        types.SetValue(
            PubSubIds.State,
            _ => Variant.From((int)(_nodes.Description.Connections.IsEmpty ? PubSubState.Disabled : PubSubState.Operational))
        );
    }

    /// <inheritdoc/>
    public override INodeSource Nodes => _nodes;

    /// <inheritdoc/>
    public override void JoinTo(AddressSpace nodes, int source, EventListeners listeners) => (_space, _source) = (nodes, source);

    /// <summary>Replaces the nodes. One call at a time.</summary>
    public void Show(PubSubDescription description)
    {
        _nodes = new PubSubNodes(_types, description);
        _space?.Replace(_source, _nodes);
    }
}
