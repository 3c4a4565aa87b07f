namespace S7OpcBridge.Cluster;

/// <summary>The link to another node: what it was sent and what waits. A snapshot.</summary>
/// <param name="Node">Name of the other node.</param>
/// <param name="Waiting">Tags with a change that it has not confirmed yet, each counted once.</param>
/// <param name="Lag">Age of the oldest unconfirmed message; zero: everything is confirmed.</param>
/// <param name="Batches">Batches that it has confirmed.</param>
/// <param name="Values">Values in them.</param>
/// <param name="Bytes">Bytes of them.</param>
/// <param name="Joined">Changes that a newer one of the same tag replaced before they were sent.</param>
/// <param name="Failures">Batches that were not answered in time or refused.</param>
/// <param name="LastFailure">Why the last one was not; empty: the link works.</param>
/// <param name="DifferentMaps">PLCs whose tags differ in the two maps: values are translated by path.</param>
/// <param name="UnknownPlcs">PLCs of this node that its map does not have.</param>
public sealed record LinkFigures(
    string Node,
    int Waiting,
    TimeSpan Lag,
    long Batches,
    long Values,
    long Bytes,
    long Joined,
    long Failures,
    string LastFailure,
    IReadOnlyCollection<string> DifferentMaps,
    IReadOnlyCollection<string> UnknownPlcs
);
