using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>What only few monitored items have.</summary>
internal sealed class ItemDetails
{
    /// <summary>The node, where the variable does not tell it.</summary>
    public NodeHandle Node { get; set; } = NodeHandle.None;

    /// <summary>Queue and sampling interval, where the subscription's table has no room for them.</summary>
    public ItemSettings Settings { get; set; }

    /// <summary>The attribute, where it is not the value of a table variable.</summary>
    public AttributeId Attribute { get; set; } = AttributeId.Value;

    /// <summary>The part of an array, a string or a byte string that the client wants.</summary>
    public IndexRange? Range { get; set; }

    /// <summary>A status that stands for the value, for example BadNotReadable: for ever, or until the session has another user.</summary>
    public uint Denied { get; set; }

    /// <summary>The node that the item looked at before a reload took it away; it may come back. Default: it is there.</summary>
    public NodeId Gone { get; set; }

    /// <summary>The deadband in percent of the EURange, where the client gave it so; null: it did not.</summary>
    public double? DeadbandPercent { get; set; }

    /// <summary>Ids of the items that this one triggers.</summary>
    public HashSet<uint>? Triggered { get; set; }

    /// <summary>Ids of the items that trigger this one.</summary>
    public HashSet<uint>? TriggeredBy { get; set; }

    /// <summary>The events that wait, where the item delivers events.</summary>
    public EventQueue? Events { get; set; }

    /// <summary>Which events those are, and what is told of them.</summary>
    public EventPlan? Wants { get; set; }
}
