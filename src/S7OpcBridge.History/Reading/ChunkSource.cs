using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Reading;

/// <summary>Where sealed chunks are stored.</summary>
internal abstract class ChunkSource
{
    /// <summary>The days that may have chunks, in any order.</summary>
    public abstract ValueTask<IReadOnlyList<int>> DaysAsync(CancellationToken cancellationToken);

    /// <summary>Chunks of a series with values within a stretch of one day, both ends included.</summary>
    public abstract ValueTask<ChunkWindow> FindAsync(int series, int day, long low, long high, bool backward, CancellationToken cancellationToken);

    /// <summary>The data of a chunk; null: it was deleted meanwhile. <see cref="InvalidDataException"/>: it is damaged.</summary>
    public abstract ValueTask<byte[]?> LoadAsync(Chunk chunk, CancellationToken cancellationToken);
}
