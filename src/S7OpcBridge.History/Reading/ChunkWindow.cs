using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Reading;

/// <summary>Chunks of a series that a source found for a stretch of time.</summary>
/// <param name="Chunks">In any order; data may be absent.</param>
/// <param name="Until">
/// The list is complete up to this time, exclusive in the direction of reading; null: for the whole stretch. Lies within the stretch and not on its start.
/// </param>
internal sealed record ChunkWindow(IReadOnlyList<Chunk> Chunks, long? Until);
