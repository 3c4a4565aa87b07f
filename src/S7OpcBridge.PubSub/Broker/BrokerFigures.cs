namespace S7OpcBridge.PubSub;

/// <summary>What a link to a broker has done since its start.</summary>
/// <param name="State">How it stands.</param>
/// <param name="Version">The version that is spoken; null: not connected.</param>
/// <param name="Trouble">Why it is not connected, as a sentence; null: it is.</param>
/// <param name="Messages">Messages that the broker took over.</param>
/// <param name="Values">Values in them.</param>
/// <param name="Bytes">Bytes of their payloads.</param>
/// <param name="InFlight">Messages that are sent and not acknowledged.</param>
/// <param name="Connects">Connections that were made.</param>
/// <param name="Refused">Messages that the broker refused, and those that are larger than it takes.</param>
/// <param name="Commands">Commands that were answered.</param>
/// <param name="RefusedCommands">Commands that were refused before they were looked at.</param>
/// <param name="UnknownAcknowledgements">Acknowledgements of messages that were not waiting for one.</param>
/// <param name="Waiting">What waits.</param>
public sealed record BrokerFigures(
    BrokerState State,
    MqttVersion? Version,
    string? Trouble,
    long Messages,
    long Values,
    long Bytes,
    int InFlight,
    long Connects,
    long Refused,
    long Commands,
    long RefusedCommands,
    long UnknownAcknowledgements,
    BufferFigures Waiting
);
