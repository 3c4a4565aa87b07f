using System.Collections.Concurrent;

namespace S7OpcBridge.OpcUa.Server.Counters;

/// <summary>The existing sessions, or subscriptions, by number. The diagnostics nodes are computed from the numbers. Any thread.</summary>
internal sealed class LiveTable<T>
    where T : class
{
    private const int Slots = 1 << 24;

    private readonly ConcurrentDictionary<int, T> _alive = new();
    private int _added;

    /// <summary>Number of entries ever added.</summary>
    public uint Added => (uint)Volatile.Read(ref _added);

    /// <summary>Number of entries.</summary>
    public int Count => _alive.Count;

    /// <summary>All of them, in the order in which they were added.</summary>
    public KeyValuePair<int, T>[] All
    {
        get
        {
            var all = _alive.ToArray();
            Array.Sort(all, static (a, b) => a.Key.CompareTo(b.Key));
            return all;
        }
    }

    /// <summary>All of them, in no order and without a copy.</summary>
    public IEnumerable<KeyValuePair<int, T>> Unordered => _alive;

    /// <summary>Adds an entry and returns its number.</summary>
    public int Add(T item)
    {
        int slot;
        do slot = Interlocked.Increment(ref _added) & Slots - 1;
        while (!_alive.TryAdd(slot, item));
        return slot;
    }

    /// <summary>Removes an entry.</summary>
    public void Remove(int slot) => _alive.TryRemove(slot, out _);

    /// <summary>The entry with a number; null: it was removed.</summary>
    public T? Find(int slot) => _alive.GetValueOrDefault(slot);
}
