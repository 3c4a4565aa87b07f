using System.Collections.Concurrent;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Tags;

namespace S7OpcBridge.Core.Reading;

/// <summary>Written tags that are to be read back soon. The write lane adds, the read lane takes.</summary>
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

    /// <summary>Finds the slots of the writable tags. Belongs to the read lane.</summary>
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

    public void Want(TagWriteRequest request)
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
            // A reload has removed the tag.
            readBack.Confirm();
        }
        (scan, slot) = (null!, 0);
        return false;
    }

    /// <summary>Called while no cycle can run: waiting callers are released with the next batch of the last class.</summary>
    public void GiveUp(ScanClass[] classes)
    {
        while (classes.Length > 0 && _written.TryDequeue(out var readBack))
            classes[^1].GiveUp(readBack);
    }
}
