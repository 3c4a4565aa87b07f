using System.Collections.Concurrent;

namespace S7OpcBridge.Core;

/// <summary>Tags that were written and have not been read back since: what is known of them may be from before the write. Any thread.</summary>
internal sealed class UnconfirmedTags
{
    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<int, ReadBack> _tags = new();
    private int _count;

    /// <summary>False: there is none, and nothing need be looked up.</summary>
    public bool Any => Volatile.Read(ref _count) != 0;

    /// <summary>The read-back that a tag waits for; null: it waits for none.</summary>
    public ReadBack? Find(int tag) => Any ? _tags.GetValueOrDefault(tag) : null;

    /// <summary>Notes that a tag was written; an earlier read-back of it confirms nothing any more.</summary>
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

    /// <summary>Takes a read-back out, unless the tag was written again meanwhile.</summary>
    public void Remove(ReadBack done)
    {
        lock (_gate)
        {
            _tags.TryRemove(new KeyValuePair<int, ReadBack>(done.Tag, done));
            Volatile.Write(ref _count, _tags.Count);
        }
    }
}

/// <summary>The reading of one tag after a write to it.</summary>
internal sealed class ReadBack(UnconfirmedTags tags, int tag)
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public int Tag => tag;

    /// <summary>Ends when what was read has been applied, or cannot be read.</summary>
    public Task Done => _done.Task;

    /// <summary>Ends it. Any thread.</summary>
    public void Confirm()
    {
        tags.Remove(this);
        _done.TrySetResult();
    }
}
