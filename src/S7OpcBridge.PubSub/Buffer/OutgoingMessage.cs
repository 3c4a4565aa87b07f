namespace S7OpcBridge.PubSub.Buffer;

/// <summary>A message on its way to the broker.</summary>
/// <param name="Topic">Where it goes; without wildcards.</param>
/// <param name="Payload">Its bytes. An empty retained one deletes what the broker keeps (MQTT 5.0, 3.3.1.3).</param>
/// <param name="Type">What it is.</param>
/// <param name="Format">The form of its bytes, which MQTT 5 tells as content type.</param>
/// <param name="Retain">Whether the broker keeps it for later subscribers.</param>
/// <param name="Qos">0, 1 or 2.</param>
/// <param name="Values">Values in it, which the limit of the buffer counts.</param>
/// <param name="Expiry">After this time the broker forgets it (MQTT 5 only); zero: never.</param>
internal readonly record struct OutgoingMessage(
    string Topic,
    ReadOnlyMemory<byte> Payload,
    MessageType Type,
    PublishFormat Format,
    bool Retain,
    int Qos,
    int Values,
    TimeSpan Expiry = default
);
