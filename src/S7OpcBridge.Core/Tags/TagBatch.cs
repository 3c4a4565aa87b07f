using S7OpcBridge.Core.Tags;

namespace S7OpcBridge.Core;

/// <summary>A change of one tag.</summary>
/// <param name="Tag">Id of the tag, its index in <see cref="TagMap.Tags"/>.</param>
/// <param name="Value">The value; Kind None: keep the last one and change the quality only (or there is none).</param>
/// <param name="Quality">Its quality.</param>
/// <param name="SourceTicks">UTC ticks: arrival of the answer in which it changed, or when the quality was recognised.</param>
public readonly record struct TagSample(int Tag, TagValue Value, TagQuality Quality, long SourceTicks);

/// <summary>
/// What one cycle of one scan class found: the changed tags, and when the PLC confirmed the rest. Pooled: whoever takes it from the channel calls
/// <see cref="Return"/> once.
/// </summary>
public sealed class TagBatch
{
    // Enough to make an update worth its while, few enough that the batches of a first read don't stay behind as memory per tag.
    private const int FullAt = 100;

    private readonly TagBatchPool? _pool;
    private TagSample[] _samples = [];

    internal TagBatch(TagBatchPool? pool) => _pool = pool;

    /// <summary>Makes a batch outside any pool; tests and tools.</summary>
    public TagBatch()
    {
    }

    /// <summary>Index of the scan group, see <see cref="TagMap.ScanGroups"/>.</summary>
    public int ScanGroup { get; internal set; }

    /// <summary>UTC ticks at which the PLC last confirmed the values of this group; with the link down, when it was last tried. 0: the batch says nothing about it.</summary>
    public long ConfirmedTicks { get; internal set; }

    /// <summary>The task of callers that wait until this batch has been applied.</summary>
    internal TaskCompletionSource? Waiters { get; set; }

    /// <summary>Tags that were written and have been read back with this batch; null: none.</summary>
    internal List<ReadBack>? EndedReadBacks { get; set; }

    /// <summary>Number of samples; 0 in a steady cycle.</summary>
    public int Count { get; private set; }

    /// <summary>True: it is handed on before more is added, so that a cycle that changes much is published while it goes on.</summary>
    internal bool IsFull => Count >= FullAt;

    /// <summary>The samples.</summary>
    public ReadOnlySpan<TagSample> Samples => _samples.AsSpan(0, Count);

    /// <summary>Says that the batch has been applied and gives it back to its pool; it must not be touched afterwards.</summary>
    public void Return()
    {
        Waiters?.TrySetResult();
        Waiters = null;
        EndedReadBacks?.ForEach(static readBack => readBack.Confirm());
        EndedReadBacks = null;
        _samples.AsSpan(0, Count).Clear();
        Count = 0;
        _pool?.Return(this);
    }

    /// <summary>Samples that it can take without growing.</summary>
    internal int Capacity => _samples.Length;

    /// <summary>Gives its memory up.</summary>
    internal void Shrink() => _samples = [];

    /// <summary>Adds a sample. Belongs to the read lane, until the batch is handed on.</summary>
    public void Add(in TagSample sample)
    {
        if (Count == _samples.Length)
            Array.Resize(ref _samples, Math.Max(16, Count * 2));
        _samples[Count++] = sample;
    }
}
