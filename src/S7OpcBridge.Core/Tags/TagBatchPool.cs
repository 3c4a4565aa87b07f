using System.Collections.Concurrent;

namespace S7OpcBridge.Core.Tags;

/// <summary>
/// Batches that come back are used again, so that a cycle allocates nothing. One pool for all PLCs, and no more memory in it than a plant at work has under
/// way: what the first read of all tags needed at once is given back.
/// </summary>
internal sealed class TagBatchPool
{
    private const int KeptSamples = 48 * 1024;

    private readonly ConcurrentQueue<TagBatch> _free = new();
    private int _kept;

    public TagBatch Rent()
    {
        if (!_free.TryDequeue(out var batch))
            return new TagBatch(this);
        Interlocked.Add(ref _kept, -batch.Capacity);
        return batch;
    }

    internal void Return(TagBatch batch)
    {
        var capacity = batch.Capacity;
        if (Interlocked.Add(ref _kept, capacity) > KeptSamples)
        {
            Interlocked.Add(ref _kept, -capacity);
            batch.Shrink();
        }
        _free.Enqueue(batch);
    }
}
