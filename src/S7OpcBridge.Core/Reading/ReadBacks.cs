using System.Collections.Concurrent;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Reading;

/// <summary>Tags that were written and want to be read soon. The write lane puts in, the read lane takes out.</summary>
internal sealed class ReadBacks
{
    private readonly Dictionary<int, (ScanClass Scan, int Slot)> _writable = [];
    private readonly ConcurrentQueue<int> _written = new();
    private readonly AsyncWakeup _wakeup;

    public ReadBacks(TagMap map, ScanClass[] classes, AsyncWakeup wakeup)
    {
        _wakeup = wakeup;
        Adopt(map, classes);
    }

    /// <summary>Notes where the writable tags are. Belongs to the read lane.</summary>
    public void Adopt(TagMap map, ScanClass[] classes)
    {
        _writable.Clear();
        foreach (var scan in classes)
        {
            for (var slot = scan.Span.First; slot < scan.Span.First + scan.Span.Count; slot++)
            {
                if (map.Tags[scan.Slots[slot].Tag].Access.HasFlag(TagAccess.Write))
                    _writable[scan.Slots[slot].Tag] = (scan, slot);
            }
        }
    }

    public void Want(WriteRequest request)
    {
        for (var write = 0; write < request.Tags.Count; write++)
        {
            for (var tag = 0; tag < Math.Max(1, request.TogetherOf(write)); tag++)
                _written.Enqueue(request.Tags[write] + tag);
        }
        if (request.Tags.Count > 0)
            _wakeup.Wake();
    }

    public bool TryTake(out ScanClass scan, out int slot)
    {
        while (_written.TryDequeue(out var tag))
        {
            if (!_writable.TryGetValue(tag, out var where))
                continue;
            (scan, slot) = where;
            return true;
        }
        (scan, slot) = (null!, 0);
        return false;
    }
}
