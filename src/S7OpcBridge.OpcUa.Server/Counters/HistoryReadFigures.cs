namespace S7OpcBridge.OpcUa.Server;

/// <summary>How the HistoryReads of all clients fare.</summary>
/// <param name="UnderWay">Reads that are worked on, or wait for their turn, now.</param>
/// <param name="Answers">Answers since the start.</param>
/// <param name="CutShort">Those among them that were cut short because their time was over or the memory was short; the rest follows by continuation
/// points.</param>
public readonly record struct HistoryReadFigures(int UnderWay, long Answers, long CutShort);
