using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>Fields that only few monitored items have.</summary>
internal sealed class ItemDetails
{
    /// <summary>The node, if it does not follow from the variable.</summary>
    public NodeHandle Node { get; set; } = NodeHandle.None;

    /// <summary>Queue and sampling interval, if the subscription's table has no room for them.</summary>
    public ItemSettings Settings { get; set; }

    /// <summary>Bytes that are counted for the item beyond those of every item: its filter and these details.</summary>
    public long Bytes { get; set; }

    /// <summary>The attribute, if the item is not on the value of a table variable.</summary>
    public AttributeId Attribute { get; set; } = AttributeId.Value;

    /// <summary>The part of an array, a string or a byte string that the client requests.</summary>
    public IndexRange? Range { get; set; }

    /// <summary>A status that the item delivers instead of values, for example BadNotReadable; checked again when the session has another user.</summary>
    public uint Denied { get; set; }

    /// <summary>The id of the item's node while a reload has removed that node; it may come back. Default: the node exists.</summary>
    public NodeId Gone { get; set; }

    /// <summary>The deadband in percent of the EURange, if the client gave a percent deadband; otherwise null.</summary>
    public double? DeadbandPercent { get; set; }

    /// <summary>Calculates what the item delivers; null: it delivers values as they come.</summary>
    public LiveAggregate? Aggregate { get; set; }

    /// <summary>Ids of the items that this one triggers.</summary>
    public HashSet<uint>? Triggered { get; set; }

    /// <summary>Ids of the items that trigger this one.</summary>
    public HashSet<uint>? TriggeredBy { get; set; }

    /// <summary>The queued events of an item for events.</summary>
    public EventQueue? Events { get; set; }

    /// <summary>The filter of an item for events.</summary>
    public EventPlan? Wants { get; set; }
}
