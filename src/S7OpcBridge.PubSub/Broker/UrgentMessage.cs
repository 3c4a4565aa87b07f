using S7OpcBridge.PubSub.Buffer;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>A message that goes before those of the buffer.</summary>
/// <param name="Message">The message.</param>
/// <param name="Source">What it is for.</param>
/// <param name="Correlation">What the one who asked wants to find in the answer (MQTT 5).</param>
internal readonly record struct UrgentMessage(OutgoingMessage Message, MessageSource Source, byte[]? Correlation = null);
