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
    private TagBatch? _next;
    private int _kept;

    public TagBatch Rent()
    {
        // Where one batch goes round, as in a quiet plant, the queue is not touched.
        if (Interlocked.Exchange(ref _next, null) is not { } batch && !_free.TryDequeue(out batch))
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
        if (Interlocked.CompareExchange(ref _next, batch, null) is not null)
            _free.Enqueue(batch);
    }
}
