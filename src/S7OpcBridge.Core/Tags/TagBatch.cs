using S7OpcBridge.Core.Tags;

namespace S7OpcBridge.Core;

/// <summary>A change of one tag.</summary>
/// <param name="Tag">Id of the tag, its index in <see cref="TagMap.Tags"/>.</param>
/// <param name="Value">The value. Kind None: only the quality changes, and the last value, if any, is kept.</param>
/// <param name="SourceTicks">UTC ticks: arrival of the answer that brought the change, or the time at which the quality was recognised.</param>
public readonly record struct TagSample(int Tag, TagValue Value, TagQuality Quality, long SourceTicks);

/// <summary>
/// The result of one cycle of one scan class: the changed tags, and the time at which the PLC confirmed the others. Pooled: the reader of the channel calls
/// <see cref="Return"/> exactly once.
/// </summary>
public sealed class TagBatch
{
    // Large enough that an update is worth its overhead, small enough that the batches of a first read do not stay in memory.
    private const int FullAt = 100;

    private readonly TagBatchPool? _pool;
    private TagSample[] _samples = [];

    internal TagBatch(TagBatchPool? pool) => _pool = pool;

    /// <summary>Makes a batch outside any pool, for tests and tools.</summary>
    public TagBatch() { }

    /// <summary>Index of the scan group, see <see cref="TagMap.ScanGroups"/>.</summary>
    public int ScanGroup { get; internal set; }

    /// <summary>UTC ticks at which the PLC last confirmed the values of this group; while the link is down, of the last attempt. 0: no information.</summary>
    public long ConfirmedTicks { get; internal set; }

    /// <summary>True: the values were read by another node of the cluster, which owns the PLC.</summary>
    public bool IsForwarded { get; internal set; }

    /// <summary>The task of callers waiting until this batch has been applied.</summary>
    internal TaskCompletionSource? Waiters { get; set; }

    /// <summary>Written tags that this batch has read back; null: none.</summary>
    internal List<ReadBack>? EndedReadBacks { get; set; }

    /// <summary>Number of samples; 0 in a steady cycle.</summary>
    public int Count { get; private set; }

    /// <summary>True: it is sent before more is added, so that a cycle with many changes is published while it runs.</summary>
    internal bool IsFull => Count >= FullAt;

    /// <summary>The samples.</summary>
    public ReadOnlySpan<TagSample> Samples => _samples.AsSpan(0, Count);

    /// <summary>Marks the batch as applied and returns it to its pool. It must not be used afterwards.</summary>
    public void Return()
    {
        Waiters?.TrySetResult();
        Waiters = null;
        EndedReadBacks?.ForEach(static readBack => readBack.Confirm());
        EndedReadBacks = null;
        _samples.AsSpan(0, Count).Clear();
        Count = 0;
        IsForwarded = false;
        _pool?.Return(this);
    }

    /// <summary>Samples that fit without growing.</summary>
    internal int Capacity => _samples.Length;

    /// <summary>Releases its memory.</summary>
    internal void Shrink() => _samples = [];

    /// <summary>Adds a sample. Belongs to the read lane until the batch is sent.</summary>
    public void Add(in TagSample sample)
    {
        if (Count == _samples.Length)
            Array.Resize(ref _samples, Math.Max(16, Count * 2));
        _samples[Count++] = sample;
    }
}
