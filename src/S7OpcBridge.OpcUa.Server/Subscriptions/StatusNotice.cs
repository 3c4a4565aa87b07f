namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>A StatusChangeNotification to be sent.</summary>
internal readonly record struct StatusNotice(uint SubscriptionId, uint SequenceNumber, StatusCode Status);
