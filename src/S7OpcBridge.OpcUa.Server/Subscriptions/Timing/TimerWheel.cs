using System.Numerics;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

/// <summary>
/// Due times of many entries, kept in 1,024 slots of a millisecond each: setting, moving and removing take constant time.
/// <see cref="TimerLoop"/> supplies the time. Not thread-safe.
/// </summary>
internal sealed class TimerWheel
{
    private const int Slots = 1024,
        Mask = Slots - 1;

    private readonly WheelEntry?[] _slots = new WheelEntry?[Slots];
    private readonly ulong[] _occupied = new ulong[Slots / 64];
    private long _now;

    /// <summary>Number of entries.</summary>
    public int Count { get; private set; }

    /// <summary>Sets an entry's due time, new or moved. One in the past is due at the next millisecond.</summary>
    public void Set(WheelEntry entry, long due)
    {
        Remove(entry);
        entry.WheelDue = Math.Max(due, _now + 1);
        var slot = (int)(entry.WheelDue & Mask);
        entry.WheelNext = _slots[slot];
        if (entry.WheelNext is not null)
            entry.WheelNext.WheelPrevious = entry;
        _slots[slot] = entry;
        _occupied[slot >> 6] |= 1UL << slot;
        Count++;
    }

    /// <summary>Removes an entry, if it is in.</summary>
    public void Remove(WheelEntry entry)
    {
        if (entry.WheelDue < 0)
            return;
        var slot = (int)(entry.WheelDue & Mask);
        if (entry.WheelPrevious is not null)
            entry.WheelPrevious.WheelNext = entry.WheelNext;
        else
            _slots[slot] = entry.WheelNext;
        if (entry.WheelNext is not null)
            entry.WheelNext.WheelPrevious = entry.WheelPrevious;
        if (_slots[slot] is null)
            _occupied[slot >> 6] &= ~(1UL << slot);
        (entry.WheelNext, entry.WheelPrevious, entry.WheelDue) = (null, null, -1);
        Count--;
    }

    /// <summary>Advances the time and removes the entries that are due.</summary>
    public void Advance(long now, List<WheelEntry> due)
    {
        if (now <= _now)
            return;
        var steps = (int)Math.Min(now - _now, Slots);
        for (var step = NextOccupied((int)(_now + 1 & Mask), steps); step < steps; )
        {
            var slot = (int)(_now + 1 + step & Mask);
            for (var entry = _slots[slot]; entry is not null; )
            {
                var next = entry.WheelNext;
                if (entry.WheelDue <= now)
                {
                    Remove(entry);
                    due.Add(entry);
                }

                entry = next;
            }

            step += 1 + NextOccupied(slot + 1 & Mask, steps - step - 1);
        }

        _now = now;
    }

    /// <summary>Milliseconds from the last <see cref="Advance"/> to the next slot with an entry; -1: there is none.</summary>
    public int UntilNext() => Count == 0 ? -1 : 1 + NextOccupied((int)(_now + 1 & Mask), Slots);

    // Counts the empty slots from the start on, cyclically, up to the limit.
    private int NextOccupied(int start, int limit)
    {
        for (var passed = 0; passed < limit; )
        {
            var slot = start + passed & Mask;
            var rest = _occupied[slot >> 6] >> (slot & 63);
            if (rest != 0)
                return Math.Min(limit, passed + BitOperations.TrailingZeroCount(rest));
            passed += 64 - (slot & 63);
        }

        return limit;
    }
}

/// <summary>An entry of a <see cref="TimerWheel"/>, with the links of its list.</summary>
internal abstract class WheelEntry
{
    /// <summary>When it is due, in milliseconds of the server's clock; -1: not in the wheel.</summary>
    public long WheelDue { get; set; } = -1;

    /// <summary>Neighbours in the slot.</summary>
    public WheelEntry? WheelNext { get; set; }

    /// <inheritdoc cref="WheelNext"/>
    public WheelEntry? WheelPrevious { get; set; }

    /// <summary>Called when the entry is due, on the loop's thread and outside its lock. The entry has been removed from the wheel.</summary>
    public abstract void Fire(long now);
}
