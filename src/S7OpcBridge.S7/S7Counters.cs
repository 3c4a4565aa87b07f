namespace S7OpcBridge.S7;

/// <summary>Counters of a connection since it was opened: a snapshot.</summary>
/// <param name="Jobs">Jobs answered, refusals included.</param>
/// <param name="Refused">Jobs that the PLC refused as a whole.</param>
/// <param name="BytesSent">Bytes on the wire, TPKT and COTP included.</param>
/// <param name="BytesReceived">Bytes on the wire, TPKT and COTP included.</param>
/// <param name="Sends">Sends to the socket; fewer than jobs where frames left together.</param>
/// <param name="UnknownAnswers">Answers that matched no pending job (late, duplicate or invented) and were dropped.</param>
/// <param name="Pushes">
/// Unsolicited frames of the PLC (mode changes, cyclic data, alarms); dropped where <see cref="S7Connection.Messages"/> did not ask.
/// </param>
/// <param name="EmptyFrames">COTP frames without data, skipped.</param>
/// <param name="Waits">Jobs that had to wait until one in flight was answered.</param>
/// <param name="WaitTime">Total time of these waits.</param>
public readonly record struct S7Counters(
    long Jobs,
    long Refused,
    long BytesSent,
    long BytesReceived,
    long Sends,
    long UnknownAnswers,
    long Pushes,
    long EmptyFrames,
    long Waits,
    TimeSpan WaitTime
);
