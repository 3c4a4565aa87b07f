using System.Collections.Concurrent;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Writing;

/// <summary>Limits the rate of writes to tags with <c>writeEvery</c>. Thread-safe.</summary>
internal sealed class WriteRate(TimeProvider time)
{
    private readonly ConcurrentDictionary<int, long> _last = new();

    /// <summary>Returns true where all the tags may be written now; their pauses then begin.</summary>
    public bool Allows(ReadOnlySpan<Tag> tags)
    {
        foreach (var tag in tags)
        {
            if (tag.Details?.WriteEvery is { } pause && _last.TryGetValue(tag.Id, out var last) && time.Ticks() - last < pause.Ticks)
                return false;
        }
        foreach (var tag in tags)
        {
            if (!Takes(tag))
                return false;
        }
        return true;
    }

    private bool Takes(Tag tag)
    {
        if (tag.Details?.WriteEvery is not { } pause)
            return true;
        var now = time.Ticks();
        if (_last.TryGetValue(tag.Id, out var last))
            return now - last >= pause.Ticks && _last.TryUpdate(tag.Id, now, last);
        return _last.TryAdd(tag.Id, now);
    }
}
