namespace S7OpcBridge.S7Plus;

/// <summary>What a connection has done so far.</summary>
/// <param name="Answers">Answers taken in.</param>
/// <param name="Refused">Answers that refused the whole request.</param>
/// <param name="BytesSent">Bytes handed to TLS.</param>
/// <param name="BytesReceived">Bytes that came out of TLS.</param>
/// <param name="Notifications">Notifications of subscriptions.</param>
/// <param name="Unknown">Messages nobody waited for.</param>
/// <param name="Events">System events.</param>
public readonly record struct S7PlusCounters(
    long Answers, long Refused, long BytesSent, long BytesReceived, long Notifications, long Unknown, long Events);
