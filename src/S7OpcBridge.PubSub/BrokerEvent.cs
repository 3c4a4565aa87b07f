namespace S7OpcBridge.PubSub;

/// <summary>Something that happened between a publisher and its broker.</summary>
public abstract record BrokerEvent
{
    private protected BrokerEvent() { }
}

/// <summary>A connection was made; retained messages and key frames are due.</summary>
/// <param name="Version">The version that is spoken.</param>
/// <param name="Again">Whether there was one before.</param>
public sealed record BrokerConnected(MqttVersion Version, bool Again) : BrokerEvent;

/// <summary>There is no connection, or it ended.</summary>
/// <param name="Reason">Why.</param>
/// <param name="Words">What happened, where, and what to do.</param>
/// <param name="Pause">Time until the next attempt.</param>
public sealed record BrokerNotConnected(BrokerRefusal Reason, string Words, TimeSpan Pause) : BrokerEvent;

/// <summary>The broker does not take a message or a subscription; all else goes on. Told once per topic and reason while a connection lasts.</summary>
/// <param name="Reason">Why.</param>
/// <param name="Topic">The topic.</param>
/// <param name="Words">What happened, where, and what to do.</param>
public sealed record BrokerRefusedTopic(BrokerRefusal Reason, string Topic, string Words) : BrokerEvent;

/// <summary>The broker lacks something that is asked for; the link does without.</summary>
/// <param name="Words">What it is.</param>
public sealed record BrokerLacks(string Words) : BrokerEvent;

/// <summary>A command was refused before it was looked at.</summary>
/// <param name="Topic">Its topic.</param>
/// <param name="Words">Why.</param>
public sealed record CommandRefused(string Topic, string Words) : BrokerEvent;

/// <summary>Retained messages that nothing stands for any more were deleted at the broker.</summary>
/// <param name="Topics">How many.</param>
public sealed record StaleTopicsCleared(int Topics) : BrokerEvent;

/// <summary>Waiting messages were lost; told at most once a minute, with all since then.</summary>
/// <param name="Messages">How many messages.</param>
/// <param name="Values">Values in them.</param>
/// <param name="Words">Why.</param>
public sealed record MessagesLost(long Messages, long Values, string Words) : BrokerEvent;

/// <summary>The journal of waiting messages can't be used; they wait in memory.</summary>
/// <param name="Words">Why, and what to do.</param>
public sealed record JournalFailed(string Words) : BrokerEvent;

/// <summary>The journal can be used again.</summary>
public sealed record JournalRecovered : BrokerEvent;
