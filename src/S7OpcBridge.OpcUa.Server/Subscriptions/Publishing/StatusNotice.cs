namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>A StatusChangeNotification to be sent.</summary>
internal readonly record struct StatusNotice(uint SubscriptionId, uint SequenceNumber, StatusCode Status);
