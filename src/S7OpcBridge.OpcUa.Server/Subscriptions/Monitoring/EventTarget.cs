using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>What has to be known of an item to deliver an event to it.</summary>
/// <param name="Item">Its id.</param>
/// <param name="Plan">Its filter.</param>
/// <param name="Node">The node at which it listens.</param>
internal readonly record struct EventTarget(uint Item, EventPlan Plan, NodeHandle Node);

/// <summary>For whom events are filtered and encoded.</summary>
/// <param name="Owner">The session.</param>
/// <param name="Access">What the user may see; null: everything.</param>
/// <param name="MayAudit">Whether the session may see audit events.</param>
/// <param name="Locales">The session's locales.</param>
/// <param name="Epoch">Another number once the session had another user.</param>
internal readonly record struct EventViewer(
    SessionViewer Owner,
    SessionAccess? Access,
    bool MayAudit,
    IReadOnlyList<string?> Locales,
    AddressSpaceView Nodes,
    int Epoch
)
{
    /// <summary>True if the session may not see an event at all.</summary>
    public bool MayNotSee(RaisedEvent happened) => !happened.MayBeSeenBy(Access, MayAudit, Nodes);

    /// <summary>The fields of an event for an item; null: the item does not want it.</summary>
    public byte[]? Encode(RaisedEvent happened, in EventTarget target) =>
        happened.IsForAll || happened.Reaches(target.Node, Nodes) && target.Plan.Wants(happened)
            ? target.Plan.Encode(happened, Locales)
            : null;
}
