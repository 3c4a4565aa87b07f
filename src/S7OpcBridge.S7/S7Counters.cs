namespace S7OpcBridge.S7;

/// <summary>What a connection has done since it was opened: a snapshot.</summary>
/// <param name="Jobs">Jobs answered, refusals included.</param>
/// <param name="Refused">Jobs that the PLC refused as a whole.</param>
/// <param name="BytesSent">Bytes on the wire, TPKT and COTP included.</param>
/// <param name="BytesReceived">Bytes on the wire, TPKT and COTP included.</param>
/// <param name="Sends">Sends to the socket; fewer than jobs where frames left together.</param>
/// <param name="UnknownAnswers">Answers that no outstanding job waits for (late, doubled or invented), dropped.</param>
/// <param name="Pushes">Frames that the PLC sent unasked (mode changes, cyclic data, alarms), dropped.</param>
/// <param name="EmptyFrames">COTP frames without data, skipped.</param>
/// <param name="Waits">Jobs that had to wait until one in flight was answered.</param>
/// <param name="WaitTime">How long these waited, in sum.</param>
public readonly record struct S7Counters(
    long Jobs, long Refused, long BytesSent, long BytesReceived, long Sends, long UnknownAnswers, long Pushes, long EmptyFrames, long Waits, TimeSpan WaitTime);
