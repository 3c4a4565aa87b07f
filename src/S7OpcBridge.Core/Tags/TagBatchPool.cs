using System.Collections.Concurrent;

namespace S7OpcBridge.Core.Tags;

/// <summary>
/// Reuses returned batches, so that a cycle allocates nothing. One pool serves all PLCs. It keeps only as much memory as normal operation needs and releases
/// what the first read of all tags needed in addition.
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
