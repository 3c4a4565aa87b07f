namespace S7OpcBridge.Bridge.Recording;

/// <summary>The tags of a scan group whose values wait for the end of their interval.</summary>
internal sealed class HeldValues
{
    private readonly List<ThinnedTag> _tags = [];
    private long _due = long.MaxValue;

    public void Add(ThinnedTag tag)
    {
        _tags.Add(tag);
        _due = Math.Min(_due, tag.Due);
    }

    /// <summary>Records the values whose interval has ended.</summary>
    /// <param name="ticks">UTC ticks up to which the PLC has confirmed its values.</param>
    public void Release(long ticks)
    {
        if (ticks < _due)
            return;
        var kept = 0;
        _due = long.MaxValue;
        for (var i = 0; i < _tags.Count; i++)
        {
            var tag = _tags[i];
            if (tag.IsHeld && tag.Due <= ticks)
                tag.Release();
            if (!tag.IsHeld)
                continue;
            _tags[kept++] = tag;
            _due = Math.Min(_due, tag.Due);
        }
        _tags.RemoveRange(kept, _tags.Count - kept);
    }
}
