namespace S7OpcBridge.OpcUa.Channel;

/// <summary>How much memory clients take, at one moment.</summary>
/// <param name="Most">Bytes that all of them may take together.</param>
/// <param name="Taken">Bytes that they take now.</param>
/// <param name="GaveWay">How often the largest holder had to release memory because it was short.</param>
/// <param name="ByKind">Bytes by <see cref="ClientMemoryKind"/>.</param>
public sealed record ClientMemoryFigures(long Most, long Taken, long GaveWay, IReadOnlyList<long> ByKind);
