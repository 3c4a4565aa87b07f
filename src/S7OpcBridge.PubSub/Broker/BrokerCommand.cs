namespace S7OpcBridge.PubSub.Broker;

/// <summary>A message to a command topic.</summary>
/// <param name="Topic">Its topic.</param>
/// <param name="Payload">Its payload, within the limit.</param>
internal readonly record struct BrokerCommand(string Topic, ReadOnlyMemory<byte> Payload);
