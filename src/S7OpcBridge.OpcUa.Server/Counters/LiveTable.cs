using System.Collections.Concurrent;

namespace S7OpcBridge.OpcUa.Server.Counters;

/// <summary>Sessions, or subscriptions, by a number that none of those alive shares: what a node of the diagnostics stands for.</summary>
internal sealed class LiveTable<T> where T : class
{
    private const int Slots = 1 << 24;

    private readonly ConcurrentDictionary<int, T> _alive = new();
    private int _added;

    /// <summary>How many there have been.</summary>
    public uint Added => (uint)Volatile.Read(ref _added);

    /// <summary>How many there are.</summary>
    public int Count => _alive.Count;

    /// <summary>Those alive, in the order in which they came.</summary>
    public KeyValuePair<int, T>[] All
    {
        get
        {
            var all = _alive.ToArray();
            Array.Sort(all, static (a, b) => a.Key.CompareTo(b.Key));
            return all;
        }
    }

    /// <summary>Those alive, in no order and without a copy.</summary>
    public IEnumerable<KeyValuePair<int, T>> Unordered => _alive;

    /// <summary>Adds one.</summary>
    /// <returns>Its number.</returns>
    public int Add(T item)
    {
        int slot;
        do
            slot = Interlocked.Increment(ref _added) & Slots - 1;
        while (!_alive.TryAdd(slot, item));
        return slot;
    }

    /// <summary>Takes one out.</summary>
    public void Remove(int slot) => _alive.TryRemove(slot, out _);

    /// <summary>The one of a number; null: it is gone.</summary>
    public T? Find(int slot) => _alive.GetValueOrDefault(slot);
}
