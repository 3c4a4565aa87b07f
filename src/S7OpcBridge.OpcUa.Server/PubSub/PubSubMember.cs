namespace S7OpcBridge.OpcUa.Server.PubSub;

/// <summary>A node that each connection, group, writer or data set has.</summary>
/// <param name="Declaration">
/// Its declaration in the type, a numeric id of namespace 0, which has its name and attributes; for the node of the item itself its type.
/// </param>
/// <param name="Parent">Place of the member that it belongs to; -1: it is the item itself.</param>
/// <param name="Value">Of a variable; null: an object.</param>
/// <param name="Type">Its type where that of the declaration is abstract; 0: that of the declaration.</param>
internal sealed record PubSubMember(uint Declaration, int Parent, Func<PubSubItem, Variant>? Value = null, uint Type = 0);
