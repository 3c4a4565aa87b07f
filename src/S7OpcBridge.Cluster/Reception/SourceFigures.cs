namespace S7OpcBridge.Cluster;

/// <summary>What another node has sent. A snapshot.</summary>
/// <param name="Node">Name of the other node.</param>
/// <param name="Values">Values taken from it.</param>
/// <param name="Batches">Batches taken from it.</param>
/// <param name="Images">How often all values of a PLC were asked for, after a silence or because the maps differ.</param>
/// <param name="Lag">Age of its newest batch on arrival, by the clocks of the two machines.</param>
public sealed record SourceFigures(string Node, long Values, long Batches, long Images, TimeSpan Lag);
