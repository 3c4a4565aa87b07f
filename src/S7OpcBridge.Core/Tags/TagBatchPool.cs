using System.Collections.Concurrent;

namespace S7OpcBridge.Core;

/// <summary>Batches that come back are used again, so that a cycle allocates nothing.</summary>
internal sealed class TagBatchPool
{
    private readonly ConcurrentQueue<TagBatch> _free = new();

    public TagBatch Rent() => _free.TryDequeue(out var batch) ? batch : new TagBatch(this);

    internal void Return(TagBatch batch) => _free.Enqueue(batch);
}
