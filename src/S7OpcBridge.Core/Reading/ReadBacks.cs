using System.Collections.Concurrent;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Tags;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Reading;

/// <summary>Tags that were written and want to be read soon. The write lane puts in, the read lane takes out.</summary>
internal sealed class ReadBacks
{
    private readonly Dictionary<int, (ScanClass Scan, int Slot)> _writable = [];
    private readonly ConcurrentQueue<ReadBack> _written = new();
    private readonly PlcContext _context;

    public ReadBacks(TagMap map, ScanClass[] classes, PlcContext context)
    {
        _context = context;
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
        foreach (var write in request.Writes)
        {
            for (var tag = 0; tag < Math.Max(1, request.TogetherOf(write)); tag++)
                _written.Enqueue(_context.Unconfirmed.Add(request.TagOf(write) + tag));
        }
        if (request.Writes.Count > 0)
            _context.Wakeup.Wake();
    }

    public bool TryTake(out ScanClass scan, out int slot, out ReadBack readBack)
    {
        while (_written.TryDequeue(out readBack!))
        {
            if (_writable.TryGetValue(readBack.Tag, out var where))
            {
                (scan, slot) = where;
                return true;
            }
            // A reload took it out.
            readBack.Confirm();
        }
        (scan, slot) = (null!, 0);
        return false;
    }

    /// <summary>Nothing will be read for now: those who wait are told with the next batch of the last class.</summary>
    public void GiveUp(ScanClass[] classes)
    {
        while (classes.Length > 0 && _written.TryDequeue(out var readBack))
            classes[^1].GiveUp(readBack);
    }
}
