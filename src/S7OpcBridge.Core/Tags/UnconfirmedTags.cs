using System.Collections.Concurrent;

namespace S7OpcBridge.Core.Tags;

/// <summary>Tags that were written and not read back since; their known values may be from before the write. Thread-safe.</summary>
internal sealed class UnconfirmedTags
{
    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<int, ReadBack> _tags = new();
    private int _count;

    /// <summary>True: at least one tag is unconfirmed.</summary>
    public bool Any => Volatile.Read(ref _count) != 0;

    /// <summary>The pending read-back of a tag; null: none.</summary>
    public ReadBack? Find(int tag) => Any ? _tags.GetValueOrDefault(tag) : null;

    /// <summary>Notes that a tag was written. An earlier read-back of it is no longer valid.</summary>
    public ReadBack Add(int tag)
    {
        var added = new ReadBack(this, tag);
        lock (_gate)
        {
            _tags[tag] = added;
            Volatile.Write(ref _count, _tags.Count);
        }
        return added;
    }

    /// <summary>Removes a read-back, unless the tag was written again meanwhile.</summary>
    public void Remove(ReadBack done)
    {
        lock (_gate)
        {
            _tags.TryRemove(new KeyValuePair<int, ReadBack>(done.Tag, done));
            Volatile.Write(ref _count, _tags.Count);
        }
    }
}

/// <summary>The read-back of one tag after a write.</summary>
internal sealed class ReadBack(UnconfirmedTags tags, int tag)
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public int Tag => tag;

    /// <summary>Completes when the value read has been applied, or cannot be read.</summary>
    public Task Done => _done.Task;

    /// <summary>Completes it. Any thread.</summary>
    public void Confirm()
    {
        tags.Remove(this);
        _done.TrySetResult();
    }
}
