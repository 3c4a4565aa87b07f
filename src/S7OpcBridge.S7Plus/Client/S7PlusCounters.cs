namespace S7OpcBridge.S7Plus;

/// <summary>Counters of a connection.</summary>
/// <param name="Answers">Number of answers.</param>
/// <param name="Refused">Answers that refused the whole request.</param>
/// <param name="BytesSent">Bytes passed to TLS.</param>
/// <param name="BytesReceived">Bytes received from TLS.</param>
/// <param name="Notifications">Notifications of subscriptions.</param>
/// <param name="Unknown">Messages, and parts of notifications, that no job or subscription expected.</param>
/// <param name="Events">System events.</param>
public readonly record struct S7PlusCounters(
    long Answers,
    long Refused,
    long BytesSent,
    long BytesReceived,
    long Notifications,
    long Unknown,
    long Events
);
