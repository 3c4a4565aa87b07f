using System.Numerics;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>
/// What has changed since it was last sent to one node: at most one entry per tag, so a slow node costs a bit and an id per tag and no more. Any thread.
/// </summary>
internal sealed class UnsentTags
{
    private readonly Lock _gate = new();
    private readonly Dictionary<int, PlcShare> _shares = [];
    private readonly Queue<PlcShare> _queue = new();
    private ulong[] _marked = [];
    private int _count;
    private long _joined;

    /// <summary>Number of tags that wait.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Changes that a newer one of the same tag replaced before they were sent.</summary>
    public long Joined
    {
        get
        {
            lock (_gate)
                return _joined;
        }
    }

    /// <summary>True: tags, confirmations or PLCs wait.</summary>
    public bool Any
    {
        get
        {
            lock (_gate)
                return _queue.Count > 0;
        }
    }

    /// <summary>Marks the tags of a batch, and its class as confirmed. Returns the number of tags that wait now.</summary>
    public int Mark(int plc, int group, ReadOnlySpan<TagSample> samples)
    {
        lock (_gate)
        {
            var share = Share(plc);
            if (group >= 0)
                share.AddGroup(group);
            foreach (ref readonly var sample in samples)
                Mark(share, sample.Tag);
            return _count;
        }
    }

    /// <summary>Marks tags of a PLC; an empty list sends its status and tenure alone.</summary>
    public void Mark(int plc, ReadOnlySpan<int> ids, ReadOnlySpan<int> groups)
    {
        lock (_gate)
        {
            var share = Share(plc);
            foreach (var group in groups)
                share.AddGroup(group);
            foreach (var id in ids)
                Mark(share, id);
        }
    }

    /// <summary>Removes about so many tags and returns them, the PLC that has waited longest first. Empty: nothing waits.</summary>
    public void Dequeue(List<PlcShare> taken, int most)
    {
        lock (_gate)
        {
            // No PLC twice in a message.
            for (var waiting = _queue.Count; waiting > 0 && most > 0; waiting--)
            {
                var share = _queue.Dequeue();
                var part = new PlcShare(share.Plc);
                share.MoveTo(part, most);
                foreach (var id in part.Ids)
                    _marked[id >> 6] &= ~(1UL << id);
                Volatile.Write(ref _count, _count - part.Count);
                most -= part.Count;
                share.IsQueued = share.Count > 0;
                if (share.IsQueued)
                    _queue.Enqueue(share);
                taken.Add(part);
            }
        }
    }

    /// <summary>Puts back what could not be sent.</summary>
    public void PutBack(List<PlcShare> taken)
    {
        foreach (var share in taken)
            Mark(share.Plc, share.Ids, System.Runtime.InteropServices.CollectionsMarshal.AsSpan(share.Groups));
    }

    /// <summary>Forgets a PLC that this node no longer has.</summary>
    public void Drop(int plc)
    {
        lock (_gate)
        {
            if (_shares.GetValueOrDefault(plc) is not { } share)
                return;
            foreach (var id in share.Ids)
                _marked[id >> 6] &= ~(1UL << id);
            Volatile.Write(ref _count, _count - share.Count);
            share.MoveTo(new PlcShare(plc), int.MaxValue);
        }
    }

    private PlcShare Share(int plc)
    {
        if (!_shares.TryGetValue(plc, out var share))
            _shares.Add(plc, share = new PlcShare(plc));
        if (!share.IsQueued)
        {
            share.IsQueued = true;
            _queue.Enqueue(share);
        }
        return share;
    }

    private void Mark(PlcShare share, int id)
    {
        if (id >> 6 >= _marked.Length)
            Array.Resize(ref _marked, (int)BitOperations.RoundUpToPowerOf2((uint)(id >> 6) + 1));
        ref var word = ref _marked[id >> 6];
        if ((word & (1UL << id)) != 0)
        {
            _joined++;
            return;
        }
        word |= 1UL << id;
        share.Add(id);
        Volatile.Write(ref _count, _count + 1);
    }
}
