using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Reading;

/// <summary>Where sealed chunks are stored.</summary>
internal abstract class ChunkSource
{
    /// <summary>The days that may have chunks, in any order.</summary>
    public abstract ValueTask<IReadOnlyList<int>> DaysAsync(CancellationToken cancellationToken);

    /// <summary>Chunks of a series with values within a stretch of one day, both ends included.</summary>
    /// <param name="low">The first time.</param>
    /// <param name="high">The last time.</param>
    /// <param name="backward">True: the newest are read first.</param>
    /// <param name="wanted">So many values will be read, as far as the reader knows: what is found for them may be loaded at once.</param>
    public abstract ValueTask<ChunkWindow> FindAsync(
        int series,
        int day,
        long low,
        long high,
        bool backward,
        int wanted,
        CancellationToken cancellationToken
    );

    /// <summary>The data of a chunk; null: it was deleted meanwhile. <see cref="InvalidDataException"/>: it is damaged.</summary>
    public abstract ValueTask<byte[]?> LoadAsync(Chunk chunk, CancellationToken cancellationToken);
}
